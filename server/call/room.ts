// What a room is: its seats, its words, who has been sent away; and what is shown of it.
import { CHAT_SHOWN } from '../../contract/call.ts';
import type { CallPerson, CallState, MediaWay } from '../../contract/call.ts';
import type { Allowance } from './allowance.ts';

/** The lesson that a room is held for. */
export interface RoomLesson {
  /** Its public id. */
  readonly id: string;
  readonly title: string;
}

export interface Seat {
  readonly id: string;
  readonly account: number;
  isHost: boolean;
  name: string;
  /** Null while the connection is lost. */
  socket: string | null;
  page: string;
  awaySince: number | null;
  isMuted: boolean;
  /** And nothing has come from its browser since: it may not have heard. */
  isMutedByHost: boolean;
  hasCamera: boolean;
  isSharing: boolean;
  handUpAt: number | null;
  /** How its browser was told to find the others, and when. */
  way: { media: MediaWay; at: number };
  readonly descriptions: Allowance;
  readonly candidates: Allowance;
  readonly chat: Allowance;
  readonly changes: Allowance;
}

/** Somebody who has, or had, a seat: who it was is known also when the seat is gone. */
interface Sitter {
  readonly account: number;
  readonly name: string;
  readonly isHost: boolean;
  /** When the seat was given up; null while it is kept. */
  wentAt: number | null;
}

/** What somebody has written. */
export interface Said {
  readonly id: number;
  readonly account: number;
  /** The seat and the name it was written under. */
  readonly from: string;
  readonly name: string;
  readonly isHost: boolean;
  readonly text: string;
  readonly sentAt: number;
  isDeleted: boolean;
}

export interface Room {
  readonly code: string;
  readonly lesson: RoomLesson | null;
  /** Whose call it is, when it is nobody's lesson. */
  readonly creator: number | null;
  readonly openedAt: number;
  /** When the clock ends it. */
  closesAt: number;
  readonly mostPeople: number;
  /** Sound and picture go over a media server. */
  isLarge: boolean;
  readonly seats: Map<string, Seat>;
  /** Everybody who ever had a seat, by its id. */
  readonly sitters: Map<string, Sitter>;
  /** Accounts that the host has sent away for good. From a lesson they are away in every room of it: those are in a table. */
  readonly removed: Set<number>;
  /** All of it, as long as the room is remembered. */
  readonly chat: Said[];
  /** How much each account has written. */
  readonly written: Map<number, number>;
  /** Of the newest messages, and whose they were. */
  readonly saidKeys: Set<string>;
  lastSeat: number;
  lastMessage: number;
  /** Since when nobody has a seat. */
  emptySince: number | null;
}

export function seatOfAccount({ seats }: Room, account: number): Seat | undefined {
  for (const seat of seats.values()) if (seat.account === account) return seat;
  return undefined;
}

/** Somebody who is not the host. */
export function guestOf({ seats }: Room, person: string | undefined): Seat | undefined {
  const seat = person === undefined ? undefined : seats.get(person);
  return seat?.isHost === false ? seat : undefined;
}

/** What others are shown of somebody, as that person says. */
export function shownOf({ isMuted, hasCamera, isSharing, handUpAt }: Seat) {
  return { isMuted, hasCamera, isSharing, handUpAt };
}

export function rememberSaid({ saidKeys }: Room, key: string): void {
  saidKeys.add(key);
  const [oldest] = saidKeys;
  if (saidKeys.size > CHAT_SHOWN) saidKeys.delete(oldest);
}

/** The host's seat is kept free for the host. */
export function learnerSeats(mostPeople: number): number {
  return mostPeople - 1;
}

export function isFullFor({ seats, mostPeople }: Room, isHost: boolean): boolean {
  const others = [...seats.values()].filter((seat) => !seat.isHost).length;
  return !isHost && others >= learnerSeats(mostPeople);
}

const iso = (at: number): string => new Date(at).toISOString();

function presentPerson(seat: Seat): CallPerson {
  const { id, page, name, isHost, isMuted, hasCamera, isSharing, handUpAt } = seat;
  const isAway = seat.socket === null;
  return {
    id,
    page,
    name,
    isHost,
    isAway,
    isMuted,
    hasCamera,
    isSharing,
    handUpAt: handUpAt === null ? null : iso(handUpAt),
  };
}

export function presentRoom(room: Room): CallState {
  return {
    roomCode: room.code,
    session: room.lesson?.id ?? null,
    title: room.lesson?.title ?? null,
    openedAt: iso(room.openedAt),
    closesAt: iso(room.closesAt),
    mostPeople: room.mostPeople,
    isLarge: room.isLarge,
    people: [...room.seats.values()].map(presentPerson),
  };
}
