// The watchlists of one person in the tables. My Watchlist has no row of its own: its stocks are those without a list.
import { FIRST_LIST } from '../../contract/market/watchlist-rules.ts';
import type { Watchlist } from '../../contract/watchlists.ts';
import { listMessages } from '../../contract/messages/watchlists.ts';
import { folded } from '../../contract/wire/normal.ts';
import type { Queryable } from '../db/open.ts';
import { staysMeanwhile } from '../db/people.ts';
import { HttpError, unauthorized } from '../http-error.ts';

export interface Owner {
  readonly venue: number;
  readonly account: number;
}

export interface OwnList {
  /** Null for My Watchlist. */
  readonly id: number | null;
  readonly name: string;
}

const FIRST: OwnList = { id: null, name: FIRST_LIST.name };

export const listIdOf = (id: number | null): string => (id === null ? FIRST_LIST.id : String(id));

/** Somebody else's list is answered like one that does not exist. */
export const unknownList = () => new HttpError(404, listMessages.unknownList, { code: 'watchlist-unknown' });

/**
 * Changes to one person's lists run one after the other, so that together they cannot exceed a limit. Nothing is stored for
 * somebody who has deleted the account meanwhile.
 */
export async function lockOwner(transaction: Queryable, { account }: Owner): Promise<void> {
  if (!(await staysMeanwhile(transaction, account))) throw unauthorized();
}

/** @throws HttpError 404 where the person has no list of that name. */
export async function listNamed(db: Queryable, { venue, account }: Owner, name = ''): Promise<OwnList> {
  if (name === '' || folded(name) === folded(FIRST_LIST.name)) return FIRST;
  const { rows } = await db.query<OwnList>(
    'select id, name from watchlists where venue = $1 and account = $2 and folded = $3',
    [venue, account, folded(name)],
  );
  if (rows.length === 0) throw unknownList();
  return rows[0];
}

/** @throws HttpError 404 where the person has no such list. */
export async function listWithId(db: Queryable, { venue, account }: Owner, id: string): Promise<OwnList> {
  if (id === FIRST_LIST.id) return FIRST;
  if (!/^\d{1,15}$/.test(id)) throw unknownList();
  const { rows } = await db.query<OwnList>(
    'select id, name from watchlists where venue = $1 and account = $2 and id = $3',
    [venue, account, Number(id)],
  );
  if (rows.length === 0) throw unknownList();
  return rows[0];
}

/** All lists with their symbols, in their order. */
export async function readLists(db: Queryable, { venue, account }: Owner): Promise<Watchlist[]> {
  const { rows } = await db.query<OwnList & { symbols: string[] }>(
    `select l.id, l.name, coalesce(array_agg(i.symbol order by w.place, w.id) filter (where i.symbol is not null), '{}') as symbols
     from (select null::bigint as id, $3::text as name, 0 as place
       union all select id, name, place from watchlists where venue = $1 and account = $2) l
     left join watchlist_stocks w on w.venue = $1 and w.account = $2 and w.list is not distinct from l.id
     left join instruments i on i.venue = w.venue and i.id = w.instrument
     group by l.id, l.name, l.place order by l.place`,
    [venue, account, FIRST_LIST.name],
  );
  return rows.map(({ id, name, symbols }) => ({ _id: listIdOf(id), name, symbols }));
}
