// Which intraday positions must be closed for their owners now: at 15:20 those of the day, and at any time those that lost too much.
import type { Command, SquareOff, SquareOffCause } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import { protectionPrice } from '../../core/market/instrument.ts';
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { MINUTE_MS } from '../../core/market/day.ts';
import type { Position } from '../../core/trade/position.ts';
import type { Queryable } from '../db/open.ts';
import type { Decision } from '../exchange/decision.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { submitAll } from '../exchange/submit-all.ts';

/** How long to leave alone a position that could not be closed whole: selling at 5 % less every second helps nobody. */
const RETRY_MS = MINUTE_MS;

export class SquareOffs {
  /** When a position that is still due was last offered for sale. */
  #triedAt = new Map<Position, number>();

  /** At a start, and for every engine built anew: what was offered before has been notified then, and is not notified again. */
  async recover(exchange: Exchange, db: Queryable, venue: number): Promise<void> {
    const held = await exchange.read((engine) => [...engine.venue.intraday]);
    if (held.length === 0) return;
    const { rows } = await db.query<{ place: number; at: number }>(
      `select place::integer, tried.at from unnest($2::integer[], $3::integer[], $4::bigint[])
         with ordinality as held (account, instrument, since, place),
       lateral (select max(created_at) as at from orders
         where venue = $1 and account = held.account and id > held.since and instrument = held.instrument
           and origin in ('square-off-at-day-end', 'square-off-on-loss')) as tried
       where tried.at is not null`,
      [
        venue,
        held.map(({ traderId }) => traderId),
        held.map(({ market }) => market.instrument.id),
        held.map(firstIntradayBuy),
      ],
    );
    for (const { place, at } of rows) this.#triedAt.set(held[place - 1], at);
  }

  /** The commands due at `now`. What cannot be sold yet becomes due again later. */
  async due(exchange: Pick<Exchange, 'read'>, now: number, calendar: TradingCalendar): Promise<SquareOff[]> {
    const dueBefore = calendar.lastSquareOff(now);
    const { ready, commands } = await exchange.read((engine) => {
      const causes = positionsDue(engine, dueBefore);
      const ready = [...causes.keys()].filter((each) => this.#isReady(engine, each, now));
      this.#triedAt = new Map([...this.#triedAt].filter(([position]) => causes.has(position)));
      // While due shares are left alone, so are open buys of more: the command that ends the buys would sell the shares.
      const isLeftAlone = (position: Position): boolean => causes.has(position) && isTrading(engine, position);
      const waiting = waitingBuys(engine, dueBefore).filter((position) => !isLeftAlone(position));
      // What was bought and ordered since belongs to a later day. Only where trading has hours, and until it ends, everything is due.
      const boughtBefore = calendar.hours === 'always' || dueBefore < now ? dueBefore : undefined;
      const commands = [...ready, ...waiting].map((position) =>
        squareOff(position, causes.get(position) ?? 'day-end', boughtBefore),
      );
      return { ready, commands };
    });
    // Only now: of what could not be read in time nothing is offered.
    for (const position of ready) this.#triedAt.set(position, now);
    return commands;
  }

  /** Offers what is due. What could not even be offered, because the exchange answers too late, is due again at once. */
  async offer(exchange: Pick<Exchange, 'read' | 'submit'>, now: number, calendar: TradingCalendar): Promise<void> {
    const left = new Set(await this.due(exchange, now, calendar));
    const submit = (command: Command): Promise<Decision> => {
      left.delete(command as SquareOff);
      return exchange.submit(command);
    };
    try {
      await submitAll({ submit }, [...left]);
    } catch (error) {
      const names = new Set([...left].map(({ account, symbol }) => `${account} ${symbol}`));
      for (const position of this.#triedAt.keys())
        if (names.has(`${position.traderId} ${position.market.instrument.symbol}`)) this.#triedAt.delete(position);
      throw error;
    }
  }

  /** The first try comes at once, and is notified even if nobody buys; later tries wait for a buyer within reach. */
  #isReady(engine: Engine, position: Position, now: number): boolean {
    const { instrument, book, quote } = position.market;
    // During a halt or while trading is closed nothing is tried; it is as soon as trading continues.
    if (!isTrading(engine, position)) return false;
    const triedAt = this.#triedAt.get(position);
    // One still to come is of an earlier process, by a clock that was ahead.
    if (triedAt === undefined || triedAt > now) return true;
    return now - triedAt >= RETRY_MS && book.best('buy') >= protectionPrice(instrument, 'sell', quote.last);
  }
}

function isTrading(engine: Engine, { market }: Position): boolean {
  return engine.floor(market.instrument.symbol)!.isTrading;
}

/** Positions with shares to be sold for their owners, and why: intraday shares bought before `dueBefore`, or a loss. */
export function positionsDue(engine: Engine, dueBefore: number): Map<Position, SquareOffCause> {
  const causes = new Map<Position, SquareOffCause>();
  for (const position of engine.venue.intraday)
    if (position.firstIntraday().boughtAt < dueBefore) causes.set(position, 'day-end');
  for (const position of engine.positionsOnLoss()) causes.set(position, 'loss');
  return causes;
}

/** The order that opened what is left of the position. Order numbers only grow. */
export function firstIntradayBuy(position: Position): number {
  return position.firstIntraday().orderId;
}

/** Positions whose intraday buys are still open at the end of their day: the buys end with it, even if nothing was bought yet. */
function waitingBuys({ venue }: Engine, dueBefore: number): Position[] {
  const due = [...venue.intradayBuys].filter(({ createdAt }) => createdAt < dueBefore);
  return [...new Set(due.map(({ position }) => position))];
}

/** A loss is that of the whole position, which is sold whole. */
function squareOff(position: Position, cause: SquareOffCause, boughtBefore: number | undefined): SquareOff {
  const of = { account: position.traderId, symbol: position.market.instrument.symbol, cause };
  return { kind: 'square-off', ...of, ...(cause === 'day-end' && boughtBefore !== undefined && { boughtBefore }) };
}
