// What an administrator does to a stock: lists it, halts it or lets it go on, changes its terms. Each is one act of the log.
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { stockMessages } from '../../../contract/messages/stocks.ts';
import { refusalText } from '../../../contract/messages/trade.ts';
import type { InputOf } from '../../../contract/routes.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import type { Command } from '../../../core/command.ts';
import type { Instrument } from '../../../core/market/instrument.ts';
import { INDEX_SYMBOL } from '../../../core/market/history/market-index.ts';
import { writeAudit } from '../../audit.ts';
import type { AuditEntry } from '../../audit.ts';
import type { Queryable } from '../../db/open.ts';
import { createGate } from '../../gate.ts';
import { HttpError, notFound } from '../../http-error.ts';
import { refuseStale } from '../../stale.ts';
import type { AdminContext } from '../context.ts';
import { PERCENT, readStocks } from './list.ts';

/** Who does it. */
export interface By {
  readonly actor: string;
  readonly ip: string;
}

export interface Act {
  readonly action: AuditEntry['action'];
  readonly subject: string;
  readonly detail: object;
  readonly by: By;
}

export class StockChanges {
  readonly #context: AdminContext;
  // One after the other: of two administrators who do the same at once only one is told to have done it.
  readonly #gate = createGate({ most: 1, mostWaiting: 20 });

  constructor(context: AdminContext) {
    this.#context = context;
  }

  list({ symbol, price, ...terms }: InputOf<'POST /listStock'>, by: By): Promise<ListedStock> {
    return this.#gate(async () => {
      if (symbol === INDEX_SYMBOL) throw taken(stockMessages.symbolOfIndex(symbol));
      if ((await this.#find(symbol)) !== null) throw taken(stockMessages.symbolTaken(symbol));
      const { name, sector, tickSize, priceBand, sharesIssued } = terms;
      const detail = {
        name,
        sector,
        price: toRupees(price),
        tick: toRupees(tickSize),
        band: percentText(priceBand),
        sharesIssued,
      };
      await this.#submit(
        { action: 'list-stock', subject: symbol, detail, by },
        { kind: 'list-instrument', instrument: { symbol, ...terms, previousClose: price } },
      );
      return this.#told(symbol);
    });
  }

  halt({ symbol, isHalted, reason }: InputOf<'POST /haltStock'>, by: By): Promise<ListedStock> {
    return this.#gate(async () => {
      const { id, isHalted: isNow } = await this.#known(symbol);
      if (isNow === isHalted)
        throw new HttpError(409, isHalted ? stockMessages.haltedAlready(symbol) : stockMessages.notHalted(symbol));
      const { venue, now } = this.#context;
      const action = isHalted ? 'halt-stock' : 'resume-stock';
      await this.#submit(
        { action, subject: symbol, detail: isHalted ? { reason } : {}, by },
        { kind: 'set-halted', symbol, isHalted },
        async (transaction) => {
          // What a crash between the exchange's commit and ours left open is closed here.
          await transaction.query(
            `update stock_halts set resumed_at = $3, resumed_by = $4 where venue = $1 and instrument = $2 and resumed_at is null`,
            [venue, id, now(), by.actor],
          );
          if (isHalted)
            await transaction.query(
              'insert into stock_halts (venue, instrument, halted_at, halted_by, reason) values ($1, $2, $3, $4, $5)',
              [venue, id, now(), by.actor, reason],
            );
        },
      );
      return this.#told(symbol);
    });
  }

  /** `ended`: open orders that the new terms did not allow. */
  changeTerms(
    { symbol, tickSize, priceBand, seen }: InputOf<'POST /updateStock'>,
    by: By,
  ): Promise<{ stock: ListedStock; ended: number }> {
    return this.#gate(async () => {
      const before = await this.#known(symbol);
      refuseStale(seen, { tickSize: toRupees(before.tickSize), priceBand: before.priceBand / PERCENT });
      if (before.tickSize === tickSize && before.priceBand === priceBand)
        throw new HttpError(409, stockMessages.termsSame);
      const detail = {
        ...(before.tickSize === tickSize ? {} : { tick: { from: toRupees(before.tickSize), to: toRupees(tickSize) } }),
        ...(before.priceBand === priceBand
          ? {}
          : { band: { from: percentText(before.priceBand), to: percentText(priceBand) } }),
      };
      const from = this.#context.now();
      await this.#submit(
        { action: 'update-stock', subject: symbol, detail, by },
        { kind: 'set-terms', symbol, tickSize, priceBand },
      );
      return { stock: await this.#told(symbol), ended: await this.#endedSince(from, before.id) };
    });
  }

  /** The act is logged in one transaction with what `also` writes; refused by the exchange, nothing is. */
  async #submit(act: Act, command: Command, also?: (transaction: Queryable) => Promise<void>): Promise<void> {
    const { db, exchange, now } = this.#context;
    const { by, ...what } = act;
    await db.transaction(async (transaction) => {
      await also?.(transaction);
      await writeAudit(transaction, { at: now(), ...what, ...by });
      const decision = await exchange.submit(command);
      if (!decision.isAccepted)
        throw new HttpError(422, refusalText(decision.refusal), { code: decision.refusal.reason });
    });
  }

  #find(symbol: string): Promise<Instrument | null> {
    return this.#context.exchange.read((engine) => {
      const market = engine.market(symbol);
      return market === undefined ? null : { ...market.instrument };
    });
  }

  async #known(symbol: string): Promise<Instrument> {
    const instrument = await this.#find(symbol);
    if (instrument === null) throw notFound();
    return instrument;
  }

  async #endedSince(from: number, instrument: number): Promise<number> {
    const { db, venue } = this.#context;
    const { rows } = await db.query<{ ended: number }>(
      `select count(*) as ended from orders
       where venue = $1 and instrument = $2 and ended_at >= $3 and end_reason in ('off-tick', 'outside-band')`,
      [venue, instrument, from],
    );
    return rows[0].ended;
  }

  /** The stock as it is now; everybody's list follows. */
  async #told(symbol: string): Promise<ListedStock> {
    this.#context.stocks.tell();
    const [stock] = await readStocks(this.#context, symbol);
    return stock;
  }
}

function taken(message: string): HttpError {
  return new HttpError(409, message, { fields: { symbol: message } });
}

function percentText(parts: number): string {
  return `${parts / 10_000}%`;
}
