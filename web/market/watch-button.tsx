// Puts a stock on the watchlist, or takes it off: a small star where space is short, a button with words elsewhere.
import { Star } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { useWatchToggle } from './watchlist.ts';

export interface WatchButtonProps {
  symbol: string;
  withText?: boolean;
  className?: string;
}

export function WatchButton({ symbol, withText = false, className }: WatchButtonProps) {
  const { isWatched, isBusy, toggle } = useWatchToggle(symbol);
  const label = isWatched ? `Remove ${symbol} from your watchlist` : `Add ${symbol} to your watchlist`;
  const star = <Star size={16} aria-hidden="true" className={isWatched ? 'fill-current' : undefined} />;
  if (withText)
    return (
      <Button busy={isBusy} aria-label={label} onClick={toggle} className={className}>
        {star}
        {isWatched ? 'On your list' : 'Add to list'}
      </Button>
    );
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && toggle()}
      className={classList(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-box hover:bg-sunken',
        isWatched ? 'text-accent-text' : 'text-muted hover:text-ink',
        className,
      )}
    >
      {star}
    </button>
  );
}
