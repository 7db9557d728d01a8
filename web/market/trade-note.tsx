// A closed trade on the chart: what is shown and where, and the way back to the current market.
import { barEndAt, barStartAt } from '../../core/market/bars.ts';
import { dayText, marketDay } from '../../core/market/day.ts';
import type { Interval } from '../../contract/market.ts';
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import type { OwnFill } from '../chart/marks.ts';
import { useCall } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { dateTimeText, dateWords } from '../ui/date-time.tsx';
import { now } from '../ui/now.ts';
import { countOf, priceText } from '../ui/number-text.ts';
import type { ShownTrade } from './live-chart-search.ts';

/** This many bars after the exit show what happened next. */
const BARS_AFTER = 25;

/** Where the chart ends; undefined if that is not over yet and the chart continues live. */
export function untilOf({ to }: ShownTrade, interval: Interval): number | undefined {
  const start = barStartAt(interval, to * 1000);
  const until = Math.floor((start + (barEndAt(interval, start) - start) * BARS_AFTER) / 1000);
  return until * 1000 < now() ? until : undefined;
}

export function fillsOfTrade({ from, to, entry, exit, quantity }: ShownTrade): OwnFill[] {
  return [
    { side: 'BUY', quantity, price: entry, second: from },
    { side: 'SELL', quantity, price: exit, second: to },
  ];
}

export function tradeText({ from, to, entry, exit, quantity }: ShownTrade): string {
  return `Your trade: ${countOf(quantity, 'share')}, bought at ${priceText(entry)} (${dateTimeText(from * 1000)}), sold at ${priceText(exit)} (${dateTimeText(to * 1000)}).`;
}

/** The chart is restated by splits and bonuses; a trade that was closed before keeps the prices and the shares of its time. */
export function sinceText(
  { to }: ShownTrade,
  past: readonly Pick<CorporateActionData, 'kind' | 'text' | 'effectiveDate'>[],
): string {
  const day = dayText(marketDay(to * 1000));
  const since = past.filter(({ kind, effectiveDate }) => kind !== 'dividend' && effectiveDate > day);
  if (since.length === 0) return '';
  const words = since.toReversed().map(({ text, effectiveDate }) => `${text} on ${dateWords(effectiveDate)}`);
  return ` Since then: ${words.join('; ')}. The chart is drawn in today\u2019s shares.`;
}

interface TradeNoteProps {
  symbol: string;
  trade: ShownTrade;
  onLeave: () => void;
}

export function TradeNote({ symbol, trade, onLeave }: TradeNoteProps) {
  const { data: news } = useCall('GET /stockNews', { symbol }, { enabled: symbol !== '' });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-line bg-surface px-4 py-2">
      <p>
        {tradeText(trade)}
        {sinceText(trade, news?.past ?? [])}
      </p>
      <Button size="small" onClick={onLeave}>
        Back to now
      </Button>
    </div>
  );
}
