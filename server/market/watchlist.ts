// The stocks of watchlists: listed stocks, each once per list, in the person's own order.
import { MOST_WATCHED } from '../../contract/market/watchlist-rules.ts';
import type { WatchedStock } from '../../contract/watchlists.ts';
import { watchMessages } from '../../contract/messages/market.ts';
import { listMessages } from '../../contract/messages/watchlists.ts';
import { tradeMessages } from '../../contract/messages/trade.ts';
import type { Engine } from '../../core/engine.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Handlers } from '../handler.ts';
import { HttpError } from '../http-error.ts';
import { presentStock } from './present.ts';
import { listIdOf, listNamed, listWithId, lockOwner, readLists } from './watchlist-rows.ts';
import type { Owner, OwnList } from './watchlist-rows.ts';
import { ownListHandlers } from './watchlists.ts';
import type { OwnListCalls } from './watchlists.ts';

export interface WatchlistOptions {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Pick<Exchange, 'read'>;
  readonly now: () => number;
}

type StockCalls =
  | 'GET /getWatchlist'
  | 'POST /ensureAndAddStock'
  | 'POST /removeStockFromWatchlist'
  | 'POST /watchlists/orderStocks'
  | 'POST /watchlists/moveStock';

export function watchlistHandlers(options: WatchlistOptions): Pick<Handlers, StockCalls | OwnListCalls> {
  const { db, venue, exchange, now } = options;
  return {
    ...ownListHandlers(options),

    'GET /getWatchlist': async ({ input: { name }, user }) => {
      const owner = { venue, account: user.accountNo };
      return { data: await withStocks(options, owner, await listNamed(db, owner, name)) };
    },

    // Spec 3: a list comes with a user and with times. The server decides those, so they are ignored.
    async 'POST /ensureAndAddStock'({ input: { name, symbols }, user }) {
      const owner = { venue, account: user.accountNo };
      const instruments = await exchange.read((engine) => symbols.map((symbol) => instrumentOf(engine, symbol)));
      const list = await db.transaction(async (transaction) => {
        await lockOwner(transaction, owner);
        const chosen = await listNamed(transaction, owner, name);
        await add(transaction, owner, chosen, instruments, now());
        return chosen;
      });
      const isOwnOne = list.id === null && symbols.length === 1;
      const listName = list.id === null ? 'your Istock list' : list.name;
      const message = isOwnOne ? tradeMessages.addedToList(symbols[0]) : listMessages.addedTo(symbols, listName);
      return { data: await withStocks(options, owner, list), message };
    },

    async 'POST /removeStockFromWatchlist'({ input: { symbol, name }, user }) {
      const owner = { venue, account: user.accountNo };
      const list = await listNamed(db, owner, name);
      await takeOff(db, owner, list, symbol);
      const message =
        list.id === null ? watchMessages.removedFromList(symbol) : listMessages.removedFrom(symbol, list.name);
      return { data: await withStocks(options, owner, list), message };
    },

    async 'POST /watchlists/orderStocks'({ input: { id, symbols }, user }) {
      const owner = { venue, account: user.accountNo };
      await db.transaction(async (transaction) => {
        await lockOwner(transaction, owner);
        await order(transaction, owner, await listWithId(transaction, owner, id), symbols);
      });
      return { data: await readLists(db, owner) };
    },

    async 'POST /watchlists/moveStock'({ input: { id, symbol, to }, user }, keep) {
      const owner = { venue, account: user.accountNo };
      const instrument = await exchange.read((engine) => instrumentOf(engine, symbol));
      return db.transaction(async (transaction) => {
        await lockOwner(transaction, owner);
        const [from, onto] = [await listWithId(transaction, owner, id), await listWithId(transaction, owner, to)];
        if (!(await takeOff(transaction, owner, from, symbol)))
          throw new HttpError(404, listMessages.notOnList(symbol, from.name), { code: 'not-on-list' });
        await add(transaction, owner, onto, [instrument], now());
        const answer = {
          data: await readLists(transaction, owner),
          message: listMessages.movedTo(symbol, onto.name),
        };
        await keep?.(transaction, answer);
        return answer;
      });
    },
  };
}

/** Adding to a list never creates a stock. */
function instrumentOf(engine: Engine, symbol: string): number {
  const market = engine.market(symbol);
  if (market === undefined) throw new HttpError(404, tradeMessages.unknownStock);
  return market.instrument.id;
}

/** All of them or none, after those already there. */
async function add(
  transaction: Queryable,
  { venue, account }: Owner,
  { id }: OwnList,
  instruments: readonly number[],
  at: number,
): Promise<void> {
  const { rows } = await transaction.query<{ count: number }>(
    `with last as (select coalesce(max(place), 0) as place, count(*) as count from watchlist_stocks
       where venue = $1 and account = $2 and list is not distinct from $3::bigint),
     added as (insert into watchlist_stocks (venue, account, list, instrument, place, added_at)
       select $1, $2, $3::bigint, instrument, last.place + wanted.place, $5
       from unnest($4::integer[]) with ordinality as wanted(instrument, place), last
       on conflict do nothing returning 1)
     select count + (select count(*) from added) as count from last`,
    [venue, account, id, instruments, at],
  );
  if (rows[0].count > MOST_WATCHED)
    throw new HttpError(422, watchMessages.listFull(MOST_WATCHED), { code: 'watchlist-full' });
}

/** Whether it was on the list. */
async function takeOff(db: Queryable, { venue, account }: Owner, { id }: OwnList, symbol: string): Promise<boolean> {
  const { rows } = await db.query(
    `delete from watchlist_stocks using instruments
     where watchlist_stocks.venue = $1 and account = $2 and list is not distinct from $3::bigint
       and instruments.venue = watchlist_stocks.venue and instruments.id = instrument and symbol = $4 returning 1`,
    [venue, account, id, symbol],
  );
  return rows.length > 0;
}

/** Stocks added to the list meanwhile come after the reordered ones. */
async function order(
  transaction: Queryable,
  { venue, account }: Owner,
  { id }: OwnList,
  symbols: readonly string[],
): Promise<void> {
  await transaction.query(
    `with ordered as (
       select w.id, row_number() over (order by wanted.place nulls last, w.place, w.id) as place
       from watchlist_stocks w join instruments i on i.venue = w.venue and i.id = w.instrument
       left join (select symbol, min(place) as place from unnest($4::text[]) with ordinality as named(symbol, place) group by symbol)
         wanted on wanted.symbol = i.symbol
       where w.venue = $1 and w.account = $2 and w.list is not distinct from $3::bigint)
     update watchlist_stocks w set place = ordered.place from ordered where w.id = ordered.id`,
    [venue, account, id, symbols],
  );
}

async function withStocks(options: WatchlistOptions, owner: Owner, { id, name }: OwnList) {
  return { _id: listIdOf(id), name, stocks: await watchedStocks(options, owner, id) };
}

async function watchedStocks(
  { db, exchange }: WatchlistOptions,
  { venue, account }: Owner,
  list: number | null,
): Promise<WatchedStock[]> {
  const { rows } = await db.query<{ symbol: string; addedAt: number }>(
    `select symbol, added_at as "addedAt" from watchlist_stocks w
     join instruments i on i.venue = w.venue and i.id = w.instrument
     where w.venue = $1 and w.account = $2 and w.list is not distinct from $3::bigint order by w.place, w.id`,
    [venue, account, list],
  );
  return exchange.read((engine) =>
    rows.flatMap(({ symbol, addedAt }) => {
      const market = engine.market(symbol);
      return market === undefined ? [] : [{ ...presentStock(market), addedAt: new Date(addedAt).toISOString() }];
    }),
  );
}
