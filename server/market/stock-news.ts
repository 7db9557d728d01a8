// What people should know of a stock beside its price: why it is halted, and its corporate actions, coming and past; and what is coming for all stocks.
import type { StockNews } from '../../contract/market/corporate.ts';
import { readActions } from '../exchange/corporate-actions.ts';
import { presentAction } from '../exchange/present-action.ts';
import type { Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';
import type { MarketContext } from './routes.ts';

const MOST_PAST = 20;
const MOST_COMING = 200;
/** In the order in which they will be carried out. */
const NEXT_FIRST = `and c.state = 'planned' order by c.effective_day, c.id`;

// However many dividends came later, a chart needs every split and bonus to show old trades and drawn lines in today's shares.
const NEWEST_FIRST = 'c.ended_at desc, c.effective_day desc, c.id desc';
const PAST = `and c.instrument = $2 and c.state = 'done' and (c.kind <> 'dividend' or c.id in (
  select c.id from corporate_actions c where c.venue = $1 and c.instrument = $2 and c.state = 'done'
  order by ${NEWEST_FIRST} limit ${MOST_PAST})) order by ${NEWEST_FIRST}`;

export function stockNewsHandlers(
  context: Pick<MarketContext, 'db' | 'venue' | 'exchange'>,
): Pick<Handlers, 'GET /stockNews' | 'GET /comingActions'> {
  const { db, venue, exchange } = context;

  async function haltOf(instrument: number): Promise<StockNews['halt']> {
    const { rows } = await db.query<{ at: number; reason: string }>(
      'select halted_at as at, reason from stock_halts where venue = $1 and instrument = $2 and resumed_at is null',
      [venue, instrument],
    );
    const halt = rows.at(0);
    return { haltedAt: halt ? new Date(halt.at).toISOString() : null, reason: halt?.reason || null };
  }

  return {
    async 'GET /stockNews'({ input: { symbol } }) {
      const stock = await exchange.read((engine) => {
        const market = engine.market(symbol);
        return market === undefined ? null : { id: market.instrument.id, isHalted: market.instrument.isHalted };
      });
      if (stock === null) throw notFound();
      const { id, isHalted } = stock;
      const coming = await readActions(db, venue, `and c.instrument = $2 ${NEXT_FIRST}`, [id]);
      const past = await readActions(db, venue, PAST, [id]);
      const halt = isHalted ? await haltOf(id) : null;
      return { data: { symbol, halt, coming: coming.map(presentAction), past: past.map(presentAction) } };
    },
    async 'GET /comingActions'() {
      const coming = await readActions(db, venue, `${NEXT_FIRST} limit ${MOST_COMING}`);
      return { data: coming.map(presentAction) };
    },
  };
}
