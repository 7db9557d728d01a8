// Whose password-reset code is whose: it belongs to the browser that asked for it, or else to the network. See decision 037.
import type { Queryable } from '../db/open.ts';
import { isUuid } from '../db/uuid.ts';
import type { Cookie } from '../http-error.ts';
import { networkOf } from '../network.ts';

export const RESET_COOKIE = 'reset';
const LIFETIME_SECONDS = 3600;

/** Who asks, and how they prove it: by the cookie, or by the network. */
interface AskedReset {
  readonly userId: string;
  readonly network: string;
  readonly cookie: string | undefined;
}

export const resetCookie = (value: string, lifetimeSeconds = LIFETIME_SECONDS): Cookie => ({
  name: RESET_COOKIE,
  value,
  lifetimeSeconds,
});

/** The reset of the cookie; without one, the newest that was requested from this network. */
export async function findReset(database: Queryable, { userId, network, cookie }: AskedReset): Promise<string | null> {
  const known = cookie !== undefined && isUuid(cookie) ? cookie : null;
  const { rows } = await database.query<{ id: string }>(
    `select id from resets where user_id = $1 and (id = $2 or network = $3) order by id = $2 desc nulls last, begun_at desc
     limit 1`,
    [userId, known, network],
  );
  return rows.at(0)?.id ?? null;
}

/** Voids earlier requests of this browser or network, but not those of others. */
export async function startReset(
  transaction: Queryable,
  { id, at, ...asked }: AskedReset & { id: string; at: number },
): Promise<void> {
  const { userId, network, cookie } = asked;
  const known = cookie !== undefined && isUuid(cookie) ? cookie : null;
  await deleteResets(transaction, 'user_id = $1 and (network = $2 or id = $3)', [userId, network, known]);
  await transaction.query('insert into resets (id, user_id, network, begun_at) values ($1, $2, $3, $4)', [
    id,
    userId,
    network,
    at,
  ]);
}

/** The password has changed: no code sent before is valid. */
export function voidResets(transaction: Queryable, userId: string): Promise<void> {
  return deleteResets(transaction, 'user_id = $1', [userId]);
}

async function deleteResets(transaction: Queryable, where: string, values: unknown[]): Promise<void> {
  await transaction.query(
    `with gone as (delete from resets where ${where} returning id)
     delete from otps where purpose = 'reset' and subject in (select id from gone)`,
    values,
  );
}

/** Whether somebody has logged in to this account from there, as far back as logins are kept. */
export async function hasLoggedInFrom(database: Queryable, userId: string, network: string): Promise<boolean> {
  const { rows } = await database.query<{ ip: string }>('select distinct ip from logins where user_id = $1', [userId]);
  return rows.some(({ ip }) => networkOf(ip) === network);
}
