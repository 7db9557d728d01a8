// What is written in a room: said, deleted, and reported. Kept in memory for as long as the room lives.
import type { CallEntry, CallRequestOf, ChatMessage, MediaWay } from '../../contract/call.ts';
import { CHAT_KEPT } from '../../contract/call.ts';
import type { CallRefusal } from '../../contract/messages/live-call.ts';
import { takeOne } from './allowance.ts';
import { present, push } from './effects.ts';
import type { Effect } from './effects.ts';
import { presentRoom, rememberSaid } from './room.ts';
import type { Room, Said, Seat } from './room.ts';
import { CHANGES, CHAT } from './seat.ts';

interface Place {
  readonly room: Room;
  readonly seat: Seat;
}

/** What somebody reports, as the room knows it. */
export interface Complaint {
  readonly room: string;
  /** The public id of the lesson; null in a call by code. */
  readonly lesson: string | null;
  readonly by: number;
  readonly account: number;
  readonly message: { readonly id: number; readonly text: string; readonly sentAt: number } | null;
}

/** A key of one's own is said once: whoever was not answered may say it again. */
export function say(
  { room, seat }: Place,
  { text, key }: CallRequestOf<'call-chat'>,
  at: number,
): CallRefusal | readonly Effect[] {
  if (key !== undefined && room.saidKeys.has(`${seat.account} ${key}`)) return [];
  if (!takeOne(seat.chat, CHAT, at)) return 'too-many';
  if (key !== undefined) rememberSaid(room, `${seat.account} ${key}`);
  const { id: from, account, name } = seat;
  const said: Said = { id: ++room.lastMessage, account, from, name, text, sentAt: at, isDeleted: false };
  room.chat.push(said);
  if (room.chat.length > CHAT_KEPT) room.chat.shift();
  const message = presentSaid(said);
  return present(room).map((socket) => push(socket, 'call-chat', message));
}

/** Takes a message away from everybody. What is deleted already stays so, and is news to nobody. */
export function unsay({ room, seat }: Place, message: number, at: number): CallRefusal | readonly Effect[] {
  const said = room.chat.find(({ id }) => id === message);
  if (said === undefined) return 'no-message';
  if (said.account !== seat.account && !seat.isHost) return 'not-yours';
  if (!takeOne(seat.changes, CHANGES, at)) return 'too-many';
  return remove(room, said);
}

/** As the administrators decide. */
export function unsayFor(room: Room, message: number): readonly Effect[] {
  const said = room.chat.find(({ id }) => id === message);
  return said === undefined ? [] : remove(room, said);
}

function remove(room: Room, said: Said): readonly Effect[] {
  if (said.isDeleted) return [];
  // The words stay in the room, where nobody is shown them: whoever writes and deletes at once can still be reported.
  said.isDeleted = true;
  return present(room).map((socket) => push(socket, 'call-unsaid', { roomCode: room.code, message: said.id }));
}

export function complaintOf(
  { room, seat }: Place,
  { message, person }: Pick<CallRequestOf<'call-report'>, 'message' | 'person'>,
): CallRefusal | Complaint {
  const where = { room: room.code, lesson: room.lesson?.id ?? null, by: seat.account };
  if (message === undefined) {
    const other = room.seats.get(person ?? '');
    if (other === undefined) return 'nobody-there';
    return other === seat ? 'yourself' : { ...where, account: other.account, message: null };
  }
  const said = room.chat.find(({ id }) => id === message);
  if (said === undefined) return 'no-message';
  if (said.account === seat.account) return 'yourself';
  const { id, account, text, sentAt } = said;
  return { ...where, account, message: { id, text, sentAt } };
}

/** What whoever comes in is told. The own messages are the own also from the seat before. */
export function entryOf(room: Room, { id, account }: Seat, media: MediaWay): CallEntry {
  const chat = room.chat.map((said) => ({ ...presentSaid(said), ...(said.account === account && { from: id }) }));
  return { roomCode: room.code, me: id, state: presentRoom(room), chat, media };
}

function presentSaid({ id, from, name, text, sentAt, isDeleted }: Said): ChatMessage {
  return { id, from, name, text: isDeleted ? '' : text, sentAt: new Date(sentAt).toISOString(), isDeleted };
}
