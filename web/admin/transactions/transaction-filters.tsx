// The filters of Transaction Management: which side, whose, and on which days.
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useFilterDraft } from '../filter-draft.ts';
import { strippedText } from '../filter-text.ts';
import type { DeskTransactionsSearch } from './transactions-search.ts';

export type TransactionFilter = Pick<DeskTransactionsSearch, 'type' | 'user' | 'from' | 'to'>;

export const NO_FILTER: TransactionFilter = { type: undefined, user: undefined, from: undefined, to: undefined };

interface TransactionDraft {
  type: 'ALL' | 'BUY' | 'SELL';
  user: string;
  from: string;
  to: string;
}

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
  const applied: TransactionDraft = {
    type: search.type ?? 'ALL',
    user: search.user ?? '',
    from: search.from ?? '',
    to: search.to ?? '',
  };
  const [{ type, user, from, to }, set] = useFilterDraft(applied);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    const name = strippedText(user);
    set({ user: name });
    onApply({
      type: type === 'ALL' ? undefined : type,
      user: name || undefined,
      from: from || undefined,
      to: to || undefined,
    });
  };
  return (
    <form onSubmit={apply} className="flex flex-wrap items-end gap-3">
      <Select
        label="Type"
        choices={typeChoices}
        value={type}
        onChoose={(chosen) => set({ type: chosen })}
        className="w-full sm:w-32"
      />
      <TextInput
        label="User name"
        type="search"
        maxLength={64}
        value={user}
        onChange={(event) => set({ user: event.currentTarget.value })}
        className="w-full sm:w-56"
      />
      <TextInput
        label="From"
        type="date"
        value={from}
        onChange={(event) => set({ from: event.currentTarget.value })}
        className="w-full sm:w-44"
      />
      <TextInput
        label="To"
        type="date"
        value={to}
        onChange={(event) => set({ to: event.currentTarget.value })}
        className="w-full sm:w-44"
      />
      <Button type="submit" tone="primary">
        Apply Filters
      </Button>
      <Button
        onClick={() => {
          set({ type: 'ALL', user: '', from: '', to: '' });
          onApply(NO_FILTER);
        }}
      >
        Clear
      </Button>
    </form>
  );
}
