// The effects of a request in a call: what sockets are told, and what is recorded about a lesson.
import type { CallPushName, CallPushOf } from '../../contract/call.ts';
import type { CallEnd } from '../../contract/messages/live-call.ts';
import { presentRoom } from './room.ts';
import type { Room, Seat } from './room.ts';

type Push = { [E in CallPushName]: { kind: 'push'; socket: string; event: E; payload: CallPushOf<E> } }[CallPushName];

/** One effect: a message to a socket, or a record about a lesson. */
export type Effect =
  | Push
  | { kind: 'came'; lesson: string; account: number; at: number }
  | { kind: 'went'; lesson: string; account: number; at: number }
  | { kind: 'ended'; lesson: string | null; reason: CallEnd; at: number };

export function push<E extends CallPushName>(socket: string, event: E, payload: CallPushOf<E>): Effect {
  return { kind: 'push', socket, event, payload } as Push;
}

/** The sockets of everybody present, except one. */
export function present({ seats }: Room, but?: string): string[] {
  return [...seats.values()].flatMap(({ id, socket }) => (socket === null || id === but ? [] : [socket]));
}

export function onlyOther({ seats }: Room, own: Seat): Seat | undefined {
  const others = [...seats.values()].filter((seat) => seat !== own && seat.socket !== null);
  return others.length === 1 ? others[0] : undefined;
}

export function tellState(room: Room, but?: Seat): Effect[] {
  const state = presentRoom(room);
  return present(room, but?.id).map((socket) => push(socket, 'call-state', state));
}

/** Tells everybody else in the room of somebody's coming or going. */
export function tellOthers<E extends 'user-joined' | 'user-left'>(
  room: Room,
  { id, name }: Seat,
  event: E,
  more: Omit<CallPushOf<E>, 'roomCode' | 'from' | 'name'>,
): Effect[] {
  const payload = { roomCode: room.code, from: id, name, ...more } as CallPushOf<E>;
  return present(room, id).map((socket) => push(socket, event, payload));
}

export function mute({ code }: Room, seat: Seat): Effect[] {
  if (seat.isMuted) return [];
  Object.assign(seat, { isMuted: true, isMutedByHost: true });
  return seat.socket === null ? [] : [push(seat.socket, 'call-muted', { roomCode: code })];
}

export function ended({ code }: Room, seats: readonly Seat[], reason: CallEnd): Effect[] {
  return seats.flatMap(({ socket }) =>
    socket === null ? [] : [push(socket, 'call-ended', { roomCode: code, reason })],
  );
}

export function came({ lesson }: Room, account: number, at: number): Effect[] {
  return lesson === null ? [] : [{ kind: 'came', lesson: lesson.id, account, at }];
}

export function went({ lesson }: Room, account: number, at: number): Effect[] {
  return lesson === null ? [] : [{ kind: 'went', lesson: lesson.id, account, at }];
}
