// What has just happened in a call, in one sentence, from two states of it.
import type { CallState } from '../../contract/call.ts';

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
