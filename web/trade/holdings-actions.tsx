// The actions on the list of holdings: another order, where the table's headings cannot sort, and a CSV file.
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { call } from '../api.ts';
import { CsvButton, csvPage } from '../csv-button.tsx';
import { Select } from '../ui/select.tsx';
import type { HoldingSort } from './holdings-search.ts';

const CSV_HEADER = [
  'Stock',
  'Company',
  'Product',
  'Qty',
  'Of it intraday',
  'Borrowed',
  'Avg Price',
  'Price',
  'Current Value',
  'Overall Profit',
  'Today',
];

function csvRow(item: PortfolioItem): (string | number)[] {
  const product = item.isIntraday ? 'Intraday' : item.intradayQuantity > 0 ? 'Both' : 'Delivery';
  const { symbol, name, quantity, intradayQuantity, loan, averagePrice, currentPrice } = item;
  const worth = [item.currentValue, item.overallProfit, item.todaysProfit];
  return [symbol, name, product, quantity, intradayQuantity, loan, averagePrice, currentPrice, ...worth];
}

const sortChoices: { value: HoldingSort | 'symbol'; label: string }[] = [
  { value: 'symbol', label: 'By symbol' },
  { value: '-symbol', label: 'By symbol, Z first' },
  { value: '-value', label: 'Largest value' },
  { value: 'value', label: 'Smallest value' },
  { value: '-overall', label: 'Most profit' },
  { value: 'overall', label: 'Most loss' },
  { value: '-today', label: 'Best of the day' },
  { value: 'today', label: 'Worst of the day' },
  { value: '-quantity', label: 'Most shares' },
  { value: 'quantity', label: 'Fewest shares' },
];

interface HoldingsActionsProps {
  sort: string;
  onSort: (sort: string) => void;
  isWide: boolean;
  /** Undefined while they load. */
  count: number | undefined;
}

export function HoldingsActions({ sort, onSort, isWide, count }: HoldingsActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!isWide && count !== 0 && (
        <Select
          label="Order of the holdings"
          hideLabel
          value={sort as HoldingSort}
          choices={sortChoices}
          onChoose={onSort}
          disabled={count === undefined}
          className="w-36 sm:w-40"
        />
      )}
      <CsvButton
        name="holdings"
        header={CSV_HEADER}
        row={csvRow}
        disabled={!count}
        load={async () =>
          csvPage(await call('GET /portfolio', {}), ({ portfolio }) => ({ rows: portfolio, totalPages: 1 }))
        }
      />
    </div>
  );
}
