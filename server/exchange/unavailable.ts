// The one way in which the exchange says that it cannot answer now.
import { isUnavailable } from '../db/open.ts';

/** Nobody waits longer for the database, whatever it is asked one after the other: a key, a commit, the lease. */
export const PATIENCE_MS = 5_000;

/** The exchange cannot take the command now, or its outcome is not known: safe to repeat with the same key. */
export class ExchangeUnavailable extends Error {}

/** A commit that may still become durable, or has: asked again with its key, the command has its one outcome. */
export const outcomeUnknown = (): ExchangeUnavailable =>
  new ExchangeUnavailable('it is not known yet whether the command was carried out');

/** For a failed look-up of a key: nothing has been decided, so the caller can safely try again. */
export function asUnavailable(error: unknown): never {
  throw isUnavailable(error) ? new ExchangeUnavailable('the key could not be looked up', { cause: error }) : error;
}
