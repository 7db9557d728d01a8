// The rooms of calls by themselves: people who enter, and who hears what.
import type { CallPushName, CallPushOf } from '../../contract/call.ts';
import type { Effect } from '../../server/call/effects.ts';
import { newRoomCode } from '../../server/call/room-code.ts';
import { Rooms } from '../../server/call/rooms.ts';
import type { Outcome } from '../../server/call/rooms.ts';
import type { Entrant } from '../../server/call/seat.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const T = Date.UTC(2026, 10, 20, 10);

export const newRooms = (): Rooms => new Rooms({ newCode: newRoomCode, mostPeople: 6 });

/** Person n on socket `s<n>`, with one page. */
export const person = (n: number, given: Partial<Entrant> = {}): Entrant => ({
  socket: `s${n}`,
  account: n,
  name: `Person ${n}`,
  isHost: false,
  page: `page${n}`,
  isMuted: false,
  hasCamera: true,
  media: { kind: 'mesh', iceServers: [] },
  ...given,
});

export function effectsOf(outcome: Outcome): readonly Effect[] {
  if (outcome.refusal !== null) throw new Error(`refused: ${outcome.refusal}`);
  return outcome.effects;
}

/** The events of one kind that a socket received. */
export function heard<E extends CallPushName>(effects: readonly Effect[], socket: string, event: E): CallPushOf<E>[] {
  return effects.flatMap((effect) =>
    effect.kind === 'push' && effect.socket === socket && effect.event === event
      ? [effect.payload as CallPushOf<E>]
      : [],
  );
}

/** `event to socket`, in order. */
export const told = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => (effect.kind === 'push' ? [`${effect.event} ${effect.socket}`] : []));

/** A call by code of person 1, with others in it. */
export function callOf(rooms: Rooms, ...others: number[]): string {
  const [{ roomCode }] = heard(effectsOf(rooms.create(person(1, { isHost: true }), T)), 's1', 'room-created');
  for (const n of others) effectsOf(join(rooms, roomCode, n));
  return roomCode;
}

export function join(rooms: Rooms, code: string, n: number, given: Partial<Entrant> = {}, at = T): Outcome {
  const room = rooms.find(n, code, at);
  return typeof room === 'string' ? { refusal: room } : rooms.enter(room, person(n, given), at);
}

/** An act of the host, on a socket, on another person. */
export function remove(rooms: Rooms, host: string, who: string): readonly Effect[] {
  const removal = rooms.removable(host, who, T);
  if (typeof removal === 'string') throw new Error(removal);
  return rooms.remove(removal, T);
}

export const offer = { offer: { type: 'offer', sdp: 'v=0' } } as const;
