// What an administrator can do to a stock: list it, halt or resume it, change its terms. Each is one entry in the log.
import { toPercent } from '../../../contract/wire/percent.ts';
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { stockMessages } from '../../../contract/messages/stocks.ts';
import { refusalText } from '../../../contract/messages/refusals.ts';
import type { InputOf } from '../../../contract/routes.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import type { Command } from '../../../core/command.ts';
import type { Instrument } from '../../../core/market/instrument.ts';
import { INDEX_SYMBOL } from '../../../core/market/index-symbol.ts';
import type { By, DeskAct } from '../../desk-acts.ts';
import { createGate } from '../../gate.ts';
import { HttpError, notFound } from '../../http-error.ts';
import { isSavedBefore } from '../../stale.ts';
import type { AdminContext } from '../context.ts';
import { readStocks } from './list.ts';

export class StockChanges {
  readonly #context: AdminContext;
  // One after the other: if two administrators do the same at once, only one may be told to have done it.
  readonly #gate = createGate({ most: 1, mostWaiting: 20 });

  constructor(context: AdminContext) {
    this.#context = context;
  }

  /** `id`: of the request. */
  list({ symbol, price, ...terms }: InputOf<'POST /listStock'>, by: By, id: string): Promise<ListedStock> {
    return this.#gate(async () => {
      if (await this.#context.acts.isDone(id)) return this.#told(symbol);
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
        { action: 'list-stock', subject: symbol, detail, by, id },
        { kind: 'list-instrument', instrument: { symbol, ...terms, previousClose: price } },
      );
      return this.#told(symbol);
    });
  }

  halt({ symbol, isHalted, reason }: InputOf<'POST /haltStock'>, by: By, id: string): Promise<ListedStock> {
    return this.#gate(async () => {
      if (await this.#context.acts.isDone(id)) return this.#told(symbol);
      const { isHalted: isNow } = await this.#known(symbol);
      if (isNow === isHalted)
        throw new HttpError(409, isHalted ? stockMessages.haltedAlready(symbol) : stockMessages.notHalted(symbol));
      const action = isHalted ? 'halt-stock' : 'resume-stock';
      await this.#submit(
        { action, subject: symbol, detail: isHalted ? { reason } : {}, by, id },
        { kind: 'set-halted', symbol, isHalted },
      );
      return this.#told(symbol);
    });
  }

  /** `ended`: how many open orders ended because the new terms do not allow them. */
  changeTerms(
    { symbol, tickSize, priceBand, seen }: InputOf<'POST /updateStock'>,
    by: By,
  ): Promise<{ stock: ListedStock; ended: number }> {
    return this.#gate(async () => {
      const before = await this.#known(symbol);
      const inForce = shownTerms(before);
      const wanted = shownTerms({ tickSize, priceBand });
      if (isSavedBefore({ seen, inForce, wanted }) || (before.tickSize === tickSize && before.priceBand === priceBand))
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

  async #submit(act: DeskAct, command: Command): Promise<void> {
    const decision = await this.#context.acts.carryOut(act, command);
    if (!decision.isAccepted)
      throw new HttpError(422, refusalText(decision.refusal), { code: decision.refusal.reason });
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

  /** Sends everybody the new list, and returns the stock as it is now. */
  async #told(symbol: string): Promise<ListedStock> {
    this.#context.stocks.tell();
    const [stock] = await readStocks(this.#context, symbol);
    return stock;
  }
}

function taken(message: string): HttpError {
  return new HttpError(409, message, { fields: { symbol: message } });
}

function shownTerms({ tickSize, priceBand }: Pick<Instrument, 'tickSize' | 'priceBand'>) {
  return { tickSize: toRupees(tickSize), priceBand: toPercent(priceBand) };
}

function percentText(parts: number): string {
  return `${toPercent(parts)}%`;
}
