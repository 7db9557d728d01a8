// Adds a stock to the watchlist or removes it, or asks which list: a small star where space is short, otherwise a button with words.
import { Star } from 'lucide-react';
import type { PointerEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { useWatchMark } from './watchlist.ts';

export interface WatchButtonProps {
  symbol: string;
  withText?: boolean;
  /** Inside a list of options: not for keyboards and screen readers, which have the palette, and it leaves the focus where it is. */
  isForPointer?: boolean;
  className?: string;
}

const forPointer = {
  tabIndex: -1,
  'aria-hidden': true,
  onPointerDown: (event: PointerEvent) => event.preventDefault(),
} as const;

export function WatchButton({ symbol, withText = false, isForPointer = false, className }: WatchButtonProps) {
  const { isWatched, isBusy, isChoice, label, text, press } = useWatchMark(symbol);
  const star = <Star size={16} aria-hidden="true" className={isWatched ? 'fill-current' : undefined} />;
  const popup = isChoice ? 'dialog' : undefined;
  if (withText)
    return (
      <Button busy={isBusy} title={label} aria-haspopup={popup} onClick={press} className={className}>
        {star}
        {text}
      </Button>
    );
  return (
    <button
      type="button"
      {...(isForPointer && forPointer)}
      aria-label={label}
      aria-haspopup={popup}
      title={label}
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && press()}
      className={classList(
        'finger inline-flex size-8 shrink-0 items-center justify-center rounded-box hover:bg-sunken',
        isWatched ? 'text-accent-text' : 'text-muted hover:text-ink',
        className,
      )}
    >
      {star}
    </button>
  );
}
