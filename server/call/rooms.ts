// The rooms of all calls as a state machine: requests go in, messages for the others come out. No clock, no sockets, no waiting.
import { isDeepStrictEqual } from 'node:util';
import type { CallRequestOf, MediaWay } from '../../contract/call.ts';
import { readRoomCode, REJOIN_MS } from '../../contract/call.ts';
import type { CallEnd, CallRefusal } from '../../contract/messages/live-call.ts';
import { AccountAllowances, takeOne } from '../allowance.ts';
import type { Rate } from '../allowance.ts';
import { complaintOf, entryOf, say, unsay, unsayFor } from './chat.ts';
import type { Complaint } from './chat.ts';
import { came, ended, mute, onlyOther, push, tellOthers, tellState, went } from './effects.ts';
import type { Effect } from './effects.ts';
import { PastCalls } from './past-calls.ts';
import type { Remembered } from './past-calls.ts';
import { guestOf, isFullFor, newRoom, pageOf, seatOfAccount } from './room.ts';
import type { Place, Room, RoomLesson, Seat } from './room.ts';
import { CANDIDATES, CHANGES, DESCRIPTIONS, newSeat } from './seat.ts';
import type { Entrant } from './seat.ts';
import { moderate, setOwn } from './showing.ts';
import type { Moderation } from './showing.ts';

const LONGEST_MS = 4 * 3_600_000;
/** A room without anybody in it is forgotten after this long. */
const EMPTY_MS = 10 * 60_000;

const WRONG_CODES: Rate = { burst: 5, perSecond: 5 / 60 };
const NEW_ROOMS: Rate = { burst: 10, perSecond: 10 / 3_600 };
/** Everybody in the room is told of each arrival. */
const ENTRIES: Rate = { burst: 20, perSecond: 0.2 };
const REPORTS: Rate = { burst: 10, perSecond: 10 / 3_600 };

export type Outcome = { refusal: CallRefusal } | { refusal: null; effects: readonly Effect[] };

/** The person a host removes. */
export interface Removal {
  readonly room: Room;
  /** The public id of the lesson; null in a call by code. */
  readonly lesson: string | null;
  readonly account: number;
  /** The host's account. */
  readonly by: number;
}

/** A message or a person. */
type About = Pick<CallRequestOf<'call-report'>, 'message' | 'person'>;

type Signal =
  | { event: 'offer'; payload: CallRequestOf<'offer'> }
  | { event: 'answer'; payload: CallRequestOf<'answer'> }
  | { event: 'ice-candidate'; payload: CallRequestOf<'ice-candidate'> };

export interface RoomsOptions {
  /** Cannot be guessed. */
  readonly newCode: () => string;
  readonly mostPeople: number;
  /** With more people, audio and video go through a media server; without this, never. */
  readonly meshPeople?: number;
  /** With RATE_LIMIT=off: people do everything as often as they like, except trying codes. */
  readonly isUnlimited?: boolean;
}

const refused = (refusal: CallRefusal): Outcome => ({ refusal });
const done = (effects: readonly Effect[]): Outcome => ({ refusal: null, effects });
const outcomeOf = (found: CallRefusal | readonly Effect[]): Outcome =>
  typeof found === 'string' ? refused(found) : done(found);

export class Rooms {
  readonly #options: RoomsOptions;
  readonly #rooms = new Map<string, Room>();
  readonly #places = new Map<string, Place>();
  readonly #wrongCodes = new AccountAllowances(WRONG_CODES);
  readonly #newRooms: AccountAllowances;
  readonly #entries: AccountAllowances;
  readonly #reports: AccountAllowances;
  readonly #past = new PastCalls();

  constructor(options: RoomsOptions) {
    this.#options = options;
    const of = (rate: Rate) => new AccountAllowances(rate, options.isUnlimited);
    [this.#newRooms, this.#entries, this.#reports] = [of(NEW_ROOMS), of(ENTRIES), of(REPORTS)];
  }

  get count(): number {
    return this.#rooms.size;
  }

  /** Where a socket sits. */
  placeOf(socket: string): Place | undefined {
    return this.#places.get(socket);
  }

  seat(code: string, id: string): Seat | undefined {
    return this.#rooms.get(code)?.seats.get(id);
  }

  /** Seats that are occupied and were told how to connect before then. */
  toldBefore(then: number): Place[] {
    return [...this.#places.values()].filter(({ seat }) => seat.way.at <= then);
  }

  /** Tells an occupied seat of another way to connect; the same one again would only make its browser start over. */
  renew({ room, seat }: Place, media: MediaWay, at: number): readonly Effect[] {
    if (seat.socket === null || this.#places.get(seat.socket)?.seat !== seat) return [];
    const isSame = isDeepStrictEqual(seat.way.media, media);
    seat.way = { media, at };
    return isSame ? [] : [push(seat.socket, 'call-media', { roomCode: room.code, media })];
  }

  /** Whether a seat may send another session description. */
  mayDescribe({ descriptions }: Seat, at: number): boolean {
    return takeOne(descriptions, DESCRIPTIONS, at);
  }

  /** Looks up a typed code; an account may be wrong five times a minute. */
  find(account: number, typed: string, at: number): Room | CallRefusal {
    const code = readRoomCode(typed);
    const room = code === null ? undefined : this.#rooms.get(code);
    if (!this.#wrongCodes.take(account, at)) return 'too-many';
    if (room === undefined) return 'not-found';
    this.#wrongCodes.giveBack(account);
    return room;
  }

  /** The room in which a lesson is being held. */
  lessonRoom(lesson: string): Room | undefined {
    for (const room of this.#rooms.values()) if (room.lesson?.id === lesson) return room;
    return undefined;
  }

  lessons(): string[] {
    return [...this.#rooms.values()].flatMap(({ lesson }) => (lesson === null ? [] : [lesson.id]));
  }

  /** The room of a lesson, opened by the first person who comes. */
  openLesson(lesson: RoomLesson, closesAt: number, at: number): Room {
    return this.lessonRoom(lesson.id) ?? this.#open({ lesson, creator: null, closesAt }, at);
  }

  /** A call by code. A host with a running call goes back into it: one live room per host. */
  create(entrant: Entrant, at: number): Outcome {
    const own = [...this.#rooms.values()].find(({ creator }) => creator === entrant.account);
    if (own !== undefined) return this.enter(own, entrant, at, 'room-created');
    if (!this.#newRooms.take(entrant.account, at)) return refused('too-many');
    const room = this.#open({ lesson: null, creator: entrant.account, closesAt: at + LONGEST_MS }, at);
    return this.enter(room, entrant, at, 'room-created');
  }

  /** Why somebody with a right to enter could not do so now; null if they could. */
  refusalAt(room: Room, { account, isHost }: Pick<Entrant, 'account' | 'isHost'>): CallRefusal | null {
    if (room.removed.has(account)) return 'removed';
    return seatOfAccount(room, account) === undefined && isFullFor(room, isHost) ? 'full' : null;
  }

  /** One account has one seat: returning after a lost connection, or from another window, takes over the same seat. */
  enter(room: Room, entrant: Entrant, at: number, event: 'room-created' | 'room-joined' = 'room-joined'): Outcome {
    if (this.#rooms.get(room.code) !== room) return refused('not-found');
    const shut = this.refusalAt(room, entrant);
    if (shut !== null) return refused(shut);
    if (!this.#entries.take(entrant.account, at)) return refused('too-many');
    const held = seatOfAccount(room, entrant.account);
    const wasAway = room.awayPages.delete(pageOf(entrant));
    // Another window has taken its seat while it was cut off, and is in use now.
    if (wasAway && held !== undefined && held.page !== entrant.page)
      return done([push(entrant.socket, 'call-ended', { roomCode: room.code, reason: 'elsewhere' })]);
    const before = this.#places.get(entrant.socket);
    const effects: Effect[] = before && before.room !== room ? this.#leave(before, at) : [];
    const isNewPage = held?.page !== entrant.page;
    if (held?.socket === null || held === undefined) effects.push(...came(room, entrant.account, at));
    const seat = held === undefined ? newSeat(room, entrant, at, this.#options.isUnlimited ?? false) : held;
    if (held !== undefined) effects.push(...this.#takeOver(room, held, entrant, at));
    room.seats.set(seat.id, seat);
    room.emptySince = null;
    // It stays large while anybody is in it: switching back and forth would interrupt everybody.
    const { meshPeople, mostPeople } = this.#options;
    room.isLarge ||= room.seats.size > (meshPeople ?? mostPeople);
    this.#places.set(entrant.socket, { room, seat });
    effects.push(push(entrant.socket, event, entryOf(room, seat, entrant.media)));
    // First who is there, then that they came, because greeting them needs the former.
    effects.push(...tellState(room, seat));
    if (isNewPage) effects.push(...tellOthers(room, seat, 'user-joined', {}));
    return done(effects);
  }

  /** Relays a message from one browser to another, only within the sender's own room. */
  relay(socket: string, { event, payload }: Signal, at: number): Outcome {
    const place = this.#placeOf(socket, payload.roomCode);
    if (place === undefined) return refused('not-in-call');
    const { room, seat } = place;
    const isCandidate = event === 'ice-candidate';
    const isAllowed = isCandidate
      ? takeOne(seat.candidates, CANDIDATES, at)
      : takeOne(seat.descriptions, DESCRIPTIONS, at);
    if (!isAllowed) return refused('too-many');
    const target = payload.to === undefined ? onlyOther(room, seat) : room.seats.get(payload.to);
    if (target === undefined || target === seat || target.socket === null) return refused('nobody-there');
    const way = { roomCode: room.code, from: seat.id, to: target.id };
    switch (event) {
      case 'offer':
        return done([push(target.socket, event, { ...way, offer: payload.offer })]);
      case 'answer':
        return done([push(target.socket, event, { ...way, answer: payload.answer })]);
      case 'ice-candidate':
        return done([push(target.socket, event, { ...way, candidate: payload.candidate })]);
    }
  }

  setOwn(socket: string, change: CallRequestOf<'call-me'>, at: number): Outcome {
    const place = this.#places.get(socket);
    return outcomeOf(place === undefined ? 'not-in-call' : setOwn(place, change, at));
  }

  say(socket: string, said: CallRequestOf<'call-chat'>, at: number): Outcome {
    const place = this.#places.get(socket);
    return outcomeOf(place === undefined ? 'not-in-call' : say(place, said, at));
  }

  unsay(socket: string, message: number, at: number): Outcome {
    const place = this.#places.get(socket);
    return outcomeOf(place === undefined ? 'not-in-call' : unsay(place, message, at));
  }

  /** By decision of the administrators; the room may be gone. */
  unsayFor(code: string, message: number): readonly Effect[] {
    const room = this.#rooms.get(code) ?? this.#past.get(code)?.room;
    return room === undefined ? [] : unsayFor(room, message);
  }

  /** What somebody reports, to be stored elsewhere. */
  complaint(socket: string, about: About, at: number): CallRefusal | Complaint {
    const place = this.#places.get(socket);
    return place === undefined ? 'not-in-call' : this.complaintIn(place.room, place.seat.account, about, at);
  }

  /** For a call one was in, even after its end. */
  complaintIn(room: Room, account: number, about: About, at: number): CallRefusal | Complaint {
    const found = complaintOf(room, account, about);
    if (typeof found === 'string') return found;
    return this.#reports.take(account, at) ? found : 'too-many';
  }

  /** Calls of the last day in which somebody had a seat, including those still going on. */
  rememberedOf(account: number): Remembered[] {
    return this.#past.of(account, [...this.#rooms.values()]);
  }

  moderate(socket: string, moderation: Moderation, at: number): Outcome {
    const place = this.#places.get(socket);
    return outcomeOf(place === undefined ? 'not-in-call' : moderate(place, moderation, at));
  }

  /** Whom the host may remove, before it is recorded. */
  removable(socket: string, person: string | undefined, at: number): CallRefusal | Removal {
    const place = this.#places.get(socket);
    if (place === undefined) return 'not-in-call';
    const { room, seat } = place;
    if (!seat.isHost) return 'not-host';
    if (!takeOne(seat.changes, CHANGES, at)) return 'too-many';
    const target = guestOf(room, person);
    if (target === undefined) return 'nobody-there';
    return { room, lesson: room.lesson?.id ?? null, account: target.account, by: seat.account };
  }

  /** After it was recorded. Somebody who has left meanwhile, or returned to another seat, is removed as well. */
  remove({ room, lesson, account }: Removal, at: number): readonly Effect[] {
    // For a lesson, the admission check remembers it, even after this room is gone.
    if (lesson === null) room.removed.add(account);
    const open = lesson === null ? room : this.lessonRoom(lesson);
    const seat = open && seatOfAccount(open, account);
    return open && seat ? this.dismiss(open, seat, 'removed', at) : [];
  }

  /** The host ends the call for everybody; for anybody else it only means leaving. */
  end(socket: string, roomCode: string | undefined, at: number): Outcome {
    const place = this.#placeOf(socket, roomCode);
    if (place === undefined) return refused('not-in-call');
    if (!place.seat.isHost) return done(this.#leave(place, at));
    return done(this.close(place.room, 'host', at, place.seat));
  }

  leave(socket: string, roomCode: string | undefined, at: number): Outcome {
    const place = this.#placeOf(socket, roomCode);
    return place === undefined ? refused('not-in-call') : done(this.#leave(place, at));
  }

  /** The connection is gone. The seat is kept for a minute, unless the login behind it has ended. */
  drop(socket: string, isFinal: boolean, at: number): readonly Effect[] {
    const place = this.#places.get(socket);
    if (place === undefined) return [];
    if (isFinal) return this.#leave(place, at);
    this.#places.delete(socket);
    place.seat.socket = null;
    place.seat.awaySince = at;
    place.room.awayPages.add(pageOf(place.seat));
    return [...went(place.room, place.seat.account, at), ...tellState(place.room)];
  }

  /** Ends a call for everybody in it, except `quiet`, who already knows. */
  close(room: Room, reason: CallEnd, at: number, quiet?: Seat): readonly Effect[] {
    if (!this.#remember(room, at)) return [];
    const seats = [...room.seats.values()];
    const effects: Effect[] = ended(
      room,
      seats.filter((seat) => seat !== quiet),
      reason,
    );
    for (const { socket, account } of seats) {
      if (socket === null) continue;
      this.#places.delete(socket);
      effects.push(...went(room, account, at));
    }
    return [...effects, { kind: 'ended', lesson: room.lesson?.id ?? null, reason, at }];
  }

  /** Takes the seat of somebody who no longer has a right to it. If the call is over by now, the person may be in another one. */
  dismiss(room: Room, seat: Seat, reason: CallEnd, at: number): readonly Effect[] {
    if (this.seat(room.code, seat.id) !== seat) return [];
    return [...ended(room, [seat], reason), ...this.#leave({ room, seat }, at, reason === 'removed')];
  }

  /** The end of a lesson was moved. */
  setClosing(room: Room, closesAt: number): readonly Effect[] {
    if (room.closesAt === closesAt) return [];
    room.closesAt = closesAt;
    return tellState(room);
  }

  /** What time brings about: abandoned seats, rooms that are over or forgotten. Called about every second. */
  tick(at: number): readonly Effect[] {
    const effects: Effect[] = [];
    for (const room of [...this.#rooms.values()]) {
      if (room.closesAt <= at) {
        effects.push(...this.close(room, 'time', at));
        continue;
      }
      for (const seat of [...room.seats.values()])
        if (seat.awaySince !== null && seat.awaySince + REJOIN_MS <= at)
          effects.push(...this.#leave({ room, seat }, at));
      if (room.emptySince !== null && room.emptySince + EMPTY_MS <= at) this.#remember(room, room.emptySince);
    }
    this.#past.forget(at);
    for (const each of [this.#wrongCodes, this.#newRooms, this.#entries, this.#reports]) each.forget(at);
    return effects;
  }

  /** False if it was already over. */
  #remember(room: Room, endedAt: number): boolean {
    const wasOpen = this.#rooms.delete(room.code);
    if (wasOpen) this.#past.keep(room, endedAt);
    return wasOpen;
  }

  #open(of: Pick<Room, 'lesson' | 'creator' | 'closesAt'>, at: number): Room {
    const room = newRoom({ ...of, code: this.#options.newCode(), mostPeople: this.#options.mostPeople }, at);
    this.#rooms.set(room.code, room);
    return room;
  }

  /** Where a socket sits. A code it sends must be that of its own room. */
  #placeOf(socket: string, roomCode: string | undefined): Place | undefined {
    const place = this.#places.get(socket);
    const isOwn = roomCode === undefined || roomCode === '' || readRoomCode(roomCode) === place?.room.code;
    return isOwn ? place : undefined;
  }

  #takeOver(room: Room, seat: Seat, entrant: Entrant, at: number): Effect[] {
    const { socket, page, name, isHost, isMuted, hasCamera, media } = entrant;
    const effects: Effect[] = [];
    const { socket: before } = seat;
    if (before !== null && before !== socket) {
      this.#places.delete(before);
      // The same page knows that it has another connection now.
      if (seat.page !== page) effects.push(push(before, 'call-ended', { roomCode: room.code, reason: 'elsewhere' }));
    }
    if (seat.page !== page) Object.assign(seat, { isSharing: false, isMutedByHost: false });
    Object.assign(seat, { socket, page, name, isHost, isMuted, hasCamera, awaySince: null, way: { media, at } });
    return seat.isMutedByHost ? [...effects, ...mute(room, seat)] : effects;
  }

  #leave({ room, seat }: Place, at: number, isRemoved = false): Effect[] {
    if (seat.socket !== null) this.#places.delete(seat.socket);
    room.seats.delete(seat.id);
    const sitter = room.sitters.get(seat.id);
    if (sitter !== undefined) sitter.wentAt = at;
    if (room.seats.size === 0) Object.assign(room, { emptySince: at, isLarge: false });
    const wentNow = seat.socket === null ? [] : went(room, seat.account, at);
    // First why somebody is gone, then that they are.
    return [...wentNow, ...tellOthers(room, seat, 'user-left', { isRemoved }), ...tellState(room)];
  }
}
