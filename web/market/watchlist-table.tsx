// The watched stocks as a table; on narrow screens a list of two lines each. Spec 2: Symbol / Name, Price, Change, % Change.
import { ListPlus, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Stock } from '../../contract/market.ts';
import { FIRST_LIST } from '../../contract/market/watchlist-rules.ts';
import type { Watchlist } from '../../contract/watchlists.ts';
import { LiveChange } from '../live-text.tsx';
import { useMarketPhase } from '../market-phase.ts';
import { dayWord } from '../phase-words.ts';
import { useQuote } from '../quotes.ts';
import { TradeButton } from '../trade/trade-buttons.tsx';
import { showAlert } from '../ui/alert.tsx';
import { IconButton } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { directionOf, headLook, SortHead } from '../ui/sort-head.tsx';
import { MoveHandle, movingLook } from '../ui/move-handle.tsx';
import { useLayoutQuery } from '../ui/media-query.ts';
import { Price } from '../ui/money.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { AlertButton } from './alert-button.tsx';
import { ChartLink } from './stock-actions.tsx';
import { openStockLists } from './stock-lists-state.ts';
import { StockName } from './stock-name.tsx';
import { nextWatchSort } from './watchlist-search.ts';
import type { WatchColumn, WatchSort } from './watchlist-search.ts';
import { removeFromWatchlist } from './watchlist.ts';

export interface WatchlistTableProps {
  list: Watchlist;
  stocks: readonly Stock[];
  /** Prices of the last day by symbol. */
  lines: ReadonlyMap<string, readonly number[]>;
  sort: WatchSort | undefined;
  onSort: (sort: WatchSort | undefined) => void;
  /** Left out unless the order is the person's own. */
  onMove?: (from: number, to: number) => void;
  /** Called with the server's sentence once a stock has been removed. */
  onRemoved: (sentence: string) => void;
  /** Stands below the heads when there are no stocks, and on narrow screens alone. */
  empty: ReactNode;
}

/** Spec 2: two decimals, an arrow, green when the change is 0 or more, otherwise red. */
function WatchedPrice({ stock, className }: { stock: Stock; className?: string }) {
  const { price, change } = useQuote(stock.symbol, stock) ?? stock;
  const isUp = !(change < 0);
  return (
    <span
      data-direction={isUp ? 'up' : 'down'}
      className={classList(
        'live-number inline-flex items-baseline gap-1 font-medium whitespace-nowrap',
        isUp ? 'text-up' : 'text-down',
        className,
      )}
    >
      <span aria-hidden="true" className="text-[0.75em]">
        {isUp ? '\u25B2' : '\u25BC'}
      </span>
      <Price rupees={price} />
    </span>
  );
}

interface LastDayProps {
  stock: Stock;
  prices: readonly number[] | undefined;
  width?: number;
}

/** What the line of each stock shows: a closed market has had no trading in the last 24 hours, or not in all of them. */
function useLineSpan(): string {
  return dayWord(useMarketPhase()) === 'today' ? 'Last 24 hours' : 'Last trading day';
}

/** The last 24 hours as a line. It begins before the day whose change stands beside it, so it has a colour of its own. */
function LastDay({ stock, prices = [], width }: LastDayProps) {
  const { price } = useQuote(stock.symbol, stock) ?? stock;
  const values = prices.length > 0 ? [...prices, price] : [];
  return <Sparkline values={values} width={width} label={`${stock.symbol}, the ${useLineSpan().toLowerCase()}`} />;
}

interface RemoveButtonProps extends Pick<WatchlistTableProps, 'onRemoved'> {
  symbol: string;
  list: string;
}

function RemoveButton({ symbol, list, onRemoved }: RemoveButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  async function remove(): Promise<void> {
    setIsBusy(true);
    const reply = await removeFromWatchlist(symbol, list);
    setIsBusy(false);
    if (reply.ok) onRemoved(reply.message);
    else await showAlert(reply.message);
  }
  return (
    <IconButton
      size="small"
      label={`Remove ${symbol} from ${list === FIRST_LIST.name ? 'your watchlist' : list}`}
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && void remove()}
    >
      <Trash2 size={16} aria-hidden="true" />
    </IconButton>
  );
}

interface RowProps extends Pick<WatchlistTableProps, 'onRemoved'> {
  stock: Stock;
  prices: readonly number[] | undefined;
  listId: string;
  listName: string;
  at: number;
  count: number;
  onMove: WatchlistTableProps['onMove'];
}

type RowPartProps = Omit<RowProps, 'prices'>;

function RowHandle({ stock: { symbol }, at, count, onMove }: RowPartProps) {
  return onMove && count > 1 && <MoveHandle name={symbol} at={at} count={count} onMove={onMove} />;
}

function RowActions({ stock: { symbol }, listId, listName, onRemoved }: RowPartProps) {
  return (
    <>
      {/* Between a phone and a wide screen there is no room for all of them: the stock's page links to its chart. */}
      <span className="md:max-lg:hidden">
        <ChartLink symbol={symbol} />
      </span>
      <AlertButton symbol={symbol} />
      <IconButton
        size="small"
        label={`Copy or move ${symbol} to another list`}
        aria-haspopup="dialog"
        onClick={() => openStockLists(symbol, listId)}
      >
        <ListPlus size={16} aria-hidden="true" />
      </IconButton>
      <RemoveButton symbol={symbol} list={listName} onRemoved={onRemoved} />
    </>
  );
}

const Row = memo(function Row({ prices, ...row }: RowProps) {
  const { stock } = row;
  const { symbol } = stock;
  const cell = 'border-b border-line px-2 text-right group-last:border-0 lg:px-3';
  return (
    <tr data-symbol={symbol} data-move-item className={classList('group h-12 hover:bg-bg', movingLook)}>
      <th scope="row" className="max-w-52 border-b border-line py-1 pr-2 pl-2 group-last:border-0 lg:max-w-80 lg:pr-3">
        <span className="flex items-center gap-1">
          <span className="w-6 shrink-0">
            <RowHandle {...row} />
          </span>
          <StockName stock={stock} wraps />
        </span>
      </th>
      <td className={cell}>
        <WatchedPrice stock={stock} />
      </td>
      <td className={cell}>
        <LiveChange symbol={symbol} known={stock} kind="price" arrow={false} />
      </td>
      <td className={cell}>
        <LiveChange symbol={symbol} known={stock} arrow={false} />
      </td>
      <td className={classList(cell, 'max-lg:hidden')}>
        <span className="inline-flex align-middle">
          <LastDay stock={stock} prices={prices} />
        </span>
      </td>
      <td className="border-b border-line px-2 text-right group-last:border-0 lg:px-3">
        <span className="inline-flex items-center gap-1">
          <TradeButton side="BUY" symbol={symbol} />
          <TradeButton side="SELL" symbol={symbol} />
          <RowActions {...row} />
        </span>
      </td>
    </tr>
  );
});

const PhoneRow = memo(function PhoneRow({ prices, ...row }: RowProps) {
  const { stock } = row;
  const { symbol } = stock;
  return (
    <li
      data-symbol={symbol}
      data-move-item
      className={classList('flex flex-col gap-2 border-b border-line px-4 py-3 last:border-0', movingLook)}
    >
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 flex-1">
          <StockName stock={stock} wraps />
        </span>
        {/* The narrowest phones have no room for both, and the name is more useful. */}
        <span className="max-[24rem]:hidden">
          <LastDay stock={stock} prices={prices} width={64} />
        </span>
        <span className="flex w-28 shrink-0 flex-col items-end">
          <WatchedPrice stock={stock} className="leading-5" />
          <span className="flex gap-2 text-sm">
            <LiveChange symbol={symbol} known={stock} kind="price" arrow={false} />
            <LiveChange symbol={symbol} known={stock} arrow={false} />
          </span>
        </span>
      </div>
      <div className="flex items-center gap-1">
        <RowHandle {...row} />
        <TradeButton side="BUY" symbol={symbol} className="flex-1 max-[24rem]:px-2" />
        <TradeButton side="SELL" symbol={symbol} className="flex-1 max-[24rem]:px-2" />
        <RowActions {...row} />
      </div>
    </li>
  );
});

interface HeadProps {
  column: WatchColumn;
  label: string;
  sort: WatchSort | undefined;
  onSort: (sort: WatchSort | undefined) => void;
  className?: string;
}

function WatchHead({ column, sort, onSort, ...rest }: HeadProps) {
  const look = { direction: directionOf(column, sort), isNumber: column !== 'symbol' };
  return <SortHead {...rest} {...look} onSort={() => onSort(nextWatchSort(column, sort))} />;
}

export function WatchlistTable(props: WatchlistTableProps) {
  const { list, stocks, lines, sort, onSort, onMove, onRemoved, empty } = props;
  const isNarrow = useLayoutQuery('(width < 48rem)');
  const span = useLineSpan();
  const rows = stocks.map((stock, at) => ({
    key: stock.symbol,
    stock,
    prices: lines.get(stock.symbol),
    listId: list._id,
    listName: list.name,
    at,
    count: stocks.length,
    onMove,
    onRemoved,
  }));
  if (isNarrow && rows.length === 0) return <>{empty}</>;
  if (isNarrow)
    return (
      <ul aria-label={list.name} data-move-list>
        {rows.map(({ key, ...row }) => (
          <PhoneRow key={key} {...row} />
        ))}
      </ul>
    );
  const heads = { sort, onSort };
  return (
    <table className="w-full border-separate border-spacing-0 text-base">
      <caption className="sr-only">{list.name}</caption>
      <thead>
        <tr>
          <WatchHead {...heads} column="symbol" label="Symbol / Name" className="pl-9 text-left" />
          <WatchHead {...heads} column="price" label="Price" className="text-right max-lg:px-2" />
          <WatchHead {...heads} column="change" label="Change" className="text-right max-lg:px-2" />
          <WatchHead {...heads} column="percent" label="% Change" className="text-right max-lg:px-2" />
          <th scope="col" className={classList(headLook, 'text-right max-lg:hidden')}>
            {span}
          </th>
          <th scope="col" className={headLook}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody data-move-list>
        {rows.length === 0 && (
          <tr>
            <td colSpan={6}>{empty}</td>
          </tr>
        )}
        {rows.map(({ key, ...row }) => (
          <Row key={key} {...row} />
        ))}
      </tbody>
    </table>
  );
}

export function WatchlistSkeleton() {
  return (
    <div>
      <LoadingNote what="watchlist" />
      {Array.from({ length: 8 }, (_, index) => (
        <div
          key={index}
          className="flex h-12 items-center justify-between gap-4 border-b border-line px-4 last:border-0"
        >
          <Skeleton className="w-40" />
          <Skeleton className="w-24" />
          <Skeleton className="w-24 max-md:hidden" />
          <Skeleton className="w-48 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
