// A word about a state in a tinted box: order status, side, practice market.
import type { ReactNode } from 'react';
import { classList } from './class-list.ts';

export type BadgeTone = 'neutral' | 'accent' | 'up' | 'down' | 'warn' | 'buy' | 'sell';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-text',
  up: 'bg-up-soft text-up',
  down: 'bg-down-soft text-down',
  warn: 'bg-warn-soft text-warn',
  buy: 'bg-accent-soft text-accent-text',
  sell: 'bg-sell-soft text-sell-text',
};

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classList(
        'inline-flex h-5 items-center rounded-[4px] px-1.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
