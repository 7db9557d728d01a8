// Carries out a call whose caller is known and whose input is parsed: directly, or only once per Idempotency-Key.
import { hash } from 'node:crypto';
import { methodOf, routeOf, type RouteName } from '../../contract/routes.ts';
import type { Queryable } from '../db/open.ts';
import { createOwnGates, type OwnGates } from '../gate.ts';
import type { Caller, Handler, Handlers } from '../handler.ts';
import { once, type Keeper } from './idempotency.ts';
import { replyOf, successReply, type AnyOutcome, type Reply } from './reply.ts';

/** A call of any name. */
export interface AnyCall {
  readonly input: unknown;
  /** The input before parsing, for another process that parses it by its own table. */
  readonly given: unknown;
  readonly user: Caller | null;
  readonly ip: string;
  readonly idempotencyKey: string | null;
  readonly cookies: Record<string, string | undefined>;
  readonly userAgent: string;
  readonly origin: string;
  readonly isCrossSite: boolean;
  readonly wantsHtml: boolean;
}

/** `Keep` of a call of any name. */
type KeepAny = (transaction: Queryable, outcome: AnyOutcome) => Promise<void>;

/** In this process, or in the one that runs the exchange: the difference does not show. @throws HttpError */
export type Perform = (call: AnyCall) => Reply | Promise<Reply>;

/** Called when a call arrives; what it returns, when its turn has come: the caller may have been blocked meanwhile. @throws HttpError */
export type Watch = (caller: Caller) => () => void | Promise<void>;

/**
 * However many calls one person sends at once, a few are carried out at a time: they share ten connections to the database with
 * everybody else. Orders need none, and are never kept waiting.
 */
const TURNS = { most: 3, mostWaiting: 100 } as const;

/** Calls in their turn, a few of each person at a time. */
export class Performers {
  readonly #handlers: Partial<Handlers>;
  readonly #keeper: Keeper;
  readonly #watch: Watch;
  readonly #inTurn: OwnGates = createOwnGates(TURNS);

  constructor(handlers: Partial<Handlers>, keeper: Keeper, watch: Watch = () => () => {}) {
    this.#handlers = handlers;
    this.#keeper = keeper;
    this.#watch = watch;
  }

  /** By its handler, if there is one here. */
  of(name: RouteName): Perform | undefined {
    // A row of the table and its handler share a name, but the compiler loses the pairing in a loop.
    const handler = this.#handlers[name] as Handler<RouteName> | undefined;
    if (handler === undefined) return undefined;
    const perform = performing(name, handler, this.#keeper);
    if (methodOf(name) !== 'GET' && routeOf(name).idempotency !== 'reply') return perform;
    return (call) => {
      if (call.user === null) return perform(call);
      const checkAgain = this.#watch(call.user);
      return this.#inTurn(call.user.id, async () => {
        await checkAgain();
        return perform(call);
      });
    };
  }
}

// No step here is async unless it has to wait.

function performing<R extends RouteName>(name: R, handler: Handler<R>, keeper: Keeper): Perform {
  const route = routeOf(name);
  const status = route.status ?? 200;
  // The compiler cannot resolve the table's conditional types while the row is still a parameter.
  const run = handler as unknown as (call: AnyCall, keep?: KeepAny) => AnyOutcome | Promise<AnyOutcome>;
  return (call) => {
    if (route.idempotency === 'reply' && call.idempotencyKey !== null && call.user) {
      const fingerprint = hash('sha256', `${name}\n${JSON.stringify(call.input)}`, 'base64url');
      const key = { userId: call.user.id, route: name, key: call.idempotencyKey, fingerprint };
      return once(keeper, key, async (keepReply) => {
        const keep: KeepAny = (transaction, outcome) => keepReply(transaction, successReply(outcome, status));
        return replyOf(await run(call, keep), status);
      });
    }
    return whenKnown(run(call), (outcome) => replyOf(outcome, status));
  };
}

export function whenKnown<Value, Result>(
  value: Value | Promise<Value>,
  go: (value: Value) => Result,
): Result | Promise<Awaited<Result>> {
  return value instanceof Promise ? (value.then(go) as Promise<Awaited<Result>>) : go(value);
}
