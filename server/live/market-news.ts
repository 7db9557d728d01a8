// What everybody is told, slice by slice: all that one beat has to say at once, and where sockets are too many for every beat, what several did.
import type { PushName, PushOf } from '../../contract/events.ts';
import { prepare } from './prepared.ts';
import type { Prepared } from './prepared.ts';
import { Slices } from './slices.ts';

/** The number of a message, asked for when it goes out. `joined`: how many of its kind have gone into others before. */
type VersionOf = (joined: number) => number;

interface Waiting {
  readonly event: PushName;
  payload: unknown;
  versionOf: VersionOf;
}

type Join = (before: never, after: never) => unknown;

/** Only of these the newer ones tell all that those before them did. */
const JOINS: Partial<Record<PushName, Join>> = {
  'stock-update': (before: PushOf<'stock-update'>, after: PushOf<'stock-update'>) => [
    ...new Map([...before, ...after].map((change) => [change.symbol, change])).values(),
  ],
  'index-update': (_before: PushOf<'index-update'>, after: PushOf<'index-update'>) => after,
};

/** Quotes are lost on clients that cannot keep up: the version of the next ones tells them so. */
const VOLATILE: PushName = 'stock-update';

export class MarketNews<Member> {
  readonly #write: (member: Member, news: Prepared) => void;
  readonly #slices = new Slices<Member>();
  /** What everybody will be told, in one go, when what was said before it has been told to all. */
  #waiting: Waiting[] = [];
  readonly #joined = new Map<PushName, number>();

  constructor(write: (member: Member, news: Prepared) => void) {
    this.#write = write;
  }

  /** A place for one more socket: the number to leave with. */
  enter(member: Member): number {
    return this.#slices.enter(member);
  }

  leave(slice: number, member: Member): void {
    this.#slices.leave(slice, member);
  }

  send(event: PushName, payload: unknown, versionOf: VersionOf): void {
    const join = JOINS[event] as ((before: unknown, after: unknown) => unknown) | undefined;
    const before = join && this.#waiting.find((news) => news.event === event);
    if (join && before) {
      this.#joined.set(event, this.#joinedOf(event) + 1);
      before.payload = join(before.payload, payload);
      before.versionOf = versionOf;
      return;
    }
    this.#waiting.push({ event, payload, versionOf });
    // Whatever else this turn has to say goes with it.
    if (this.#waiting.length === 1) queueMicrotask(() => this.#slices.send(() => this.#begin()));
  }

  /** Versions begin anew. */
  restart(): void {
    this.#joined.clear();
  }

  /** One version for all slices. */
  #begin(): (member: Member) => void {
    const messages = this.#waiting.map(({ event, payload, versionOf }) => {
      const version = versionOf(this.#joinedOf(event));
      return { event, payload, version, isVolatile: event === VOLATILE };
    });
    this.#waiting = [];
    const news = prepare(messages);
    return (member) => this.#write(member, news);
  }

  #joinedOf(event: PushName): number {
    return this.#joined.get(event) ?? 0;
  }
}
