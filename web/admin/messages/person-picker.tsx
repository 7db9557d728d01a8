// Finds one person by part of a name or an address, and keeps the one that was chosen in sight.
import { useState } from 'react';
import type { ListedUser } from '../../../contract/admin/users.ts';
import { useCall } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { useDebounced } from '../../ui/debounce.ts';
import { roleNames } from '../users/account-words.tsx';

const MOST_OFFERED = 8;

export interface PersonPickerProps {
  /** The address of the person; undefined while nobody is chosen. */
  email: string | undefined;
  onEmail: (email: string | undefined) => void;
}

/** Who has this address; null when nobody has. */
export function usePerson(email: string | undefined): ListedUser | null | undefined {
  const { data } = useCall('GET /userlist', { q: email?.slice(0, 64), limit: 100 }, { enabled: email !== undefined });
  if (email === undefined || data === undefined) return undefined;
  return data.usersData.find((user) => user.email === email) ?? null;
}

export function PersonPicker({ email, onEmail }: PersonPickerProps) {
  const person = usePerson(email);
  const [text, setText] = useState('');
  const wanted = useDebounced(text.trim(), 200);
  const { data, isPlaceholderData, isFetching } = useCall(
    'GET /userlist',
    { q: wanted, limit: MOST_OFFERED },
    { enabled: wanted !== '', keepPrevious: true },
  );
  const isFresh = wanted === text.trim() && !isPlaceholderData && !isFetching;

  if (email !== undefined)
    return (
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0">
          <span className="block truncate font-medium">{person?.name ?? email}</span>
          <span className="block truncate text-sm text-muted">
            {person === null ? 'Nobody has this address.' : email}
            {person && ` \u00b7 ${roleNames[person.role]}`}
            {person?.is_Blocked && ' \u00b7 disabled'}
          </span>
        </p>
        <Button size="small" onClick={() => onEmail(undefined)}>
          Choose another
        </Button>
      </div>
    );
  return (
    <Combobox<ListedUser>
      label="Find the person by name or email"
      placeholder="Name or email"
      text={text}
      onText={setText}
      items={wanted === '' ? [] : (data?.usersData ?? []).filter(({ role }) => role !== 'admin')}
      isFresh={isFresh}
      itemKey={({ _id }) => _id}
      renderItem={(user) => (
        <span className="min-w-0">
          <span className="block truncate font-medium">{user.name}</span>
          <span className="block truncate text-sm text-muted">{user.email}</span>
        </span>
      )}
      onChoose={(user) => {
        setText('');
        onEmail(user.email);
      }}
      note={isFresh ? 'Nobody found' : 'Searching'}
    />
  );
}
