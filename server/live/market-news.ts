// What everybody is told, slice by slice; where sockets are too many for every beat, one message tells what several beats did.
import type { PushName, PushOf } from '../../contract/events.ts';
import { Slices } from './slices.ts';

/** The number of a message, asked for when it goes out. `joined`: how many of its kind have gone into others before. */
type VersionOf = (joined: number) => number;

interface Waiting {
  readonly payload: unknown;
  readonly versionOf: VersionOf;
}

type Join = (before: never, after: never) => unknown;

/** Only of these the newer ones tell all that those before them did. */
const JOINS: Partial<Record<PushName, Join>> = {
  'stock-update': (before: PushOf<'stock-update'>, after: PushOf<'stock-update'>) => [
    ...new Map([...before, ...after].map((change) => [change.symbol, change])).values(),
  ],
  'index-update': (_before: PushOf<'index-update'>, after: PushOf<'index-update'>) => after,
};

export class MarketNews {
  readonly #emit: (room: string, event: PushName, payload: unknown, version: number) => void;
  readonly #slices = new Slices();
  /** What everybody will be told when those before it have been told to all. */
  readonly #waiting = new Map<PushName, Waiting>();
  readonly #joined = new Map<PushName, number>();

  constructor(emit: (room: string, event: PushName, payload: unknown, version: number) => void) {
    this.#emit = emit;
  }

  /** A place for one more socket: the number to leave with, and the room to join. */
  enter(): { slice: number; room: string } {
    return this.#slices.enter();
  }

  leave(slice: number): void {
    this.#slices.leave(slice);
  }

  send(event: PushName, payload: unknown, versionOf: VersionOf): void {
    const join = JOINS[event] as ((before: unknown, after: unknown) => unknown) | undefined;
    if (join === undefined) return this.#begin(event, () => ({ payload, versionOf }));
    const before = this.#waiting.get(event);
    if (before !== undefined) {
      this.#joined.set(event, this.#joinedOf(event) + 1);
      this.#waiting.set(event, { payload: join(before.payload, payload), versionOf });
      return;
    }
    this.#waiting.set(event, { payload, versionOf });
    this.#begin(event, () => {
      const news = this.#waiting.get(event)!;
      this.#waiting.delete(event);
      return news;
    });
  }

  /** Versions begin anew. */
  restart(): void {
    this.#joined.clear();
  }

  /** One version for all slices. */
  #begin(event: PushName, take: () => Waiting): void {
    this.#slices.send(() => {
      const { payload, versionOf } = take();
      const version = versionOf(this.#joinedOf(event));
      return (room) => this.#emit(room, event, payload, version);
    });
  }

  #joinedOf(event: PushName): number {
    return this.#joined.get(event) ?? 0;
  }
}
