// The watchlist of each person: a set of listed stocks, shown in the order in which they were added.
import { watchMessages } from '../../contract/messages/market.ts';
import { tradeMessages } from '../../contract/messages/trade.ts';
import type { WatchedStock } from '../../contract/market.ts';
import type { Engine } from '../../core/engine.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, notFound } from '../http-error.ts';
import { presentStock } from './present.ts';

export interface WatchlistOptions {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Pick<Exchange, 'read'>;
  readonly now: () => number;
}

type WatchlistCalls = 'GET /getWatchlist' | 'POST /ensureAndAddStock' | 'POST /removeStockFromWatchlist';

const MOST_WATCHED = 200;
const NAME = 'My Watchlist';

export function watchlistHandlers(options: WatchlistOptions): Pick<Handlers, WatchlistCalls> {
  const { db, venue, exchange, now } = options;
  const read = async (account: number) => ({ name: NAME, stocks: await watchedStocks(options, account) });
  return {
    'GET /getWatchlist': async ({ user }) => ({ data: await read(user.accountNo) }),

    // Spec 3: the list comes with a user and with times. They are the server's to say, and are not looked at.
    async 'POST /ensureAndAddStock'({ input: { symbols }, user }) {
      const instruments = await exchange.read((engine) => symbols.map((symbol) => instrumentOf(engine, symbol)));
      await db.transaction((transaction) =>
        add(transaction, { venue, account: user.accountNo, instruments, at: now() }),
      );
      return { data: await read(user.accountNo), message: tradeMessages.addedToList(symbols.join(', ')) };
    },

    async 'POST /removeStockFromWatchlist'({ input: { symbol }, user }) {
      await db.query(
        `delete from watchlist_stocks using instruments
         where watchlist_stocks.venue = $1 and account = $2 and instruments.venue = watchlist_stocks.venue
           and instruments.id = instrument and symbol = $3`,
        [venue, user.accountNo, symbol],
      );
      return { data: await read(user.accountNo), message: watchMessages.removedFromList(symbol) };
    },
  };
}

/** Adding to a list never makes a stock. */
function instrumentOf(engine: Engine, symbol: string): number {
  const market = engine.market(symbol);
  if (market === undefined) throw notFound();
  return market.instrument.id;
}

interface Added {
  readonly venue: number;
  readonly account: number;
  readonly instruments: readonly number[];
  readonly at: number;
}

/** All of them or none. Additions of one person wait for each other, so that together they do not pass the limit. */
async function add(transaction: Queryable, { venue, account, instruments, at }: Added): Promise<void> {
  await transaction.query('select 1 from users where account_no = $1 for no key update', [account]);
  await transaction.query(
    `insert into watchlist_stocks (venue, account, instrument, added_at)
     select $1, $2, instrument, $4 + place - 1 from unnest($3::integer[]) with ordinality as wanted(instrument, place)
     on conflict do nothing`,
    [venue, account, instruments, at],
  );
  const { rows } = await transaction.query<{ count: number }>(
    'select count(*) as count from watchlist_stocks where venue = $1 and account = $2',
    [venue, account],
  );
  if (rows[0].count > MOST_WATCHED)
    throw new HttpError(422, watchMessages.listFull(MOST_WATCHED), { code: 'watchlist-full' });
}

async function watchedStocks({ db, venue, exchange }: WatchlistOptions, account: number): Promise<WatchedStock[]> {
  const { rows } = await db.query<{ symbol: string; addedAt: number }>(
    `select symbol, added_at as "addedAt" from watchlist_stocks w
     join instruments i on i.venue = w.venue and i.id = w.instrument
     where w.venue = $1 and w.account = $2 order by w.added_at, w.instrument`,
    [venue, account],
  );
  return exchange.read((engine) =>
    rows.flatMap(({ symbol, addedAt }) => {
      const market = engine.market(symbol);
      return market === undefined ? [] : [{ ...presentStock(market), addedAt: new Date(addedAt).toISOString() }];
    }),
  );
}
