// The connections of one simulated process to its simulated database, in the form that the driver gives them.
import type pg from 'pg';
import type { Random } from '../random.ts';
import { databaseError } from './database.ts';
import type { Mishap, Session, SimulatedDatabase, Wire } from './database.ts';
import type { Answer } from './question.ts';
import type { Owner, VirtualTime } from './virtual-time.ts';

/** The network between a process and its database. */
export interface Cable {
  /** Nothing arrives before this instant, in either direction. */
  readonly silentUntil: number;
  /** The longest time a message takes. */
  readonly latencyMs: number;
  /** The extra delay of answers. */
  readonly answersLateMs: number;
}

export interface Surroundings {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly database: SimulatedDatabase;
  readonly cable: Cable;
  readonly owner: Owner;
  /** Ends the process at once. */
  readonly kill: () => void;
}

interface Asked {
  readonly wire: Wire;
  isSettled: boolean;
  settle(error: Error | null, answer?: Answer): void;
}

const MOST_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 4_000;
/** By then the other side of a silently dead connection notices. */
const KEEP_ALIVE_MS = 40_000;

class Link {
  readonly #around: Surroundings;
  readonly session: Session;
  readonly #asked: Asked[] = [];
  #isBusy = false;
  isClosed = false;
  /** Neither side receives anything from the other again. */
  isForgotten = false;

  constructor(around: Surroundings, session: Session) {
    this.#around = around;
    this.session = session;
    session.onEnd = () => this.#later(() => this.#break('Connection terminated unexpectedly'), around.owner);
  }

  query(config: Wire & { query_timeout?: number }): Promise<Answer> {
    const { time, owner } = this.#around;
    return new Promise((resolve, reject) => {
      const asked: Asked = {
        wire: config,
        isSettled: false,
        settle(error, answer) {
          if (asked.isSettled) return;
          asked.isSettled = true;
          if (error === null) resolve(answer!);
          else reject(error);
        },
      };
      if (this.isClosed)
        return asked.settle(new Error('Client has encountered a connection error and is not queryable'));
      if (config.query_timeout !== undefined)
        time.after(config.query_timeout, () => asked.settle(new Error('Query read timeout')), owner);
      this.#asked.push(asked);
      this.#sendNext();
    });
  }

  /** Our side closes. The other side notices at its next pause, or never. */
  close(): void {
    if (this.isClosed) return;
    this.#end('Connection terminated');
    this.hangUp();
  }

  hangUp(): void {
    const { database } = this.#around;
    const { session } = this;
    if (this.isForgotten) return;
    this.isForgotten = true;
    this.#later(() => {
      if (session.isActive) session.isEnding = true;
      else database.end(session);
    }, null);
  }

  /** From now on nothing gets through, and neither side is told. */
  forget(): void {
    const { time, database } = this.#around;
    this.isForgotten = true;
    time.after(KEEP_ALIVE_MS, () => database.end(this.session));
  }

  #break(reason: string): void {
    if (!this.isClosed && !this.isForgotten) this.#end(reason);
  }

  #end(reason: string): void {
    this.isClosed = true;
    for (const asked of this.#asked.splice(0)) asked.settle(new Error(reason));
  }

  #sendNext(): void {
    if (this.#isBusy || this.#asked.length === 0) return;
    this.#isBusy = true;
    const [asked] = this.#asked;
    const mishap = this.#around.database.mishapFor(asked.wire);
    if (mishap !== null && 'moment' in mishap && mishap.moment === 'before') return this.#happen(mishap);
    this.#later(() => this.#arrive(asked, mishap), null);
  }

  #happen(mishap: Mishap): void {
    const { database, owner, kill } = this.#around;
    if (mishap.kind === 'silent') return this.forget();
    if (mishap.kind === 'killed') return kill();
    this.#later(() => database.end(this.session), null);
    this.#later(() => this.#break('Connection terminated unexpectedly'), owner);
  }

  #arrive(asked: Asked, mishap: Mishap | null): void {
    const { session } = this;
    const { database, owner, kill } = this.#around;
    if (session.isEnded || (this.isForgotten && !session.isActive && owner.isDead && mishap?.kind !== 'killed')) return;
    if (mishap?.kind === 'killed' && mishap.moment === 'underway') kill();
    database.perform(session, asked.wire, mishap, (error, answer) => {
      if (mishap !== null && 'moment' in mishap && mishap.moment === 'after') return this.#happen(mishap);
      if (this.isForgotten) return;
      this.#later(
        () => {
          if (this.isClosed || this.isForgotten) return;
          this.#asked.shift();
          this.#isBusy = false;
          asked.settle(error, answer);
          if (mishap?.kind === 'killed') this.#around.time.after(0, kill);
          this.#sendNext();
        },
        owner,
        this.#around.cable.answersLateMs,
      );
    });
  }

  #later(run: () => void, owner: Owner | null, lateMs = 0): void {
    const { time, random, cable } = this.#around;
    const silence = Math.max(0, cable.silentUntil - time.now);
    time.after(silence + random.next() * cable.latencyMs + lateMs, run, owner);
  }
}

/** The part of the driver's pool that the server uses. */
export class SimulatedPool {
  readonly #around: Surroundings;
  readonly #links = new Set<Link>();
  #idle: Link[] = [];
  readonly #waiting: (() => void)[] = [];
  /** Connections that are being opened count as well. */
  #opening = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** For `databaseOver`. */
  get asPool(): pg.Pool {
    return this as unknown as pg.Pool;
  }

  get links(): Iterable<{ forget(): void; readonly isClosed: boolean }> {
    return this.#links;
  }

  async connect(): Promise<unknown> {
    const link = await this.#take();
    let isReleased = false;
    return {
      query: (config: Wire) => link.query(config),
      release: (error?: unknown) => {
        if (isReleased) throw new Error('Release called on client which has already been released to the pool.');
        isReleased = true;
        this.#giveBack(link, Boolean(error));
      },
      on: () => {},
    };
  }

  async query(config: Wire): Promise<Answer> {
    const link = await this.#take();
    try {
      const answer = await link.query(config);
      this.#giveBack(link, false);
      return answer;
    } catch (error) {
      // As the driver's own pool does after any error.
      this.#giveBack(link, true);
      throw error;
    }
  }

  /** Busy connections are not interrupted. */
  async end(): Promise<void> {
    for (const link of this.#idle.splice(0)) link.close();
  }

  /** The process is gone: its system closes everything it had open. */
  abandon(): void {
    for (const link of this.#links) link.hangUp();
  }

  async #take(): Promise<Link> {
    const { time, owner } = this.#around;
    const until = time.now + CONNECT_TIMEOUT_MS;
    for (;;) {
      this.#idle = this.#idle.filter(({ isClosed }) => !isClosed);
      const idle = this.#idle.pop();
      if (idle !== undefined) return idle;
      for (const link of this.#links) if (link.isClosed) this.#links.delete(link);
      if (this.#links.size + this.#opening < MOST_CONNECTIONS) break;
      if (time.now >= until) throw new Error('timeout exceeded when trying to connect');
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        time.after(until - time.now, resolve, owner);
      });
    }
    this.#opening++;
    try {
      return await this.#open();
    } catch (error) {
      // Its place is free for the next in the queue.
      this.#waiting.shift()?.();
      throw error;
    } finally {
      this.#opening--;
    }
  }

  async #open(): Promise<Link> {
    const { time, database, cable, owner } = this.#around;
    if (cable.silentUntil > time.now) {
      await this.#pause(CONNECT_TIMEOUT_MS);
      throw new Error('timeout exceeded when trying to connect');
    }
    await this.#pause(cable.latencyMs);
    if (!database.isUp) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    if (database.isCrowded) throw databaseError('53300');
    const link = new Link(this.#around, database.connect(owner.name));
    this.#links.add(link);
    return link;
  }

  #pause(ms: number): Promise<void> {
    const { time, owner } = this.#around;
    return new Promise((resolve) => void time.after(ms, resolve, owner));
  }

  #giveBack(link: Link, isBroken: boolean): void {
    if (isBroken) link.close();
    if (link.isClosed) this.#links.delete(link);
    else this.#idle.push(link);
    this.#waiting.shift()?.();
  }
}
