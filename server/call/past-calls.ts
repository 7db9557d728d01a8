// Calls that are over, kept in memory for a day, only so that participants can still report what was said, and by whom.
import { REPORT_AFTER_MS } from '../../contract/call.ts';
import type { PastCall, PastCallData } from '../../contract/call.ts';
import { presentSaid, presentUntil, weightOf } from './chat.ts';
import type { Room } from './room.ts';

/** The most letters kept for all calls together; the earliest ended goes first. */
const MOST_KEPT = 20_000_000;
/** The fixed size counted for a call, in addition to its words. */
const CALL_WEIGHT = 2_000;

interface Past {
  readonly room: Room;
  readonly endedAt: number;
  readonly weight: number;
}

export class PastCalls {
  readonly #most: number;
  readonly #calls = new Map<string, Past>();
  #weight = 0;

  constructor(most = MOST_KEPT) {
    this.#most = most;
  }

  /** Somebody who was alone in it has nobody to report. */
  keep(room: Room, endedAt: number): void {
    const accounts = new Set([...room.sitters.values()].map(({ account }) => account));
    if (accounts.size < 2) return;
    const weight = weightOf(room) + CALL_WEIGHT;
    this.#calls.set(room.code, { room, endedAt, weight });
    this.#weight += weight;
    for (const [code] of this.#calls) if (this.#weight > this.#most) this.#drop(code);
  }

  get(code: string): Past | undefined {
    return this.#calls.get(code);
  }

  /** Calls in which somebody had a seat, including `open` ones, newest first. */
  of(account: number, open: readonly Room[]): Remembered[] {
    return [...this.#calls.values(), ...open.map((room) => ({ room, endedAt: null }))]
      .filter(({ room }) => satIn(room, account))
      .sort((one, other) => other.room.openedAt - one.room.openedAt);
  }

  forget(at: number): void {
    for (const [code, { endedAt }] of this.#calls) if (endedAt + REPORT_AFTER_MS <= at) this.#drop(code);
  }

  #drop(code: string): void {
    this.#weight -= this.#calls.get(code)?.weight ?? 0;
    this.#calls.delete(code);
  }
}

/** A call as a participant may see it afterwards; `endedAt` null while it goes on. */
export interface Remembered {
  readonly room: Room;
  readonly endedAt: number | null;
}

function satIn({ sitters }: Room, account: number): boolean {
  for (const sitter of sitters.values()) if (sitter.account === account) return true;
  return false;
}

const iso = (at: number): string => new Date(at).toISOString();

export function presentPast({ room, endedAt }: Remembered): PastCall {
  return {
    _id: room.code,
    session: room.lesson?.id ?? null,
    title: room.lesson?.title ?? null,
    openedAt: iso(room.openedAt),
    endedAt: endedAt === null ? null : iso(endedAt),
  };
}

/** Each person's last seat stands for all of theirs. */
export function presentPastWhole(past: Remembered, account: number): PastCallData {
  const { sitters, chat } = past.room;
  const until = presentUntil(past.room, account);
  const people = new Map<number, PastCallData['people'][number]>();
  for (const [id, { account: other, name, isHost, cameAt }] of sitters)
    if (other !== account && cameAt <= until) people.set(other, { id, name, isHost });
  const said = chat.filter(({ account: writer, sentAt }) => writer !== account && sentAt <= until);
  return { ...presentPast(past), people: [...people.values()], chat: said.map(presentSaid) };
}
