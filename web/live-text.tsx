// Numbers that move by themselves: price and change of one stock, and the mark that says how fresh they are.
import type { MarketState } from '../contract/admin/market-state.ts';
import type { Connection } from './live.ts';
import { useConnection } from './live.ts';
import { useMarketState } from './market-phase.ts';
import type { Quote } from './quotes.ts';
import { useQuote } from './quotes.ts';
import { classList } from './ui/class-list.ts';
import { Change, Price } from './ui/money.tsx';
import { NO_NUMBER } from './ui/number-text.ts';

interface LiveProps {
  symbol: string;
  /** What a call answered, shown until the first push. */
  known?: Quote;
  className?: string;
}

/** The price of a stock; only this cell renders when it ticks. */
export function LivePrice({ symbol, known, plain, className }: LiveProps & { plain?: boolean }) {
  const quote = useQuote(symbol, known);
  if (!quote) return <span className={classList('text-faint', className)}>{NO_NUMBER}</span>;
  return <Price rupees={quote.price} plain={plain} className={classList('live-number', className)} />;
}

/** Change since the previous close, in rupees or percent. */
export function LiveChange({
  symbol,
  known,
  kind = 'percent',
  arrow,
  isZeroUp,
  className,
}: LiveProps & { kind?: 'percent' | 'price'; arrow?: boolean; isZeroUp?: boolean }) {
  const quote = useQuote(symbol, known);
  if (!quote) return <span className={classList('text-faint', className)}>{NO_NUMBER}</span>;
  const value = kind === 'percent' ? quote.changePercent : quote.change;
  const look = classList('live-number', className);
  return <Change value={value} kind={kind} arrow={arrow} isZeroUp={isZeroUp} className={look} />;
}

const marks: Record<Connection | 'still', { text: string; explanation: string; dot: string }> = {
  connecting: { text: 'Connecting', explanation: 'Connecting to the market', dot: 'bg-edge' },
  live: { text: 'Live', explanation: 'Prices are live', dot: 'bg-up' },
  still: { text: 'Closed', explanation: 'Prices move again when the market trades.', dot: 'bg-edge' },
  delayed: {
    text: 'Delayed',
    explanation: 'Prices are old until the connection is back.',
    dot: 'bg-warn',
  },
  offline: {
    text: 'Offline',
    explanation: 'Prices are old. They catch up by themselves.',
    dot: 'bg-down',
  },
};

/** While trading is closed, prices on a good connection are not old, but not live either. */
export function freshness(connection: Connection, phase: MarketState['phase'] | undefined): Connection | 'still' {
  return connection === 'live' && phase === 'closed' ? 'still' : connection;
}

/**
 * Live, closed, delayed or offline, in a word and a dot; on phones the dot, and a notice when prices are old. Changes are read out. The first
 * connection takes a moment, for which the dot is enough: the word that follows finds its room kept.
 */
export function LiveMark() {
  const connection = useConnection();
  const { text, explanation, dot } = marks[freshness(connection, useMarketState()?.phase)];
  return (
    <span
      role="status"
      title={explanation}
      className="inline-flex items-center gap-1.5 text-xs font-medium whitespace-nowrap text-muted sm:min-w-10"
    >
      <span aria-hidden="true" className={classList('size-2 rounded-full', dot)} />
      <span className={connection === 'connecting' ? 'sr-only' : 'max-sm:sr-only'}>{text}</span>
      <span className="sr-only">{explanation}</span>
    </span>
  );
}

/** Says in full that the prices on the screen are old; nothing while they are live. */
export function StaleNotice({ className }: { className?: string }) {
  const connection = useConnection();
  if (connection === 'live' || connection === 'connecting') return null;
  const { text, explanation } = marks[connection];
  return (
    <p className={classList('bg-warn-soft px-4 py-1.5 text-sm text-warn', className)}>
      <strong className="font-semibold">{text}</strong> {explanation}
    </p>
  );
}
