// What people in a call are shown about each other: as everybody sets it for themselves, and as the host changes it for those who stay.
import { isDeepStrictEqual } from 'node:util';
import type { CallRequestOf, HostAct } from '../../contract/call.ts';
import type { CallRefusal } from '../../contract/messages/live-call.ts';
import { takeOne } from '../allowance.ts';
import { mute, tellState } from './effects.ts';
import type { Effect } from './effects.ts';
import { guestOf, shownOf } from './room.ts';
import type { Place } from './room.ts';
import { CHANGES } from './seat.ts';

/** A removal is recorded first, elsewhere. */
export interface Moderation {
  readonly act: Exclude<HostAct, 'remove'>;
  readonly person?: string;
}

export function setOwn(
  { room, seat }: Place,
  change: CallRequestOf<'call-me'>,
  at: number,
): CallRefusal | readonly Effect[] {
  const { isMuted = seat.isMuted, hasCamera = seat.hasCamera, isSharing = seat.isSharing, isHandUp } = change;
  if (change.isMuted !== undefined) seat.isMutedByHost = false;
  const isUp = seat.handUpAt !== null;
  const handUpAt = (isHandUp ?? isUp) ? (seat.handUpAt ?? at) : null;
  const shown = { isMuted, hasCamera, isSharing, handUpAt };
  // What is already the case is news to nobody.
  if (isDeepStrictEqual(shown, shownOf(seat))) return [];
  if (!takeOne(seat.changes, CHANGES, at)) return 'too-many';
  Object.assign(seat, shown);
  return tellState(room);
}

export function moderate(
  { room, seat }: Place,
  { act, person }: Moderation,
  at: number,
): CallRefusal | readonly Effect[] {
  if (!seat.isHost) return 'not-host';
  if (!takeOne(seat.changes, CHANGES, at)) return 'too-many';
  if (act === 'mute-all') {
    const others = [...room.seats.values()].filter((other) => !other.isHost);
    return [...others.flatMap((other) => mute(room, other)), ...tellState(room)];
  }
  const target = guestOf(room, person);
  if (target === undefined) return 'nobody-there';
  if (act === 'mute') return [...mute(room, target), ...tellState(room)];
  target.handUpAt = null;
  return tellState(room);
}
