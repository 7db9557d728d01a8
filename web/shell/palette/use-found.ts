// What an administrator can find from anywhere: users by part of a name or address, and an order by its number.
import type { DeskOrder } from '../../../contract/admin/orders.ts';
import type { ListedUser } from '../../../contract/admin/users.ts';
import type { UserRole } from '../../../contract/auth.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { useCall } from '../../query.ts';
import { useDebounced } from '../../ui/debounce.ts';
import { countText } from '../../ui/number-text.ts';
import type { Command, ShownCommand } from './commands.ts';

/** Spec 9: a search waits until typing has stopped for this long. */
const TYPING_MS = 300;
const FEWEST_LETTERS = 2;
const MOST_USERS = 6;

/** `state`: whether the server has answered for these letters. */
export interface Found {
  commands: readonly ShownCommand[];
  state: 'known' | 'searching' | 'failed';
}

const nothing: Found = { commands: [], state: 'known' };

const isOrderNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

function wordsOf({ type, quantity, stock, user, status }: DeskOrder): string {
  return `${type} ${countText(quantity)} ${stock.symbol}, ${isolated(user.name)}, ${status}`;
}

/** Offered as soon as it is typed, and taken back if there is no such order. */
function orderCommand(text: string, found: readonly DeskOrder[] | undefined): Command[] {
  if (!isOrderNumber(text)) return [];
  const order = found?.find(({ orderId }) => orderId === text);
  if (found && !order) return [];
  const words = order ? wordsOf(order) : '';
  return [{ key: `order ${text}`, label: `Order ${text}`, words, act: { kind: 'order-details', orderId: text } }];
}

/** Until the server has answered for all that is typed, nobody is offered whom the last letters leave out: Enter would open that one. */
function hasWords({ email, name }: ListedUser, typed: string): boolean {
  const text = `${email} ${name}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function useFound(role: UserRole, query: string): Found {
  const typed = query.trim();
  const settled = useDebounced(typed, TYPING_MS);
  const isAdmin = role === 'admin';
  const isAsked = isAdmin && settled.length >= FEWEST_LETTERS;
  const people = useCall('GET /userlist', { q: settled, limit: MOST_USERS }, { enabled: isAsked });
  const isNumber = isAdmin && isOrderNumber(settled);
  const orders = useCall('GET /orders', { q: settled, limit: 1 }, { enabled: isNumber });
  if (!isAdmin) return nothing;
  const users = (isAsked && people.data ? people.data.usersData : [])
    .filter((user) => user.role !== 'admin' && (settled === typed || hasWords(user, typed)))
    .map(({ _id, email, name }): Command => ({
      key: `user ${_id}`,
      label: email,
      words: name,
      act: { kind: 'user', userId: _id },
    }));
  const order = orderCommand(typed, isNumber && settled === typed ? orders.data?.orders : undefined);
  const isSearching = typed.length >= FEWEST_LETTERS && (settled !== typed || people.isLoading || orders.isLoading);
  return {
    commands: [...order, ...users].map((command) => ({ ...command, isRecent: false })),
    state: isSearching ? 'searching' : people.isError || orders.isError ? 'failed' : 'known',
  };
}
