// The watchlists of each person: which exist, their names, and their order.
import { FIRST_LIST, MOST_WATCHLISTS } from '../../contract/market/watchlist-rules.ts';
import type { Watchlist } from '../../contract/watchlists.ts';
import { watchMessages } from '../../contract/messages/market.ts';
import { listMessages } from '../../contract/messages/watchlists.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { HttpError } from '../http-error.ts';
import { folded } from '../../contract/wire/normal.ts';
import { listWithId, lockOwner, readLists, unknownList } from './watchlist-rows.ts';
import type { Owner } from './watchlist-rows.ts';

interface OwnListOptions {
  readonly db: Database;
  readonly venue: number;
  readonly now: () => number;
}

export type OwnListCalls =
  | 'GET /watchlists'
  | 'POST /watchlists'
  | 'POST /watchlists/rename'
  | 'POST /watchlists/remove'
  | 'POST /watchlists/order';

/** `Keep` of any of these calls: they all answer the lists. */
type KeepLists = (transaction: Queryable, answer: { data: Watchlist[]; message: string }) => Promise<void>;

export function ownListHandlers({ db, venue, now }: OwnListOptions): Pick<Handlers, OwnListCalls> {
  /** Runs a change to one person's lists after any other; returns all lists as they then are, with the sentence of the change. */
  async function changed(
    account: number,
    keep: KeepLists | undefined,
    change: (transaction: Queryable, owner: Owner) => Promise<string>,
  ) {
    const owner = { venue, account };
    return db.transaction(async (transaction) => {
      await lockOwner(transaction, owner);
      const message = await change(transaction, owner);
      const answer = { data: await readLists(transaction, owner), message };
      await keep?.(transaction, answer);
      return answer;
    });
  }
  return {
    'GET /watchlists': async ({ user }) => ({ data: await readLists(db, { venue, account: user.accountNo }) }),

    'POST /watchlists': ({ input: { name }, user }, keep) =>
      changed(user.accountNo, keep, async (transaction, owner) => {
        await make(transaction, owner, name, now());
        return listMessages.made(name);
      }),

    'POST /watchlists/rename': ({ input: { id, name }, user }, keep) =>
      changed(user.accountNo, keep, async (transaction, owner) => {
        await rename(transaction, owner, await ownMade(transaction, owner, id), name);
        return listMessages.renamed(name);
      }),

    'POST /watchlists/remove': ({ input: { id }, user }, keep) =>
      changed(user.accountNo, keep, async (transaction, owner) =>
        listMessages.removed(await remove(transaction, owner, await ownMade(transaction, owner, id))),
      ),

    'POST /watchlists/order': ({ input: { ids }, user }, keep) =>
      changed(user.accountNo, keep, async (transaction, owner) => {
        await order(transaction, owner, ids);
        return '';
      }),
  };
}

/** A list created by its owner: only these can be renamed or removed. */
async function ownMade(transaction: Queryable, owner: Owner, id: string): Promise<number> {
  const list = await listWithId(transaction, owner, id);
  if (list.id === null) throw new HttpError(422, listMessages.firstStays(FIRST_LIST.name), { code: 'watchlist-stays' });
  return list.id;
}

/** @throws HttpError 409 where another list of the person has this name, or one that differs only in capitals. */
async function requireFree(
  transaction: Queryable,
  { venue, account }: Owner,
  name: string,
  own: number,
): Promise<void> {
  const { rows } = await transaction.query<{ name: string }>(
    `select name from watchlists where venue = $1 and account = $2 and folded = $3 and id <> $4
     union all select $5::text where $3 = $6`,
    [venue, account, folded(name), own, FIRST_LIST.name, folded(FIRST_LIST.name)],
  );
  if (rows.length === 0) return;
  const message = listMessages.nameTaken(rows[0].name);
  throw new HttpError(409, message, { code: 'watchlist-name-taken', fields: { name: message } });
}

async function make(transaction: Queryable, owner: Owner, name: string, at: number): Promise<void> {
  const { venue, account } = owner;
  await requireFree(transaction, owner, name, 0);
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*) as count from watchlists where venue = $1 and account = $2',
    [venue, account],
  );
  // My Watchlist counts as one, although it has no row.
  if (rows[0].count + 1 >= MOST_WATCHLISTS)
    throw new HttpError(422, watchMessages.tooManyLists(MOST_WATCHLISTS), { code: 'too-many-watchlists' });
  await transaction.query(
    `insert into watchlists (venue, account, name, folded, place, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [venue, account, name, folded(name), rows[0].count + 1, at],
  );
}

async function rename(transaction: Queryable, owner: Owner, id: number, name: string): Promise<void> {
  await requireFree(transaction, owner, name, id);
  await transaction.query(
    'update watchlists set name = $4, folded = $5 where venue = $1 and account = $2 and id = $3',
    [owner.venue, owner.account, id, name, folded(name)],
  );
}

/** Its stocks go with it. Positions stay without gaps, so that the next list has one. Returns its name. */
async function remove(transaction: Queryable, { venue, account }: Owner, id: number): Promise<string> {
  const { rows } = await transaction.query<{ name: string; place: number }>(
    'delete from watchlists where venue = $1 and account = $2 and id = $3 returning name, place',
    [venue, account, id],
  );
  await transaction.query('update watchlists set place = place - 1 where venue = $1 and account = $2 and place > $3', [
    venue,
    account,
    rows[0].place,
  ]);
  return rows[0].name;
}

/** My Watchlist can be named at any position; lists that are not named follow in their old order. */
async function order(transaction: Queryable, { venue, account }: Owner, ids: readonly string[]): Promise<void> {
  const { rows } = await transaction.query<{ id: number }>(
    'select id from watchlists where venue = $1 and account = $2 order by place',
    [venue, account],
  );
  const own = rows.map(({ id }) => String(id));
  const named = [...new Set(ids)].filter((id) => id !== FIRST_LIST.id);
  if (named.some((id) => !own.includes(id))) throw unknownList();
  const ordered = [...named, ...own.filter((id) => !named.includes(id))];
  await transaction.query(
    `update watchlists w set place = wanted.place from unnest($3::bigint[]) with ordinality as wanted(id, place)
     where w.venue = $1 and w.account = $2 and w.id = wanted.id`,
    [venue, account, ordered.map(Number)],
  );
}
