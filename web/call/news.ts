// Finds what has just happened in a call, in one sentence, by comparing two states of it.
import type { CallState, ChatMessage } from '../../contract/call.ts';

export function newsOf(before: CallState, after: CallState, me: string): string | null {
  const known = new Map(before.people.map((person) => [person.id, person]));
  const there = new Set(after.people.map(({ id }) => id));
  for (const person of after.people) {
    if (person.id === me) continue;
    const earlier = known.get(person.id);
    if (earlier === undefined) return `${person.name} has joined.`;
    if (person.handUpAt !== null && earlier.handUpAt === null) return `${person.name} has raised a hand.`;
    if (person.isSharing && !earlier.isSharing) return `${person.name} shares the screen.`;
    if (person.isAway && !earlier.isAway) return `${person.name} has lost the connection.`;
    if (!person.isAway && earlier.isAway) return `${person.name} is back.`;
  }
  const left = before.people.find(({ id }) => id !== me && !there.has(id));
  return left === undefined ? null : `${left.name} has left.`;
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
  const isLong = last.text.length > LONGEST_PREVIEW;
  return `${last.name}: ${isLong ? `${last.text.slice(0, LONGEST_PREVIEW)}\u2026` : last.text}`;
}
