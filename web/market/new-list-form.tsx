// Creates a watchlist: its name and a button, or the reason why that is not possible.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { LONGEST_LIST_NAME, MOST_WATCHLISTS } from '../../contract/market/watchlist-rules.ts';
import type { Watchlist } from '../../contract/watchlists.ts';
import { watchMessages } from '../../contract/messages/market.ts';
import { useCallOnce } from '../call-once.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { makeWatchlist } from './own-lists.ts';

export interface NewListFormProps {
  label: string;
  /** The maximum number of lists exists. */
  isFull: boolean;
  autoFocus?: boolean;
  onMade: (list: Watchlist) => void;
}

export function NewListForm({ label, isFull, autoFocus, onMade }: NewListFormProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const callOnce = useCallOnce();

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return setError(watchMessages.nameRequired);
    setIsBusy(true);
    const reply = await makeWatchlist(name, callOnce);
    setIsBusy(false);
    if (!reply.ok) return setError(reply.message);
    setName('');
    onMade(reply.data[reply.data.length - 1]);
  }

  if (isFull) return <p className="py-2 text-sm text-muted">{watchMessages.tooManyLists(MOST_WATCHLISTS)}</p>;
  return (
    <form onSubmit={(event) => void make(event)} noValidate className="flex items-start gap-2">
      <TextInput
        label={label}
        value={name}
        maxLength={LONGEST_LIST_NAME}
        autoComplete="off"
        autoFocus={autoFocus}
        error={error}
        keepErrorLine
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(null);
        }}
        className="min-w-0 flex-1"
      />
      <Button type="submit" busy={isBusy} className="mt-6 h-11 sm:h-9">
        Make list
      </Button>
    </form>
  );
}
