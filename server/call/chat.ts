// What is written in a room: said, deleted, and reported. Kept in memory for as long as the room is remembered.
import type { CallEntry, CallRequestOf, ChatMessage, MediaWay } from '../../contract/call.ts';
import { CHAT_SHOWN } from '../../contract/call.ts';
import type { CallRefusal } from '../../contract/messages/live-call.ts';
import { takeOne } from './allowance.ts';
import { present, push } from './effects.ts';
import type { Effect } from './effects.ts';
import { presentRoom, rememberSaid } from './room.ts';
import type { Room, Said, Seat } from './room.ts';
import { CHANGES, CHAT } from './seat.ts';

/**
 * All that one person can write in one call. Nothing of it is forgotten before the call is: who could push out by many words what was
 * said before them could not be reported for it.
 */
const MOST_WRITTEN = 200_000;
/** What a message weighs beside its letters. */
const MESSAGE_WEIGHT = 100;

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
  const { id: from, account, name, isHost } = seat;
  const written = (room.written.get(account) ?? 0) + text.length + MESSAGE_WEIGHT;
  if (written > MOST_WRITTEN) return 'said-enough';
  if (!takeOne(seat.chat, CHAT, at)) return 'too-many';
  if (key !== undefined) rememberSaid(room, `${seat.account} ${key}`);
  const said: Said = { id: ++room.lastMessage, account, from, name, isHost, text, sentAt: at, isDeleted: false };
  room.chat.push(said);
  room.written.set(account, written);
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

/** Of whoever has left, too: nobody gets away by being quick. */
export function complaintOf(
  room: Room,
  account: number,
  { message, person }: Pick<CallRequestOf<'call-report'>, 'message' | 'person'>,
): CallRefusal | Complaint {
  const where = { room: room.code, lesson: room.lesson?.id ?? null, by: account };
  if (message === undefined) {
    const other = room.sitters.get(person ?? '');
    if (other === undefined) return 'nobody-there';
    return other.account === account ? 'yourself' : { ...where, account: other.account, message: null };
  }
  const said = room.chat.find(({ id, sentAt }) => id === message && sentAt <= presentUntil(room, account));
  if (said === undefined) return 'no-message';
  if (said.account === account) return 'yourself';
  const { id, account: writer, text, sentAt } = said;
  return { ...where, account: writer, message: { id, text, sentAt } };
}

/** Until when somebody could read what was written: who has left does not learn what others said then. */
export function presentUntil({ sitters }: Room, account: number): number {
  const own = [...sitters.values()].filter((sitter) => sitter.account === account);
  return Math.max(...own.map(({ wentAt }) => wentAt ?? Number.POSITIVE_INFINITY));
}

/** How much memory the words of a room take, about. */
export function weightOf({ written }: Room): number {
  let sum = 0;
  for (const each of written.values()) sum += each;
  return sum;
}

/** What whoever comes in is told. The own messages are the own also from the seat before. */
export function entryOf(room: Room, { id, account }: Seat, media: MediaWay): CallEntry {
  const chat = room.chat
    .slice(-CHAT_SHOWN)
    .map((said) => ({ ...presentSaid(said), ...(said.account === account && { from: id }) }));
  return { roomCode: room.code, me: id, state: presentRoom(room), chat, media };
}

export function presentSaid({ id, from, name, isHost, text, sentAt, isDeleted }: Said): ChatMessage {
  return { id, from, name, isHost, text: isDeleted ? '' : text, sentAt: new Date(sentAt).toISOString(), isDeleted };
}
