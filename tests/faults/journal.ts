// Records what clients requested during a fault and what they were answered: the evidence for the proof.
import type { Reply } from '../crash/real-server.ts';
import type { Placed } from '../serial-order.ts';
import type { Trader } from './traders.ts';

/** One attempt of a request. `reply` is null if the connection broke or the caller gave up before a reply. */
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

/** 503, and 409 for a key that is being worked on, mean "repeat with the same key"; every other reply is definite. */
export const isDefinite = ({ status, body }: Reply): boolean =>
  status !== 503 && body.error?.code !== 'idempotency-key-running';

export const isAcknowledged = ({ status }: Reply): boolean => status === 200;

export class Journal {
  readonly requests: Request[] = [];

  get attempts(): readonly Attempt[] {
    return this.requests.flatMap(({ attempts }) => attempts);
  }

  /** Requests whose outcome somebody was told. */
  get answered(): readonly Request[] {
    return this.requests.filter(({ attempts }) => attempts.some(({ reply }) => reply !== null && isDefinite(reply)));
  }

  get acknowledged(): number {
    return this.attempts.filter(({ reply }) => reply !== null && isAcknowledged(reply)).length;
  }

  /** Acknowledged orders that are not in the database, and stored ones that nobody was told of; set by the proof. */
  lost = 0;
  unasked = 0;

  /** The acknowledged orders with their sequence: an order has the number of the command that placed it. */
  get placed(): Placed[] {
    return this.requests.flatMap(({ attempts }) => {
      const first = attempts.find(({ reply }) => reply !== null && isAcknowledged(reply));
      if (first === undefined) return [];
      const { _id } = first.reply!.body.data as { _id: string };
      return [{ firstSentAt: attempts[0].sentAt, answeredAt: first.sentAt + first.ms, sequence: Number(_id) }];
    });
  }

  /** The time from an instant to the first acknowledgement of an order that was sent after it; null if there was none. */
  firstAfter(instant: number): number | null {
    const ends = this.attempts
      .filter(({ sentAt, reply }) => sentAt >= instant && reply !== null && isAcknowledged(reply))
      .map(({ sentAt, ms }) => sentAt + ms - instant);
    return ends.length === 0 ? null : Math.min(...ends);
  }

  /** How long the quickest one took that was sent and acknowledged since an instant; Infinity if there was none. */
  quickestSince(instant: number): number {
    const quick = this.attempts.filter(
      ({ sentAt, reply }) => sentAt >= instant && reply !== null && isAcknowledged(reply),
    );
    return Math.min(...quick.map(({ ms }) => ms));
  }

  /** The longest wait of any request sent within a period. */
  longestWait(from: number, to = Infinity): number {
    return Math.max(0, ...this.attempts.filter(({ sentAt }) => sentAt >= from && sentAt < to).map(({ ms }) => ms));
  }

  /** Failures other than a 503 that says when to try again. */
  get unclear(): readonly string[] {
    return this.attempts.flatMap(({ reply }) => {
      if (reply === null || reply.status < 500) return [];
      const isClear = reply.status === 503 && reply.retryAfter !== null && reply.body.message !== '';
      return isClear ? [] : [`${reply.status} ${reply.body.message}`];
    });
  }
}
