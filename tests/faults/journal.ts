// What clients asked for during a fault and what they were answered: the evidence that the proof goes by.
import type { Reply } from '../crash/real-server.ts';
import type { Placed } from '../serial-order.ts';
import type { Trader } from './traders.ts';

/** One try of a request. `reply` is null where the connection broke, or the caller gave up, before an answer. */
export interface Attempt {
  readonly sentAt: number;
  readonly ms: number;
  readonly reply: Reply | null;
}

/** An order with its key, which stays the same however often it is sent. */
export interface Request {
  readonly trader: Trader;
  readonly key: string;
  readonly body: Record<string, unknown>;
  readonly attempts: Attempt[];
}

/** 503 and a key that is still being worked on mean "again, with the same key"; every other answer is definite. */
export const isDefinite = ({ status, body }: Reply): boolean =>
  status !== 503 && body.error?.code !== 'idempotency-key-running';

export const isAcknowledged = ({ status }: Reply): boolean => status === 200;

export class Journal {
  readonly requests: Request[] = [];

  get attempts(): readonly Attempt[] {
    return this.requests.flatMap(({ attempts }) => attempts);
  }

  /** Requests that somebody was told the outcome of. */
  get answered(): readonly Request[] {
    return this.requests.filter(({ attempts }) => attempts.some(({ reply }) => reply !== null && isDefinite(reply)));
  }

  get acknowledged(): number {
    return this.attempts.filter(({ reply }) => reply !== null && isAcknowledged(reply)).length;
  }

  /** Orders that were acknowledged and are not in the database, and such as nobody was told of: written down by the proof. */
  lost = 0;
  unasked = 0;

  /** Orders that were acknowledged, each with its place: an order has the number of the command that placed it. */
  get placed(): Placed[] {
    return this.requests.flatMap(({ attempts }) => {
      const first = attempts.find(({ reply }) => reply !== null && isAcknowledged(reply));
      if (first === undefined) return [];
      const { _id } = first.reply!.body.data as { _id: string };
      return [{ firstSentAt: attempts[0].sentAt, answeredAt: first.sentAt + first.ms, sequence: Number(_id) }];
    });
  }

  /** How long after an instant the first order was acknowledged that had been sent after it; null when none was. */
  firstAfter(instant: number): number | null {
    const ends = this.attempts
      .filter(({ sentAt, reply }) => sentAt >= instant && reply !== null && isAcknowledged(reply))
      .map(({ sentAt, ms }) => sentAt + ms - instant);
    return ends.length === 0 ? null : Math.min(...ends);
  }

  /** The longest that anybody waited who asked within a span of time. */
  longestWait(from: number, to = Infinity): number {
    return Math.max(0, ...this.attempts.filter(({ sentAt }) => sentAt >= from && sentAt < to).map(({ ms }) => ms));
  }

  /** What went wrong in another way than an answer 503 that says when to come again. */
  get unclear(): readonly string[] {
    return this.attempts.flatMap(({ reply }) => {
      if (reply === null || reply.status < 500) return [];
      const isClear = reply.status === 503 && reply.retryAfter !== null && reply.body.message !== '';
      return isClear ? [] : [`${reply.status} ${reply.body.message}`];
    });
  }
}
