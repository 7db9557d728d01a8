// The person who asks, and the read-only calls that may be made on that person's behalf, all of which the person may make anyway.
import type { DataOf, InputOf } from '../../contract/routes.ts';
import type { Engine } from '../../core/engine.ts';
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { callAs } from '../handler.ts';
import type { Caller, Handlers } from '../handler.ts';
import type { RefusalMemory, RememberedRefusal } from './refusal-memory.ts';

/** Calls that change nothing. There is no other way from the assistant to anybody's data. */
export type ReadName =
  | 'GET /stocks'
  | 'GET /bars'
  | 'GET /depth'
  | 'GET /index'
  | 'GET /limit'
  | 'GET /portfolio'
  | 'GET /getOrders'
  | 'GET /orders/{id}/events'
  | 'GET /orders/{id}/queue'
  | 'GET /transactions'
  | 'GET /tradeDiary'
  | 'GET /contractNote'
  | 'GET /profitReport'
  | 'GET /diaryAnalytics'
  | 'GET /rewards'
  | 'GET /statement'
  | 'GET /watchlists'
  | 'GET /priceAlerts'
  | 'GET /getPurchased'
  | 'GET /activeSessions'
  | 'GET /getAssigned'
  | 'GET /lessonEarnings'
  | 'GET /charges'
  | 'GET /stockNews'
  | 'GET /comingActions'
  | 'GET /entitlements';

type Reads = Pick<Handlers, ReadName>;

export interface Sources {
  readonly reads: Reads;
  readonly exchange: Pick<Exchange, 'read'>;
  readonly refusals: RefusalMemory;
  readonly calendar: TradingCalendar;
  readonly now: () => number;
}

/** The person is known by the token of the call, never by the text of a question: no tool has a parameter for a person. */
export class Asker {
  readonly user: Caller;
  readonly #sources: Sources;

  constructor(user: Caller, sources: Sources) {
    this.user = user;
    this.#sources = sources;
  }

  get calendar(): TradingCalendar {
    return this.#sources.calendar;
  }

  now(): number {
    return this.#sources.now();
  }

  read<R extends ReadName>(name: R, input: InputOf<R>): Promise<DataOf<R>> {
    return callAs(this.#sources.reads, name, this.user, input);
  }

  /** Reads the venue's rules. `look` must not keep objects of the engine. */
  look<T>(look: (engine: Engine) => T): Promise<T> {
    return this.#sources.exchange.read(look);
  }

  /** The person's orders that were refused recently, newest first. */
  refusals(): readonly RememberedRefusal[] {
    return this.#sources.refusals.of(this.user.accountNo);
  }
}
