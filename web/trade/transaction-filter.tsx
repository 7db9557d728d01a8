// The filters of the transaction history: words, a side, days and one stock. Each takes effect at once, and is kept in the address.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { FoldedDaysFilter } from './days-filter.tsx';
import type { TransactionsSearch } from './transactions-search.ts';

const typeChoices = [
  { value: 'ALL', label: 'All' },
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
] as const;

interface TransactionFilterProps {
  search: TransactionsSearch;
  /** The last day that can be chosen. */
  today: string;
  onChange: (changes: TransactionsSearch, replace?: boolean) => void;
  /** How many there are. */
  note: ReactNode;
}

export function TransactionFilter({ search, today, onChange, note }: TransactionFilterProps) {
  const { symbol } = search;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        label="Search transactions"
        placeholder="Search stock, company or ID"
        text={search.q}
        onText={(q) => onChange({ q, page: undefined }, true)}
        className="w-full sm:w-60"
      />
      <Segmented
        label="Type"
        value={search.type ?? 'ALL'}
        choices={typeChoices}
        onChoose={(value) => onChange({ type: value === 'ALL' ? undefined : value, page: undefined })}
      />
      <FoldedDaysFilter
        legend="Days of the transactions"
        days={search}
        today={today}
        onDays={(days) => onChange({ ...days, page: undefined }, true)}
      />
      {symbol && (
        <Button
          size="small"
          aria-label={`Only ${symbol}: show all stocks`}
          onClick={() => onChange({ symbol: undefined, page: undefined })}
        >
          {symbol}
          <X size={14} aria-hidden="true" />
        </Button>
      )}
      <p role="status" className="ml-auto flex min-h-8 min-w-24 items-center justify-end text-sm text-muted">
        {note}
      </p>
    </div>
  );
}
