// What narrows the transaction history: words, a side, days and one stock. Each counts at once, and stands in the address.
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { controlLook } from '../ui/field.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { isDay } from './diary/calendar.ts';
import type { TransactionsSearch } from './transactions-search.ts';

const typeChoices = [
  { value: 'ALL', label: 'All' },
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
] as const;

interface TransactionFilterProps {
  search: TransactionsSearch;
  /** The last day that can be asked for. */
  today: string;
  onChange: (changes: TransactionsSearch, replace?: boolean) => void;
  /** How many there are. */
  note: ReactNode;
}

type DaysProps = Pick<TransactionFilterProps, 'search' | 'today' | 'onChange'>;

function Days({ search, today, onChange }: DaysProps) {
  const change = (key: 'from' | 'to', text: string): void => {
    if (text === '' || isDay(text)) onChange({ [key]: text || undefined, page: undefined }, true);
  };
  const day = (key: 'from' | 'to', label: string) => (
    <input
      type="date"
      aria-label={label}
      max={today}
      value={search[key] ?? ''}
      onChange={(event) => change(key, event.currentTarget.value)}
      className={`${controlLook} min-w-0 flex-1 sm:w-36 sm:flex-none`}
    />
  );
  return (
    <fieldset className="flex min-w-0 items-center gap-2 max-sm:w-full">
      <legend className="sr-only">Days of the transactions</legend>
      {day('from', 'From day')}
      <span aria-hidden="true" className="text-muted">
        {'\u2013'}
      </span>
      {day('to', 'To day')}
    </fieldset>
  );
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
      <Days search={search} today={today} onChange={onChange} />
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
      <p role="status" className="ml-auto text-sm text-muted">
        {note}
      </p>
    </div>
  );
}
