// The shape of the last day of many stocks in one answer: one price per quarter of an hour with trading. Kept for a minute.
import { priceAfter } from '../../core/market/corporate-action.ts';
import { DAY_MS, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { Engine } from '../../core/engine.ts';
import type { Market } from '../../core/market/market.ts';
import type { Order } from '../../core/trade/order.ts';
import type { Queryable } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';
import { ratioSince, readRestatings } from './restated-bars.ts';

export interface SparklineOptions {
  readonly db: Queryable;
  readonly venue: number;
  readonly exchange: Pick<Exchange, 'read'>;
  readonly now: () => number;
}

const STEP_MINUTES = 15;
const KEPT_MS = MINUTE_MS;

interface Line {
  readonly prices: readonly number[];
  readonly madeAt: number;
}

interface Asked {
  readonly symbol: string;
  readonly instrument: number;
  readonly tradedAt: number;
  /** Paise. */
  readonly last: number;
}

type Quoted = Pick<Market<Order>, 'instrument' | 'quote'>;

const askedOf = ({ instrument: { id, symbol }, quote }: Quoted): Asked => ({
  symbol,
  instrument: id,
  tradedAt: quote.tradedAt,
  last: quote.last,
});

/** The stock that traded last: it shows when there was trading, even if a requested stock is halted. */
function busiest(engine: Engine): Asked {
  let found: Quoted | null = null;
  for (const market of engine.markets())
    if (found === null || market.quote.tradedAt > found.quote.tradedAt) found = market;
  return askedOf(found!);
}

export function sparklineHandlers({ db, venue, exchange, now }: SparklineOptions): Pick<Handlers, 'GET /sparklines'> {
  let kept = { day: 0, lines: new Map<string, Line>() };
  return {
    async 'GET /sparklines'({ input: { symbols } }) {
      const { asked, pulse, day } = await exchange.read((engine) => {
        const found = symbols.map((symbol): Asked => {
          const market = engine.market(symbol);
          if (market === undefined) throw notFound();
          return askedOf(market);
        });
        return { asked: found, pulse: busiest(engine), day: engine.venue.day };
      });
      // A day begins with its splits, of which pages ask for the new lines at once.
      if (kept.day !== day) kept = { day, lines: new Map() };
      const { lines } = kept;
      const madeAt = now();
      // Lines "from the future" were made before the clock was set back.
      const missing = asked.filter(({ symbol }) => Math.abs(madeAt - (lines.get(symbol)?.madeAt ?? 0)) > KEPT_MS);
      if (missing.length > 0) {
        const fromMinute = Math.floor((Math.min(madeAt, pulse.tradedAt) - DAY_MS) / MINUTE_MS);
        const found = await readPrices(db, venue, [...missing, pulse], fromMinute);
        for (const each of missing) lines.set(each.symbol, { prices: unbroken(each, found, fromMinute), madeAt });
      }
      return { data: symbols.map((symbol) => ({ symbol, prices: [...lines.get(symbol)!.prices] })) };
    },
  };
}

/** Prices by minute, by instrument, as stored. */
type Traded = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** Fills gaps: while other stocks traded and this one did not, as in a halt, its price stood still. */
function unbroken({ instrument, tradedAt, last }: Asked, found: Traded, fromMinute: number): number[] {
  const own = found.get(instrument);
  const minutes = new Set(
    [...found.values()].flatMap((line) => [...line.keys()]).filter((minute) => minute >= fromMinute),
  );
  const prices: number[] = [];
  // A stock without a trade in this time may have traded before.
  let price = own === undefined && tradedAt > 0 ? toRupees(last) : undefined;
  for (const [minute, before] of own ?? []) if (minute < fromMinute) price = before;
  for (const minute of [...minutes].toSorted((one, other) => one - other)) {
    price = own?.get(minute) ?? price;
    if (price !== undefined) prices.push(price);
  }
  return prices;
}

/** Prices of the 24 hours up to the market's last trade, so that a closed market shows its last day; and the price before them. */
async function readPrices(db: Queryable, venue: number, asked: readonly Asked[], fromMinute: number): Promise<Traded> {
  const instruments = asked.map(({ instrument }) => instrument);
  const { rows } = await db.query<{ instrument: number; price: number; minute: number }>(
    `select instrument, price, minute from (
       select instrument, day * 1440 - 330 + offset_minute as minute, price
       from minute_pages, unnest(minutes, close) as page(offset_minute, price)
       where venue = $1 and instrument = any($2) and day >= $3
       union all
       select instrument, minute, close from minute_bars where venue = $1 and instrument = any($2) and minute >= $4
     ) as bars where minute >= $4 and minute % $5 = 0
     union all
     -- The price it came with: the last one before.
     select instrument, price, minute from unnest($2::integer[]) as given (instrument), lateral (
       select close as price, minute from (
         (select close, minute from minute_bars
          where venue = $1 and instrument = given.instrument and minute < $4 order by minute desc limit 1)
         union all
         (select price, day * 1440 - 330 + offset_minute
          from (select day, minutes, close from minute_pages
                where venue = $1 and instrument = given.instrument and day <= $3 order by day desc limit 2) as pages,
            unnest(minutes, close) as page (offset_minute, price)
          where day * 1440 - 330 + offset_minute < $4 order by day desc, offset_minute desc limit 1)
       ) as earlier order by minute desc limit 1
     ) as last
     order by instrument, minute`,
    [venue, instruments, marketDay(fromMinute * MINUTE_MS), fromMinute, STEP_MINUTES],
  );
  const prices = new Map<number, Map<number, number>>();
  const firstDay = Math.min(...rows.map(({ minute }) => marketDay(minute * MINUTE_MS)));
  const restatings = rows.length === 0 ? [] : await readRestatings(db, venue, instruments, firstDay);
  for (const { instrument, price: traded, minute } of rows) {
    const ratio = restatings.length === 0 ? null : ratioSince(restatings, instrument, marketDay(minute * MINUTE_MS));
    const price = toRupees(ratio === null ? traded : priceAfter(traded, ratio));
    const line = prices.get(instrument);
    if (line === undefined) prices.set(instrument, new Map([[minute, price]]));
    else line.set(minute, price);
  }
  return prices;
}
