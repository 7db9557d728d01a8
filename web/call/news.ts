// Finds what has just happened in a call, in one sentence, by comparing two states of it.
import type { CallState, ChatMessage } from '../../contract/call.ts';
import { cutText } from '../../contract/wire/cut-text.ts';
import { isolated } from '../../contract/wire/isolated.ts';

/** `removed`: whom the host has sent away, by the id of the person. */
export function newsOf(before: CallState, after: CallState, me: string, removed: ReadonlySet<string>): string | null {
  // With another seat, after a minute or more without a line, people are seen anew: who has left the old seat is oneself.
  if (!before.people.some(({ id }) => id === me)) return null;
  const known = new Map(before.people.map((person) => [person.id, person]));
  const there = new Set(after.people.map(({ id }) => id));
  for (const person of after.people) {
    if (person.id === me) continue;
    const earlier = known.get(person.id);
    if (earlier === undefined) return `${isolated(person.name)} has joined.`;
    if (person.handUpAt !== null && earlier.handUpAt === null) return `${isolated(person.name)} has raised a hand.`;
    if (person.isSharing && !earlier.isSharing) return `${isolated(person.name)} shares the screen.`;
    if (person.isAway && !earlier.isAway) return `${isolated(person.name)} has lost the connection.`;
    if (!person.isAway && earlier.isAway) return `${isolated(person.name)} is back.`;
  }
  const left = before.people.find(({ id }) => id !== me && !there.has(id));
  if (left === undefined) return null;
  return removed.has(left.id) ? `${isolated(left.name)} has been removed.` : `${isolated(left.name)} has left.`;
}

export const lastIdOf = (chat: readonly ChatMessage[]): number => chat.at(-1)?.id ?? 0;

/** How many messages by others follow the last one read. After a reconnection the list may be shorter than before, so counting is no use. */
export function unreadOf(chat: readonly ChatMessage[], lastRead: number, me: string): number {
  return chat.filter(({ id, from, isDeleted }) => id > lastRead && from !== me && !isDeleted).length;
}

const LONGEST_PREVIEW = 100;

/** The newest message, for somebody who does not have the chat open. */
export function chatNewsOf(chat: readonly ChatMessage[], me: string): string | null {
  const last = chat.at(-1);
  if (last === undefined || last.from === me || last.isDeleted) return null;
  const preview = cutText(last.text, LONGEST_PREVIEW);
  return `${isolated(last.name)}: ${isolated(preview)}${preview === last.text ? '' : '\u2026'}`;
}
