// Stock Market Overview: every stock with its live price, as cards, a dense table or a map; search, filters, order and view live in the address.
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { tradeMessages } from '../../contract/messages/trade.ts';
import type { Stock } from '../../contract/market.ts';
import { lazyPart } from '../lazy-part.ts';
import { useCall } from '../query.ts';
import { withLiveQuotes } from '../quotes.ts';
import { useAddressText } from '../ui/address-text.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classList } from '../ui/class-list.ts';
import { countOf } from '../ui/number-text.ts';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import type { Choice } from '../ui/select.tsx';
import { LoadingNote } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { MarketStrip } from './market-strip.tsx';
import { StockCards, StockCardsSkeleton } from './stock-cards.tsx';
import { filterStocks, sectorsOf, sortStocks, useListed } from './stock-list.ts';
import { StockTable, StockTableSkeleton } from './stock-table.tsx';
import { stocksSearch } from './stocks-search.ts';
import type { PriceRange, StocksSearch, StockSort } from './stocks-search.ts';

const StockMap = lazyPart(async () => ({ default: (await import('./stock-map.tsx')).StockMap }));

const route = getRouteApi('/trader/stocks');

const sortChoices: readonly Choice<StockSort>[] = [
  { value: 'symbol', label: 'Symbol, A to Z' },
  { value: '-symbol', label: 'Symbol, Z to A' },
  { value: '-change', label: 'Risen most first' },
  { value: 'change', label: 'Fallen most first' },
  { value: '-price', label: 'Highest price first' },
  { value: 'price', label: 'Lowest price first' },
  { value: '-volume', label: 'Most traded first' },
  { value: 'volume', label: 'Least traded first' },
];

const priceChoices: readonly Choice<PriceRange | ''>[] = [
  { value: '', label: 'Any price' },
  { value: '0-100', label: 'Under ₹100' },
  { value: '100-500', label: '₹100–500' },
  { value: '500-1000', label: '₹500–1,000' },
  { value: '1000-', label: 'From ₹1,000' },
];

/** Changes part of the address. Typing replaces the history entry, a choice creates a new one. */
function useAddress(): [StocksSearch, (changes: StocksSearch, replace?: boolean) => void] {
  const search = stocksSearch(route.useSearch());
  const navigate = route.useNavigate();
  return [
    search,
    (changes, replace = false) => void navigate({ search: { ...search, ...changes }, replace, resetScroll: false }),
  ];
}

/** Two beside each other on a phone. */
const filterLook = 'min-w-0 flex-1 max-sm:basis-2/5 sm:flex-none';

interface ToolbarProps {
  stocks: readonly Stock[];
  /** Undefined while the stocks load. */
  shownCount: number | undefined;
  text: string;
  onText: (text: string) => void;
  search: StocksSearch;
  onChange: (changes: StocksSearch) => void;
}

function Toolbar({ stocks, shownCount, text, onText, search, onChange }: ToolbarProps) {
  const sectors = useMemo(
    () => [
      { value: '', label: 'All sectors' },
      ...sectorsOf(stocks).map((sector) => ({ value: sector, label: sector })),
    ],
    [stocks],
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TextInput
        label="Find a stock on this page"
        hideLabel
        type="search"
        placeholder="Symbol or name"
        value={text}
        maxLength={64}
        onChange={(event) => onText(event.currentTarget.value)}
        className="w-full sm:w-48 lg:w-56"
      />
      <Select
        label="Sector"
        hideLabel
        choices={sectors}
        value={search.sector ?? ''}
        onChoose={(sector) => onChange({ sector: sector || undefined })}
        className={classList(filterLook, 'sm:w-44 lg:w-52')}
      />
      <Select
        label="Price"
        hideLabel
        choices={priceChoices}
        value={search.price ?? ''}
        onChoose={(price) => onChange({ price: price || undefined })}
        className={classList(filterLook, 'sm:w-36')}
      />
      <Select
        label="Order"
        hideLabel
        choices={sortChoices}
        value={search.sort ?? 'symbol'}
        onChoose={(sort) => onChange({ sort })}
        className={classList(filterLook, 'sm:w-44')}
      />
      <div className="ml-auto flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <p role="status" className="text-sm text-muted">
          {shownCount !== undefined && countOf(shownCount, 'stock')}
        </p>
        <Segmented
          label="View"
          value={search.view ?? 'cards'}
          onChoose={(view) => onChange({ view })}
          choices={[
            { value: 'cards', label: 'Cards' },
            { value: 'table', label: 'Table' },
            { value: 'map', label: 'Map' },
          ]}
        />
      </div>
    </div>
  );
}

interface StocksListProps {
  /** Undefined while they load. */
  stocks: readonly Stock[] | undefined;
}

const none: readonly Stock[] = [];

function StocksList({ stocks }: StocksListProps) {
  const [search, change] = useAddress();
  const [text, setText] = useAddressText(search.q ?? '', (q) => change({ q: q || undefined }, true));
  const { sector, price, sort = 'symbol', view = 'cards' } = search;
  // Sorted once by the prices at that moment, so that rows stay in place while prices move.
  const sorted = useMemo(() => sortStocks(withLiveQuotes(stocks ?? none), sort), [stocks, sort]);
  const shown = useMemo(() => filterStocks(sorted, { q: text, sector, price }), [sorted, text, sector, price]);

  function clear(): void {
    // What is still being typed would come back.
    setText('');
    change({ q: undefined, sector: undefined, price: undefined });
  }

  return (
    <>
      <MarketStrip stocks={stocks ?? none} />
      <Toolbar
        stocks={stocks ?? none}
        shownCount={stocks && shown.length}
        text={text}
        onText={setText}
        search={search}
        onChange={change}
      />
      {stocks === undefined ? (
        <>
          <LoadingNote what="stocks" />
          {view === 'table' ? <StockTableSkeleton /> : <StockCardsSkeleton />}
        </>
      ) : shown.length === 0 ? (
        <Card>
          <EmptyState
            title="No stock matches"
            text="Try another symbol, name, sector or price."
            action={<Button onClick={clear}>Show all stocks</Button>}
          />
        </Card>
      ) : view === 'map' ? (
        <Suspense fallback={<StockCardsSkeleton />}>
          <StockMap stocks={shown} />
        </Suspense>
      ) : view === 'table' ? (
        <StockTable stocks={shown} sort={sort} onSort={(next) => change({ sort: next })} />
      ) : (
        <StockCards stocks={shown} />
      )}
    </>
  );
}

export function StocksScreen() {
  const { data, error, refetch } = useCall('GET /stocks', {});
  const stocks = useListed(data);
  return (
    <Screen
      title="Stock Market Overview"
      documentTitle="Stocks"
      // Narrow headers hide it in their menu, and the bar of a phone has no room for it.
      actions={
        <Link to="/watchlist" className={classList(buttonLook({ size: 'small' }), 'xl:hidden')}>
          Watchlist
        </Link>
      }
    >
      {stocks === undefined && error ? (
        <Card>
          <ErrorState title={tradeMessages.marketLoadFailed} reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : stocks?.length === 0 ? (
        <Card>
          <EmptyState
            title="No stocks are listed yet"
            text="The market opens with its first stock."
            action={<Button onClick={() => void refetch()}>Look again</Button>}
          />
        </Card>
      ) : (
        <StocksList stocks={stocks} />
      )}
    </Screen>
  );
}
