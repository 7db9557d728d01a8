// The calls about lines drawn on charts: those of one person on one stock are read and replaced together, by version.
import type { DrawnLinesData, KeptLine, WireLine } from '../../contract/market/drawn-lines.ts';
import { drawnLineMessages } from '../../contract/messages/drawn-lines.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, notFound } from '../http-error.ts';
import { lockOwner } from './watchlist-rows.ts';

export interface DrawnLineOptions {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Pick<Exchange, 'read'>;
  readonly now: () => number;
}

interface Kept {
  readonly version: number;
  readonly split: string;
  readonly lines: readonly KeptLine[];
}

/** Whose, and on which stock. */
interface Place {
  readonly venue: number;
  readonly account: number;
  readonly instrument: number;
}

const nothingKept: Kept = { version: 0, split: '', lines: [] };

export function drawnLineHandlers(options: DrawnLineOptions): Pick<Handlers, 'GET /drawnLines' | 'POST /drawnLines'> {
  const { db, venue, exchange, now } = options;
  const instrumentOf = (symbol: string): Promise<number> =>
    exchange.read((engine) => {
      const market = engine.market(symbol);
      if (market === undefined) throw notFound();
      return market.instrument.id;
    });
  return {
    async 'GET /drawnLines'({ input: { symbol }, user }) {
      const place = { venue, account: user.accountNo, instrument: await instrumentOf(symbol) };
      return { data: present(symbol, await read(db, place)) };
    },

    async 'POST /drawnLines'({ input: { symbol, version, split, lines }, user }) {
      const place = { venue, account: user.accountNo, instrument: await instrumentOf(symbol) };
      const kept = { version: version + 1, split, lines };
      await db.transaction(async (transaction) => {
        await lockOwner(transaction, place);
        if (!(await replace(transaction, place, kept, now())))
          throw new HttpError(409, drawnLineMessages.changed, { code: 'lines-changed' });
      });
      return { data: present(symbol, kept) };
    },
  };
}

function present(symbol: string, { version, split, lines }: Kept): DrawnLinesData {
  return { symbol, version, split, lines: lines.map(presentLine) };
}

function presentLine(line: KeptLine): WireLine {
  if (line.kind === 'horizontal') return { kind: line.kind, price: toRupees(line.price) };
  const point = ({ second, price }: { second: number; price: number }) => ({ second, price: toRupees(price) });
  return { kind: line.kind, from: point(line.from), to: point(line.to) };
}

async function read(db: Queryable, { venue, account, instrument }: Place): Promise<Kept> {
  const { rows } = await db.query<Kept>(
    'select version, split, lines from drawn_lines where venue = $1 and account = $2 and instrument = $3',
    [venue, account, instrument],
  );
  return rows.at(0) ?? nothingKept;
}

/** False if another version has been stored meanwhile. */
async function replace(
  transaction: Queryable,
  { venue, account, instrument }: Place,
  { version, split, lines }: Kept,
  at: number,
): Promise<boolean> {
  const values = [venue, account, instrument, version, split, JSON.stringify(lines), at];
  const { rowCount } = await transaction.query(
    version === 1
      ? `insert into drawn_lines (venue, account, instrument, version, split, lines, changed_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`
      : `update drawn_lines set version = $4, split = $5, lines = $6, changed_at = $7
         where venue = $1 and account = $2 and instrument = $3 and version = $4 - 1`,
    values,
  );
  return rowCount === 1;
}
