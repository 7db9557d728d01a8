// The list of the stocks desk: every stock with its quote, its terms, its open orders, why it is halted and what is coming.
import { toPercent } from '../../../contract/wire/percent.ts';
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import type { Stock } from '../../../contract/market.ts';
import { actionText } from '../../../contract/messages/corporate.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import type { Engine } from '../../../core/engine.ts';
import { bandHigh, bandLow } from '../../../core/market/instrument.ts';
import type { Market } from '../../../core/market/market.ts';
import { dayText } from '../../../core/market/day.ts';
import type { Order } from '../../../core/trade/order.ts';
import { actionOf, readActions } from '../../exchange/corporate-actions.ts';
import type { AdminContext } from '../context.ts';

type Seen = Omit<ListedStock, 'halt' | 'nextAction'> & { readonly id: number };

/** All stocks in order of symbol, or the one that is named. */
export async function readStocks(context: AdminContext, symbol?: string): Promise<ListedStock[]> {
  const { db, venue, exchange, stocks } = context;
  const seen = await exchange.read((engine) => look(engine, stocks.present, symbol));
  const halts = await db.query<{ instrument: number; at: number; reason: string }>(
    'select instrument, halted_at as at, reason from stock_halts where venue = $1 and resumed_at is null',
    [venue],
  );
  const haltOf = new Map(halts.rows.map(({ instrument, at, reason }) => [instrument, { at, reason }]));
  const planned = await readActions(db, venue, `and c.state = 'planned' order by c.effective_day desc, c.id desc`);
  // Sorted with the earliest action last, so that it is the one that stays in the map.
  const nextOf = new Map(planned.map((action) => [action.instrument, action]));
  return seen.map(({ id, ...stock }) => {
    const halt = stock.isHalted ? haltOf.get(id) : undefined;
    const next = nextOf.get(id);
    return {
      ...stock,
      halt: stock.isHalted
        ? { haltedAt: halt ? new Date(halt.at).toISOString() : null, reason: halt?.reason || null }
        : null,
      nextAction: next ? { text: actionText(actionOf(next)), effectiveDate: dayText(next.day) } : null,
    };
  });
}

function look(engine: Engine, present: (market: Market<Order>) => Stock, symbol?: string): Seen[] {
  const waiting = new Map<Market<Order>, number>();
  for (const { market } of engine.venue.orders.values()) waiting.set(market, (waiting.get(market) ?? 0) + 1);
  const one = symbol === undefined ? undefined : engine.market(symbol);
  const markets = symbol === undefined ? [...engine.markets()] : one === undefined ? [] : [one];
  return markets
    .map((market) => {
      const { instrument } = market;
      const { id, name, isHalted, priceBand, sharesIssued } = instrument;
      return {
        ...present(market),
        id,
        company: name,
        status: isHalted ? ('Halted' as const) : ('Active' as const),
        priceBand: toPercent(priceBand),
        lowestPrice: toRupees(bandLow(instrument)),
        highestPrice: toRupees(bandHigh(instrument)),
        sharesIssued,
        openOrders: waiting.get(market) ?? 0,
      };
    })
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}
