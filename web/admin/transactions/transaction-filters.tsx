// The filters of Transaction Management: what the taker did, whose, and on which days.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { strippedText } from '../filter-text.ts';
import type { DeskTransactionsSearch } from './transactions-search.ts';

export type TransactionFilter = Pick<DeskTransactionsSearch, 'type' | 'user' | 'from' | 'to'>;

export const NO_FILTER: TransactionFilter = { type: undefined, user: undefined, from: undefined, to: undefined };

const typeChoices = [
  { value: 'ALL', label: 'All' },
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
] as const;

export function TransactionFilters({
  search,
  onApply,
}: {
  search: TransactionFilter;
  onApply: (filter: TransactionFilter) => void;
}) {
  const [type, setType] = useState<'ALL' | 'BUY' | 'SELL'>(search.type ?? 'ALL');
  const [user, setUser] = useState(search.user ?? '');
  const [from, setFrom] = useState(search.from ?? '');
  const [to, setTo] = useState(search.to ?? '');
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    onApply({
      type: type === 'ALL' ? undefined : type,
      user: strippedText(user) || undefined,
      from: from || undefined,
      to: to || undefined,
    });
  };
  return (
    <form onSubmit={apply} className="flex flex-wrap items-end gap-3">
      <Select label="Type" choices={typeChoices} value={type} onChoose={setType} className="w-full sm:w-32" />
      <TextInput
        label="User name"
        type="search"
        maxLength={64}
        value={user}
        onChange={(event) => setUser(event.currentTarget.value)}
        className="w-full sm:w-56"
      />
      <TextInput
        label="From"
        type="date"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
        className="w-full sm:w-44"
      />
      <TextInput
        label="To"
        type="date"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        className="w-full sm:w-44"
      />
      <Button type="submit" tone="primary">
        Apply Filters
      </Button>
      <Button
        onClick={() => {
          setType('ALL');
          setUser('');
          setFrom('');
          setTo('');
          onApply(NO_FILTER);
        }}
      >
        Clear
      </Button>
    </form>
  );
}
