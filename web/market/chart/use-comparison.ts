// The price a chart is compared with: its bars reach as far back as the chart's, and its last one follows the market.
import { useEffect, useMemo } from 'react';
import type { Bar, Interval } from '../../../contract/market.ts';
import { closesBeside } from '../../chart/comparison.ts';
import type { Comparison } from '../../chart/comparison.ts';
import { useBars } from '../../chart/use-bars.ts';
import { useCall } from '../../query.ts';
import { useIndex } from '../../quotes.ts';
import type { Choice } from '../../ui/select.tsx';
import { inOrder } from './in-order.ts';

/** What a stock can be compared with: the index, then every other stock. */
export function useOthers(symbol: string): Choice<string>[] {
  const index = useCall('GET /index', {});
  const stocks = useCall('GET /stocks', {});
  return useMemo(() => {
    const others = inOrder(stocks.data ?? []).filter((stock) => stock.symbol !== symbol);
    return [
      ...(index.data ? [{ value: index.data.symbol, label: index.data.name }] : []),
      ...others.map((stock) => ({ value: stock.symbol, label: stock.symbol })),
    ];
  }, [index.data, stocks.data, symbol]);
}

/** The last daily or weekly bar of a stock follows its quote. The index has no quote, so its current value replaces its last close. */
function withValue(closes: (number | null)[], value: number | undefined): (number | null)[] {
  return value === undefined || closes.length === 0 ? closes : [...closes.slice(0, -1), value];
}

export interface ComparisonInput {
  /** What to compare with, and its name; nothing until it is known. */
  other: Choice<string> | undefined;
  bars: readonly Bar[];
  interval: Interval;
  until: number | undefined;
}

export function useComparison({ other, bars, interval, until }: ComparisonInput): Comparison | null {
  const { bars: others, loadOlder } = useBars(other?.value ?? '', interval, until);
  const index = useIndex();
  const isDaily = interval === '1D' || interval === '1W';
  const value = isDaily && until === undefined && index?.symbol === other?.value ? index?.value : undefined;
  const isShorter = others.length > 0 && bars.length > 0 && others[0].timestamp > bars[0].timestamp;
  const name = other?.label;

  useEffect(() => {
    if (isShorter) loadOlder();
    // Each page that arrives may still be too short.
  }, [isShorter, others.length, loadOlder]);

  return useMemo(
    () =>
      name === undefined || others.length === 0 ? null : { name, closes: withValue(closesBeside(bars, others), value) },
    [name, bars, others, value],
  );
}
