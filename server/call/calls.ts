// Calls as the sockets know them: asks who may enter, lets the rooms decide, and carries out the result.
import { callMessages } from '../../contract/messages/call.ts';
import { callRefusals } from '../../contract/messages/live-call.ts';
import type { CallRefusal } from '../../contract/messages/live-call.ts';
import type {
  CallPushName,
  CallPushOf,
  CallRequestName,
  CallRequestOf,
  PastCall,
  PastCallData,
} from '../../contract/call.ts';
import type { ReportReason } from '../../contract/messages/reports.ts';
import type { Acknowledgement } from '../../contract/events.ts';
import { doorOf, LESSON_OVERRUN_MS } from '../../contract/learn.ts';
import type { Media } from '../adapters/media.ts';
import type { Caller } from '../handler.ts';
import type { Log } from '../log.ts';
import type { Complaint } from './chat.ts';
import type { Effect } from './effects.ts';
import { isShutOut, passDoor } from './lesson-door.ts';
import type { CallAdmission, LessonTimes, PassedDoor } from './lesson-door.ts';
import { MediaLinks } from './media-links.ts';
import { newRoomCode } from './room-code.ts';
import { seatOfAccount } from './room.ts';
import type { Room } from './room.ts';
import { presentPast, presentPastWhole } from './past-calls.ts';
import type { Remembered } from './past-calls.ts';
import { Rooms } from './rooms.ts';
import type { Outcome } from './rooms.ts';
import type { Entrant } from './seat.ts';

/** What the school says about a lesson, and is told. Every id is the lesson's public one. */
interface CallLessons {
  admission(lessonId: string, account: number): Promise<CallAdmission | null>;
  times(lessonId: string): Promise<LessonTimes | null>;
  came(lessonId: string, account: number, at: number): void;
  went(lessonId: string, account: number, at: number): void;
  /** The host removes somebody: recorded before anybody is told. */
  removed(what: { lesson: string | null; account: number; by: number; at: number }): Promise<void>;
  /** The host has ended it for everybody. */
  ended(lessonId: string, at: number): void;
  /** The host has reopened it. */
  reopened(lessonId: string): Promise<void>;
  /** Resolves once everything reported here is stored, or failed and will be retried. */
  stored(): Promise<void>;
}

export interface CallsOptions {
  readonly lessons: CallLessons;
  /** Stores a report; false if the reporter has been blocked meanwhile. */
  readonly report: (report: Report) => Promise<boolean>;
  readonly media: Media;
  /** With RATE_LIMIT=off. */
  readonly isUnlimited?: boolean;
  readonly log: Log;
  readonly now: () => number;
  readonly push: <E extends CallPushName>(socket: string, event: E, payload: CallPushOf<E>) => void;
}

/** A report as the person making it words it. */
export interface Report extends Complaint {
  readonly reason: ReportReason;
  readonly words: string;
  readonly at: number;
}

/** One connection of one person. */
export interface Peer {
  readonly socket: string;
  readonly caller: Pick<Caller, 'accountNo' | 'name'>;
}

type Heard = { [E in CallRequestName]: (peer: Peer, payload: CallRequestOf<E>) => Outcome | Promise<Outcome> };

const refused = (refusal: CallRefusal): Outcome => ({ refusal });

export class Calls {
  readonly #options: CallsOptions;
  readonly #rooms: Rooms;
  readonly #links: MediaLinks;
  readonly #heard: Heard;
  /** How often somebody was removed, or a lesson ended by its host: anybody admitted before that is checked once more. */
  #shut = 0;
  /** Requests of each connection are handled in order; connections that are gone are not in it. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(options: CallsOptions) {
    this.#options = options;
    const { now, media, push, isUnlimited } = options;
    const { mostPeople, meshPeople } = media;
    const rooms = new Rooms({ newCode: newRoomCode, mostPeople, meshPeople, isUnlimited });
    const links = new MediaLinks({ large: media.large, rooms, push });
    this.#rooms = rooms;
    this.#links = links;
    this.#heard = {
      'create-room': (peer, payload) => this.#create(peer, payload),
      'join-room': (peer, payload) => this.#join(peer, payload),
      'call-door': (peer, { session }) => this.#lookAtDoor(peer, lessonIdIn(session)),
      offer: ({ socket }, payload) => rooms.relay(socket, { event: 'offer', payload }, now()),
      answer: ({ socket }, payload) => rooms.relay(socket, { event: 'answer', payload }, now()),
      'ice-candidate': ({ socket }, payload) => rooms.relay(socket, { event: 'ice-candidate', payload }, now()),
      'media-join': ({ socket }) => links.join(socket, now()),
      'media-answer': ({ socket }, answer) => links.answer(socket, answer, now()),
      'call-ended': ({ socket }, payload) => rooms.end(socket, codeIn(payload), now()),
      'leave-room': ({ socket }, payload) => rooms.leave(socket, codeIn(payload), now()),
      'call-me': ({ socket }, payload) => rooms.setOwn(socket, payload, now()),
      'call-chat': ({ socket }, payload) => rooms.say(socket, payload, now()),
      'call-unsay': ({ socket }, { message }) => rooms.unsay(socket, message, now()),
      'call-report': (peer, payload) => this.#report(peer, payload),
      'call-host': (peer, { act, person }) =>
        act === 'remove' ? this.#remove(peer, person) : rooms.moderate(peer.socket, { act, person }, now()),
    };
  }

  /** The number of open rooms. */
  get count(): number {
    return this.#rooms.count;
  }

  connected(socket: string): void {
    this.#queues.set(socket, Promise.resolve());
  }

  /** A request, already parsed. */
  hear<E extends CallRequestName>(peer: Peer, event: E, payload: CallRequestOf<E>): Promise<Acknowledgement> {
    const before = this.#queues.get(peer.socket);
    if (before === undefined) return Promise.resolve(acknowledge('not-in-call'));
    const answer = before.then(async () => {
      const outcome = await this.#heard[event](peer, payload);
      if (outcome.refusal !== null) return acknowledge(outcome.refusal);
      this.#carryOut(outcome.effects);
      // A host who ends a lesson can rely on it: nobody gets back in, even after a crash.
      if (outcome.effects.some(({ kind }) => kind === 'ended')) await this.#options.lessons.stored();
      return { ok: true };
    });
    this.#queues.set(
      peer.socket,
      answer.catch(() => undefined),
    );
    return answer.catch((error: unknown) => {
      this.#options.log.error({ err: error, event }, 'a request of a call failed');
      return { ok: false, message: callMessages.unavailable };
    });
  }

  /** `isFinal`: the login behind the connection has ended, so nobody will return to the seat. */
  gone(socket: string, isFinal: boolean): void {
    this.#queues.delete(socket);
    this.#carryOut(this.#rooms.drop(socket, isFinal, this.#options.now()));
  }

  /** The administrators have decided to remove a message; the room may be gone. */
  unsay(roomCode: string, message: number): void {
    this.#carryOut(this.#rooms.unsayFor(roomCode, message));
  }

  /** The calls of the last day that this account was in. */
  pastCalls(account: number): PastCall[] {
    return this.#rooms.rememberedOf(account).map(presentPast);
  }

  /** One of these, by the code of its room. */
  pastCall(account: number, code: string): PastCallData | null {
    const past = this.#remembered(account, code);
    return past === undefined ? null : presentPastWhole(past, account);
  }

  /** Stores a report about one of these; returns why if it cannot. */
  async reportPast(
    account: number,
    code: string,
    { reason, words, ...about }: CallRequestOf<'call-report'>,
  ): Promise<CallRefusal | null> {
    const past = this.#remembered(account, code);
    if (past === undefined) return 'not-found';
    const at = this.#options.now();
    return this.#store(this.#rooms.complaintIn(past.room, account, about, at), { reason, words, at });
  }

  #remembered(account: number, code: string): Remembered | undefined {
    return this.#rooms.rememberedOf(account).find(({ room }) => room.code === code);
  }

  /** Every second. */
  tick(): void {
    this.#carryOut(this.#rooms.tick(this.#options.now()));
  }

  /** Periodically: lessons are canceled, moved and given to another instructor during their call. */
  async lookAtLessons(): Promise<void> {
    for (const id of this.#rooms.lessons()) {
      const times = await this.#options.lessons.times(id);
      const room = this.#rooms.lessonRoom(id);
      if (room === undefined) continue;
      const isCanceled = times === null || times.status === 'CANCELED';
      const at = this.#options.now();
      this.#carryOut(
        isCanceled ? this.#rooms.close(room, 'canceled', at) : this.#rooms.setClosing(room, closingOf(times, room, at)),
      );
      if (!isCanceled) await this.#lookAtSeats(id, room);
    }
  }

  /** For when a lesson gets another instructor, or a payment is refunded at its provider. */
  async #lookAtSeats(id: string, room: Room): Promise<void> {
    for (const seat of [...room.seats.values()]) {
      const admitted = await this.#options.lessons.admission(id, seat.account);
      if (seat.isHost ? admitted?.part === 'host' : admitted !== null && !isShutOut(admitted)) continue;
      const reason = seat.isHost ? 'unassigned' : admitted === null ? 'no-place' : 'removed';
      this.#carryOut(this.#rooms.dismiss(room, seat, reason, this.#options.now()));
    }
  }

  /** Periodically: relay credentials expire, even during a call. */
  async renewWays(): Promise<void> {
    const { media, now } = this.#options;
    for (const place of this.#rooms.toldBefore(now() - media.renewMs)) {
      const { account, name, isHost } = place.seat;
      const way = await media.admit({ account, name, isHost, lesson: place.room.lesson?.id ?? null });
      this.#carryOut(this.#rooms.renew(place, way, now()));
    }
  }

  async #create(peer: Peer, payload: CallRequestOf<'create-room'>): Promise<Outcome> {
    const entrant = await this.#entrantOf(peer, { isHost: true, lesson: null }, payload);
    return this.#isThere(peer) ? this.#rooms.create(entrant, this.#options.now()) : refused('not-in-call');
  }

  async #join(peer: Peer, payload: CallRequestOf<'join-room'>): Promise<Outcome> {
    const given = typeof payload === 'string' ? { roomCode: payload } : payload;
    if (given.session !== undefined) return this.#joinLesson(peer, lessonIdIn(given.session), given);
    const found = this.#rooms.find(peer.caller.accountNo, given.roomCode ?? given.code ?? '', this.#options.now());
    if (typeof found === 'string') return refused(found);
    // Knowing the code of a lesson's room gives nobody a place in the lesson.
    if (found.lesson !== null) return this.#joinLesson(peer, found.lesson.id, given);
    const isHost = found.creator === peer.caller.accountNo;
    return this.#enter(peer, found, { isHost, lesson: null }, given);
  }

  async #joinLesson(peer: Peer, id: string, given: object): Promise<Outcome> {
    const before = this.#shut;
    const door = await this.#passDoor(peer, id);
    if (typeof door === 'string') return refused(door);
    const { times, isHost } = door;
    const entrant = await this.#entrantOf(peer, { isHost, lesson: id }, given);
    // Recorded first: people returning to the class after a crash must not find it over.
    if (isHost && times.endedAt !== null) await this.#options.lessons.reopened(id);
    if (!this.#isThere(peer)) return refused('not-in-call');
    // This may be the very person who was removed, or the lesson that was ended, meanwhile.
    if (before !== this.#shut) return this.#joinLesson(peer, id, given);
    const lesson = { id, title: times.title };
    const room = this.#rooms.openLesson(lesson, times.endsAt + LESSON_OVERRUN_MS, this.#options.now());
    return this.#rooms.enter(room, entrant, this.#options.now());
  }

  /** Recorded first: somebody who is removed stays removed, whatever happens then. */
  async #remove({ socket }: Peer, person: string | undefined): Promise<Outcome> {
    const { lessons, now } = this.#options;
    const removal = this.#rooms.removable(socket, person, now());
    if (typeof removal === 'string') return refused(removal);
    const { lesson, account, by } = removal;
    await lessons.removed({ lesson, account, by, at: now() });
    this.#shut++;
    return { refusal: null, effects: this.#rooms.remove(removal, now()) };
  }

  async #report({ socket }: Peer, { reason, words, ...about }: CallRequestOf<'call-report'>): Promise<Outcome> {
    const at = this.#options.now();
    const refusal = await this.#store(this.#rooms.complaint(socket, about, at), { reason, words, at });
    return refusal === null ? { refusal, effects: [] } : refused(refusal);
  }

  async #store(complaint: CallRefusal | Complaint, as: Omit<Report, keyof Complaint>): Promise<CallRefusal | null> {
    if (typeof complaint === 'string') return complaint;
    return (await this.#options.report({ ...complaint, ...as })) ? null : 'not-in-call';
  }

  /** Before the camera is requested: the answer that entering would get. */
  async #lookAtDoor(peer: Peer, id: string): Promise<Outcome> {
    const door = await this.#passDoor(peer, id);
    if (typeof door === 'string') return refused(door);
    const room = this.#rooms.lessonRoom(id);
    const entrant = { account: peer.caller.accountNo, isHost: door.isHost };
    const refusal = room === undefined ? null : this.#rooms.refusalAt(room, entrant);
    return refusal === null ? { refusal, effects: [] } : refused(refusal);
  }

  async #passDoor({ caller }: Peer, id: string): Promise<CallRefusal | PassedDoor> {
    const { lessons, now } = this.#options;
    const [times, admitted] = await Promise.all([lessons.times(id), lessons.admission(id, caller.accountNo)]);
    const room = this.#rooms.lessonRoom(id);
    const isSeated = room !== undefined && seatOfAccount(room, caller.accountNo) !== undefined;
    return passDoor({ times, admitted, isRunning: room !== undefined, isSeated }, now());
  }

  async #enter(peer: Peer, room: Room, role: Role, given: object): Promise<Outcome> {
    const entrant = await this.#entrantOf(peer, role, given);
    return this.#isThere(peer) ? this.#rooms.enter(room, entrant, this.#options.now()) : refused('not-in-call');
  }

  /** The room may be gone by the time the database has answered. */
  #isThere({ socket }: Peer): boolean {
    return this.#queues.has(socket);
  }

  async #entrantOf({ socket, caller }: Peer, { isHost, lesson }: Role, given: unknown): Promise<Entrant> {
    const { accountNo: account, name } = caller;
    const asked = (typeof given === 'object' && given !== null ? given : {}) as Partial<Entrant>;
    const media = await this.#options.media.admit({ account, name, isHost, lesson });
    // Without a page id, every connection counts as another browser.
    const { page = socket, isMuted = false, hasCamera = true } = asked;
    return { socket, account, name, isHost, page, isMuted, hasCamera, media };
  }

  #carryOut(effects: readonly Effect[]): void {
    const { push, lessons } = this.#options;
    for (const effect of effects) {
      if (effect.kind === 'push') {
        push(effect.socket, effect.event, effect.payload);
        if (effect.event === 'room-joined' || effect.event === 'room-created') this.#links.remind(effect.socket);
      }
      if (effect.kind === 'came') lessons.came(effect.lesson, effect.account, effect.at);
      else if (effect.kind === 'went') lessons.went(effect.lesson, effect.account, effect.at);
      // A lesson ends by its own clock.
      else if (effect.kind === 'ended' && effect.lesson !== null && effect.reason === 'host') {
        this.#shut++;
        lessons.ended(effect.lesson, effect.at);
      }
    }
    this.#links.sweep();
  }
}

interface Role {
  readonly isHost: boolean;
  readonly lesson: string | null;
}

/**
 * When the clock ends the call of a lesson. One that was moved to a later start during its call, so that its door is closed again, keeps
 * those inside no longer than before: they were to be together for an hour, not until the other day.
 */
function closingOf(times: LessonTimes, { closesAt }: Room, at: number): number {
  const closing = times.endsAt + LESSON_OVERRUN_MS;
  return doorOf(times, at) === 'early' ? Math.min(closing, closesAt) : closing;
}

/** As the school writes it: in capitals it would be the same lesson, and another room. */
function lessonIdIn(session: string): string {
  return session.toLowerCase();
}

function codeIn(payload: CallRequestOf<'call-ended'>): string | undefined {
  return typeof payload === 'string' ? payload : (payload?.roomCode ?? undefined);
}

function acknowledge(refusal: CallRefusal): Acknowledgement {
  return { ok: false, message: callRefusals[refusal], reason: refusal };
}
