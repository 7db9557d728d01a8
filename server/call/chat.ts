// The chat of a room: messages are said, deleted and reported. Kept in memory as long as the room is remembered.
import type { CallEntry, CallRequestOf, ChatMessage, MediaWay } from '../../contract/call.ts';
import { CHAT_SHOWN } from '../../contract/call.ts';
import type { CallRefusal } from '../../contract/messages/live-call.ts';
import { takeOne } from '../allowance.ts';
import { present, push } from './effects.ts';
import type { Effect } from './effects.ts';
import { presentRoom, rememberSaid } from './room.ts';
import type { Place, Room, Said, Seat } from './room.ts';
import { CHANGES, CHAT } from './seat.ts';

/**
 * All that one person may write in one call. Nothing is forgotten before the call is: if many words could push out earlier ones, those
 * could not be reported.
 */
const MOST_WRITTEN = 200_000;
/** The fixed size counted for a message, in addition to its letters. */
const MESSAGE_WEIGHT = 100;

/** What is being reported, as the room knows it. */
export interface Complaint {
  readonly room: string;
  /** The public id of the lesson; null in a call by code. */
  readonly lesson: string | null;
  readonly by: number;
  readonly account: number;
  readonly message: { readonly id: number; readonly text: string; readonly sentAt: number } | null;
}

/** A key is said only once: somebody who got no answer may send it again. */
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

/** Deletes a message for everybody. If it is already deleted, nothing changes and nobody is told. */
export function unsay({ room, seat }: Place, message: number, at: number): CallRefusal | readonly Effect[] {
  const said = room.chat.find(({ id }) => id === message);
  if (said === undefined) return 'no-message';
  if (said.account !== seat.account && !seat.isHost) return 'not-yours';
  if (!takeOne(seat.changes, CHANGES, at)) return 'too-many';
  return remove(room, said);
}

/** By decision of the administrators. */
export function unsayFor(room: Room, message: number): readonly Effect[] {
  const said = room.chat.find(({ id }) => id === message);
  return said === undefined ? [] : remove(room, said);
}

function remove(room: Room, said: Said): readonly Effect[] {
  if (said.isDeleted) return [];
  // The words stay in the room but are shown to nobody, so that writing and deleting quickly does not prevent a report.
  said.isDeleted = true;
  return present(room).map((socket) => push(socket, 'call-unsaid', { roomCode: room.code, message: said.id }));
}

/** Even about somebody who has left: being quick is no escape. */
export function complaintOf(
  room: Room,
  account: number,
  { message, person }: Pick<CallRequestOf<'call-report'>, 'message' | 'person'>,
): CallRefusal | Complaint {
  const where = { room: room.code, lesson: room.lesson?.id ?? null, by: account };
  if (message === undefined) {
    const other = room.sitters.get(person ?? '');
    if (other === undefined || other.cameAt > presentUntil(room, account)) return 'nobody-there';
    return other.account === account ? 'yourself' : { ...where, account: other.account, message: null };
  }
  const said = room.chat.find(({ id, sentAt }) => id === message && sentAt <= presentUntil(room, account));
  if (said === undefined) return 'no-message';
  if (said.account === account) return 'yourself';
  const { id, account: writer, text, sentAt } = said;
  return { ...where, account: writer, message: { id, text, sentAt } };
}

/** Until when somebody could read messages: people who have left do not learn what was said afterwards, nor who came. */
export function presentUntil({ sitters }: Room, account: number): number {
  const own = [...sitters.values()].filter((sitter) => sitter.account === account);
  return Math.max(...own.map(({ wentAt }) => wentAt ?? Number.POSITIVE_INFINITY));
}

/** Roughly how much memory the messages of a room take. */
export function weightOf({ written }: Room): number {
  let sum = 0;
  for (const each of written.values()) sum += each;
  return sum;
}

/** The messages shown on entering. Messages from an earlier seat still count as one's own. */
export function entryOf(room: Room, { id, account }: Seat, media: MediaWay): CallEntry {
  const chat = room.chat
    .slice(-CHAT_SHOWN)
    .map((said) => ({ ...presentSaid(said), ...(said.account === account && { from: id }) }));
  return { roomCode: room.code, me: id, state: presentRoom(room), chat, media };
}

export function presentSaid({ id, from, name, isHost, text, sentAt, isDeleted }: Said): ChatMessage {
  return { id, from, name, isHost, text: isDeleted ? '' : text, sentAt: new Date(sentAt).toISOString(), isDeleted };
}
