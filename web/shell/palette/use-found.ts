// What an administrator finds from anywhere: users by any part of a name or address, and an order by its number.
import type { UserRole } from '../../../contract/auth.ts';
import { useCall } from '../../query.ts';
import { useDebounced } from '../../ui/debounce.ts';
import type { Command, ShownCommand } from './commands.ts';

/** Spec 9: a search waits until the typing has stopped for so long. */
const TYPING_MS = 300;
const FEWEST_LETTERS = 2;
const MOST_USERS = 6;

const none: readonly ShownCommand[] = [];

function orderCommand(text: string): Command[] {
  if (!/^[1-9]\d{0,14}$/.test(text)) return [];
  return [{ key: `order ${text}`, label: `Order ${text}`, words: '', act: { kind: 'order-details', orderId: text } }];
}

export function useFound(role: UserRole, query: string): readonly ShownCommand[] {
  const settled = useDebounced(query.trim(), TYPING_MS);
  const isAsked = role === 'admin' && settled.length >= FEWEST_LETTERS;
  const { data } = useCall('GET /userlist', { q: settled, limit: MOST_USERS }, { enabled: isAsked });
  if (role !== 'admin') return none;
  const users = (isAsked && data ? data.usersData : [])
    .filter((user) => user.role !== 'admin')
    .map(({ _id, email, name }): Command => ({
      key: `user ${_id}`,
      label: email,
      words: name,
      act: { kind: 'user', userId: _id },
    }));
  return [...orderCommand(query.trim()), ...users].map((command) => ({ ...command, isRecent: false }));
}
