// The market as cards, one for each stock. A tick renders only the numbers of its card; what is off the screen the browser neither
// lays out nor paints, and of many cards only those near the screen exist.
import { Link } from '@tanstack/react-router';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Stock } from '../../contract/market.ts';
import { LiveChange, LivePrice } from '../live-text.tsx';
import { TradeButton } from '../trade/trade-buttons.tsx';
import { Badge } from '../ui/badge.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { textScale, useVisibleRows } from '../ui/visible-rows.ts';
import { DayRange } from './day-range.tsx';
import { LiveVolume } from './live-volume.tsx';
import { ChartLink } from './stock-actions.tsx';
import { WatchButton } from './watch-button.tsx';

// At the usual size of text: `min-h-39` and 16.5rem. Larger text makes both larger, so that no card loses its buttons.
const CARD_HEIGHT = 156;
const NARROWEST = 264;
const GAP = 12;
/** Up to this many cards all exist; beyond that, only those near the screen. */
const WHOLE_UNTIL = 150;

const StockCard = memo(function StockCard({ stock }: { stock: Stock }) {
  const { symbol, name, isHalted } = stock;
  return (
    <li
      data-symbol={symbol}
      style={{ contentVisibility: 'auto' }}
      className="flex min-h-39 min-w-0 flex-col justify-between gap-1 rounded-box border border-line bg-surface p-3"
    >
      <div>
        <div className="flex justify-between gap-3">
          <h2 className="flex min-w-0 items-center gap-2 text-md leading-5 font-semibold">
            <Link to="/stockdetails/$symbol" params={{ symbol }} className="truncate hover:text-accent-text">
              {symbol}
            </Link>
            {isHalted && <Badge tone="warn">Halted</Badge>}
          </h2>
          <LivePrice symbol={symbol} known={stock} className="text-md leading-5 font-semibold" />
        </div>
        <p className="flex justify-between gap-1 text-sm">
          <span className="truncate tracking-tight text-muted">{name}</span>
          <LiveChange symbol={symbol} known={stock} />
        </p>
      </div>
      <div>
        <DayRange symbol={symbol} known={stock} />
        <p className="mt-0.5 flex justify-between gap-2 text-sm text-faint">
          <span className="truncate">{stock.sector}</span>
          <span className="shrink-0">
            Vol <LiveVolume symbol={symbol} known={stock} short />
          </span>
        </p>
      </div>
      <div className="flex gap-2">
        <TradeButton side="BUY" symbol={symbol} className="flex-1" />
        <TradeButton side="SELL" symbol={symbol} className="flex-1" />
        <span className="flex flex-wrap justify-end">
          <ChartLink symbol={symbol} />
          <WatchButton symbol={symbol} />
        </span>
      </div>
    </li>
  );
});

const columnsIn = (width: number, scale: number): number =>
  Math.max(1, Math.floor((width + GAP) / (NARROWEST * scale + GAP)));

/** The width a screen leaves for its content (ui/screen.tsx): for the right number of columns at first, without measuring. */
function usualWidth(): number {
  const width = document.documentElement.clientWidth;
  return Math.min(width, 1280) - (width < 640 ? 32 : 48);
}

/** How many cards fit side by side. */
function useColumns(list: RefObject<HTMLElement | null>, scale: number): number {
  const [columns, setColumns] = useState(() => columnsIn(usualWidth(), scale));
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    // The observer also reports the initial size once, when the page has been laid out anyway.
    const observer = new ResizeObserver(() => setColumns(columnsIn(element.clientWidth, scale)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, scale]);
  return columns;
}

export function StockCards({ stocks }: { stocks: readonly Stock[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [scale] = useState(textScale);
  const columns = useColumns(list, scale);
  const rows = useVisibleRows(list, {
    count: Math.ceil(stocks.length / columns),
    rowHeight: CARD_HEIGHT * scale + GAP,
    wholeUntil: Math.ceil(WHOLE_UNTIL / columns),
  });
  return (
    <ul
      ref={list}
      aria-label="Stocks"
      className="grid"
      style={{
        gap: GAP,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        paddingTop: rows.before,
        paddingBottom: rows.after,
      }}
    >
      {stocks.slice(rows.from * columns, rows.to * columns).map((stock) => (
        <StockCard key={stock.symbol} stock={stock} />
      ))}
    </ul>
  );
}

export function StockCardsSkeleton() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(16.5rem,100%),1fr))] gap-3">
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className="flex h-39 flex-col justify-between rounded-box border border-line bg-surface p-3">
          <div className="flex justify-between">
            <Skeleton className="h-9 w-28" />
            <Skeleton className="h-9 w-20" />
          </div>
          <Skeleton className="w-full" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
