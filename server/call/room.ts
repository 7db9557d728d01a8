// What a room is: its seats, its messages, and who was removed; and what others are shown of it.
import { CHAT_SHOWN } from '../../contract/call.ts';
import type { CallPerson, CallState, MediaWay } from '../../contract/call.ts';
import type { Allowance } from '../allowance.ts';

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
  /** The host has muted it, and its browser has sent nothing since: it may not have heard. */
  isMutedByHost: boolean;
  hasCamera: boolean;
  isSharing: boolean;
  handUpAt: number | null;
  /** How, and when, its browser was told to reach the others. */
  way: { media: MediaWay; at: number };
  readonly descriptions: Allowance;
  readonly candidates: Allowance;
  readonly chat: Allowance;
  readonly changes: Allowance;
}

/** Somebody who has, or had, a seat: the person stays known after the seat is gone. */
interface Sitter {
  readonly account: number;
  readonly name: string;
  readonly isHost: boolean;
  readonly cameAt: number;
  /** When the seat was given up; null while it is kept. */
  wentAt: number | null;
}

/** A chat message. */
export interface Said {
  readonly id: number;
  readonly account: number;
  /** The seat it was written from, and the name at that time. */
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
  /** Whose call it is, if it belongs to no lesson. */
  readonly creator: number | null;
  readonly openedAt: number;
  /** When the clock ends it. */
  closesAt: number;
  readonly mostPeople: number;
  /** Audio and video go through a media server. */
  isLarge: boolean;
  readonly seats: Map<string, Seat>;
  /** Everybody who ever had a seat, by its id. */
  readonly sitters: Map<string, Sitter>;
  /** Accounts the host has removed for good. For a lesson that applies to every room of it, and is kept in a table instead. */
  readonly removed: Set<number>;
  /** The whole chat, as long as the room is remembered. */
  readonly chat: Said[];
  /** How much each account has written. */
  readonly written: Map<number, number>;
  /** Pages that have lost their connection and not returned. */
  readonly awayPages: Set<string>;
  /** The keys of the newest messages, and their owners. */
  readonly saidKeys: Set<string>;
  lastSeat: number;
  lastMessage: number;
  /** Since when nobody has had a seat. */
  emptySince: number | null;
}

/** A seat and the room it is in. */
export interface Place {
  readonly room: Room;
  readonly seat: Seat;
}

export function newRoom(of: Pick<Room, 'code' | 'lesson' | 'creator' | 'closesAt' | 'mostPeople'>, at: number): Room {
  return {
    ...of,
    openedAt: at,
    isLarge: false,
    seats: new Map(),
    sitters: new Map(),
    removed: new Set(),
    chat: [],
    written: new Map(),
    awayPages: new Set(),
    saidKeys: new Set(),
    lastSeat: 0,
    lastMessage: 0,
    emptySince: at,
  };
}

/** A page, told apart from those of other accounts, which may have taken the same name. */
export function pageOf({ account, page }: Pick<Seat, 'account' | 'page'>): string {
  return `${account} ${page}`;
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

/** What others are shown about somebody, as that person sets it. */
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
