// A TCP proxy between the server and its database that can fall silent, break, slow down, split chunks, and stop at chosen statements.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to every chunk, in both directions; nothing when left out. */
export interface Weather {
  readonly latencyMs?: number;
  readonly bytesPerSecond?: number;
  readonly sliceBytes?: number;
}

/**
 * When a statement is caught: before it is passed to the database, just afterwards, before its answer is passed to the server, or just
 * afterwards.
 */
export type Moment = 'sent' | 'handed-over' | 'answered' | 'delivered';

/** A statement that has been caught, until the test decides. */
export interface Caught {
  /** Lets it go on. */
  release(): void;
  /** Breaks the server's connection; the database keeps what it has received. */
  cut(): void;
}

interface Trap {
  readonly moment: Moment;
  readonly words: string;
  readonly spring: (caught: Caught) => void;
}

interface Link {
  readonly server: Socket;
  readonly database: Socket;
  /** Traps whose statement has been passed on, and whose answer is awaited. */
  pending: Trap[];
  /** Passes nothing on any more, without telling either side. */
  isForgotten: boolean;
}

/** ReadyForQuery, which ends every answer of PostgreSQL. */
const isEndOfAnswer = (chunk: Buffer): boolean =>
  chunk.length >= 6 && chunk.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]));

export class FaultProxy {
  readonly #listener: Server;
  readonly #databaseSocket: string;
  readonly #links = new Set<Link>();
  /** Ends whose last chunk is still on its way: what they send next must not overtake it, whatever heals meanwhile. */
  readonly #carried = new Set<Socket>();
  #traps: Trap[] = [];
  #weather: Weather = {};
  #isRefusing = false;
  #silence: Promise<void> | null = null;
  #endSilence: () => void = () => {};

  private constructor(listener: Server, databaseSocket: string) {
    this.#listener = listener;
    this.#databaseSocket = databaseSocket;
    listener.on('connection', (socket) => void this.#accept(socket));
  }

  /** @param databaseSocket the file of the database's socket */
  static async open(databaseSocket: string): Promise<FaultProxy> {
    const listener = createServer({ allowHalfOpen: true });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new FaultProxy(listener, databaseSocket);
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.#links.size;
  }

  set weather(weather: Weather) {
    this.#weather = weather;
  }

  /** A network partition: nothing arrives, and neither side is told. What was on its way arrives after `heal`. */
  fallSilent(): void {
    this.#silence ??= new Promise((resolve) => (this.#endSilence = resolve));
    for (const { server, database } of this.#links) for (const socket of [server, database]) socket.pause();
  }

  /** Breaks every connection and refuses new ones until `heal`. */
  refuse(): void {
    this.#isRefusing = true;
    this.reset();
  }

  /** Breaks every connection; both ends are told. */
  reset(): void {
    for (const link of this.#links) {
      link.server.resetAndDestroy();
      link.database.destroy();
    }
  }

  /** Half-open connections: the present ones stay silent for good, and neither side is told. New ones work. */
  forget(): void {
    for (const link of this.#links) {
      link.isForgotten = true;
      link.server.pause();
      link.database.pause();
    }
  }

  /** Ends the fault; connections that were made half open stay so. */
  heal(): void {
    this.#weather = {};
    this.#isRefusing = false;
    this.#silence = null;
    this.#endSilence();
    for (const { isForgotten, server, database } of this.#links)
      if (!isForgotten) for (const socket of [server, database]) if (!this.#carried.has(socket)) socket.resume();
  }

  /** Catches the next statement that contains `words`, at `moment`. */
  halt(moment: Moment, words: string): Promise<Caught> {
    return new Promise((spring) => this.#traps.push({ moment, words, spring }));
  }

  /** Removes all traps. */
  disarm(): void {
    this.#traps = [];
    for (const link of this.#links) link.pending = [];
  }

  async close(): Promise<void> {
    this.heal();
    this.#listener.close();
    for (const { server, database } of this.#links) {
      server.destroy();
      database.destroy();
    }
    this.#links.clear();
  }

  async #accept(server: Socket): Promise<void> {
    server.on('error', () => {});
    if (this.#isRefusing) return void server.resetAndDestroy();
    if (this.#silence !== null) await this.#silence;
    if (server.destroyed) return;
    const database = connect({ path: this.#databaseSocket, allowHalfOpen: true });
    const link: Link = { server, database, pending: [], isForgotten: false };
    this.#links.add(link);
    database.on('error', () => {});
    for (const [from, to] of [
      [server, database],
      [database, server],
    ] as const) {
      from.setNoDelay(true);
      from.on('data', (chunk: Buffer) => void this.#carry(link, from, to, chunk));
      from.on('end', () => !link.isForgotten && to.end());
      from.on('close', () => {
        if (link.isForgotten) return;
        this.#links.delete(link);
        to.destroy();
      });
    }
  }

  /** The source is paused while a chunk is passed on, which preserves order and back-pressure. */
  async #carry(link: Link, from: Socket, to: Socket, chunk: Buffer): Promise<void> {
    const isPlain = Object.keys(this.#weather).length === 0 && this.#traps.length === 0 && link.pending.length === 0;
    if (isPlain && this.#silence === null) {
      if (!to.write(chunk)) {
        from.pause();
        to.once('drain', () => this.#goOn(link, from));
      }
      return;
    }
    from.pause();
    this.#carried.add(from);
    const isQuestion = from === link.server;
    const before = isQuestion ? this.#take(link, chunk) : null;
    const answered = !isQuestion && isEndOfAnswer(chunk) ? link.pending.splice(0) : [];
    if (before !== null && before.moment === 'sent' && !(await this.#hold(link, before)))
      return void this.#carried.delete(from);
    for (const trap of answered) if (trap.moment === 'answered') await this.#hold(link, trap);
    await this.#write(to, chunk);
    if (before !== null && before.moment === 'handed-over') await this.#hold(link, before);
    for (const trap of answered) if (trap.moment === 'delivered') await this.#hold(link, trap);
    this.#carried.delete(from);
    this.#goOn(link, from);
  }

  #goOn(link: Link, from: Socket): void {
    if (!link.isForgotten && this.#silence === null) from.resume();
  }

  /** The trap that this question springs; those that wait for the answer stay with the connection. */
  #take(link: Link, chunk: Buffer): Trap | null {
    const index = this.#traps.findIndex(({ words }) => chunk.includes(words));
    if (index < 0) return null;
    const [trap] = this.#traps.splice(index, 1);
    if (trap.moment === 'answered' || trap.moment === 'delivered') link.pending.push(trap);
    return trap;
  }

  /** False if the connection was broken meanwhile: what was not passed on by then never is. */
  #hold(link: Link, trap: Trap): Promise<boolean> {
    return new Promise((resolve) =>
      trap.spring({
        release: () => resolve(true),
        cut: () => {
          link.server.resetAndDestroy();
          resolve(false);
        },
      }),
    );
  }

  async #write(to: Socket, chunk: Buffer): Promise<void> {
    const { latencyMs = 0, bytesPerSecond = 0, sliceBytes = chunk.length } = this.#weather;
    if (latencyMs > 0) await sleep(latencyMs);
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      const slice = chunk.subarray(at, at + sliceBytes);
      if (bytesPerSecond > 0) await sleep((slice.length / bytesPerSecond) * 1000);
      else if (sliceBytes < chunk.length) await sleep(0);
      if (this.#silence !== null) await this.#silence;
      if (to.destroyed) return;
      to.write(slice);
    }
  }
}
