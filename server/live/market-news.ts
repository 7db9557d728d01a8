// News for everybody, sent slice by slice: everything of one beat together, or of several beats if there are too many sockets for each beat.
import type { PushName, PushOf } from '../../contract/events.ts';
import { prepare } from './prepared.ts';
import type { Prepared } from './prepared.ts';
import { Slices } from './slices.ts';

/** Gives a message its version when it goes out. `joined`: how many messages of its kind have been merged into others so far. */
type VersionOf = (joined: number) => number;

interface Waiting {
  readonly event: PushName;
  payload: unknown;
  versionOf: VersionOf;
}

type Join = (before: never, after: never) => unknown;

/** How a waiting message and a newer one of its kind are merged. Other kinds are never merged. */
const JOINS: Partial<Record<PushName, Join>> = {
  'stock-update': (before: PushOf<'stock-update'>, after: PushOf<'stock-update'>) => [
    ...new Map([...before, ...after].map((change) => [change.symbol, change])).values(),
  ],
  'index-update': (_before: PushOf<'index-update'>, after: PushOf<'index-update'>) => after,
};

/** Clients that cannot keep up miss quotes, and notice by the version of the next ones. */
const VOLATILE: PushName = 'stock-update';

export class MarketNews<Member> {
  readonly #write: (member: Member, news: Prepared) => void;
  readonly #slices = new Slices<Member>();
  /** Sent together as soon as everything before it has gone to all slices. */
  #waiting: Waiting[] = [];
  readonly #joined = new Map<PushName, number>();

  constructor(write: (member: Member, news: Prepared) => void) {
    this.#write = write;
  }

  /** Adds a socket. Returns its slice, which is needed to leave. */
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
    // News from the same turn of the event loop is sent together.
    if (this.#waiting.length === 1) queueMicrotask(() => this.#slices.send(() => this.#begin()));
  }

  /** Versions start again. */
  restart(): void {
    this.#joined.clear();
  }

  /** Makes the messages once, so that all slices get the same versions. */
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
