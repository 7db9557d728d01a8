// One line about the whole market: the index, and how many stocks are above and below their previous close.
import { useEffect, useState } from 'react';
import type { Stock } from '../../contract/market.ts';
import { useCall } from '../query.ts';
import { quoteOf, useIndex } from '../quotes.ts';
import { Change, Price } from '../ui/money.tsx';
import { countText } from '../ui/number-text.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const COUNT_EVERY_MS = 2000;

interface Breadth {
  up: number;
  down: number;
  same: number;
}

function breadthOf(changes: readonly number[]): Breadth {
  const up = changes.filter((change) => change > 0).length;
  const down = changes.filter((change) => change < 0).length;
  return { up, down, same: changes.length - up - down };
}

function breadthNow(stocks: readonly Stock[]): Breadth {
  return breadthOf(stocks.map((stock) => (quoteOf(stock.symbol) ?? stock).change));
}

/** Counted every two seconds, not at every tick: a flickering count tells nobody anything. */
function useBreadth(stocks: readonly Stock[]): Breadth {
  const [breadth, setBreadth] = useState(() => breadthNow(stocks));
  useEffect(() => {
    const update = (): void => setBreadth(breadthNow(stocks));
    update();
    const timer = setInterval(update, COUNT_EVERY_MS);
    return () => clearInterval(timer);
  }, [stocks]);
  return breadth;
}

/** The same width for one digit as for two, so that its neighbours stay in place. */
function Count({ of: count }: { of: number }) {
  return <span className="inline-block min-w-[2ch] text-right tabular-nums">{countText(count)}</span>;
}

export function MarketStrip({ stocks }: { stocks: readonly Stock[] }) {
  const call = useCall('GET /index', {});
  const index = useIndex() ?? call.data;
  const { up, down, same } = useBreadth(stocks);
  return (
    <div className="flex min-h-6 flex-wrap items-baseline gap-x-6 gap-y-1 max-sm:min-h-12">
      {index ? (
        // On wide screens the header shows it.
        <p data-symbol={index.symbol} className="flex flex-wrap xl:hidden items-baseline gap-x-2">
          <span className="font-medium">{index.name}</span>
          <Price rupees={index.value} plain className="live-number font-semibold" />
          <Change value={index.changePercent} kind="percent" className="live-number text-sm" />
        </p>
      ) : (
        !call.isError && <Skeleton className="w-56 xl:hidden max-sm:my-1" />
      )}
      {stocks.length === 0 ? (
        <Skeleton className="w-56" />
      ) : (
        <p className="flex gap-3 text-sm text-muted">
          <span>
            <span aria-hidden="true" className="text-up">
              {'\u25b2 '}
            </span>
            <Count of={up} /> up
          </span>
          <span>
            <span aria-hidden="true" className="text-down">
              {'\u25bc '}
            </span>
            <Count of={down} /> down
          </span>
          <span>{countText(same)} unchanged</span>
        </p>
      )}
    </div>
  );
}
