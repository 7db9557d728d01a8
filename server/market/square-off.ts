// Which intraday positions must be closed for their owners now: those of a day that is over at 15:20, and those that have lost too much.
import type { Command, SquareOffCause } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import type { Order } from '../../core/trade/order.ts';
import type { Position } from '../../core/trade/position.ts';
import type { Exchange } from '../exchange/exchange.ts';

type SquareOff = Extract<Command, { kind: 'square-off' }>;

/** The commands that are due at `now`. What cannot be sold yet is due again the next time. */
export function dueSquareOffs(exchange: Exchange, now: number, calendar: TradingCalendar): Promise<SquareOff[]> {
  const closedAt = calendar.lastSquareOff(now);
  return exchange.read((engine) => {
    const onLoss = engine.positionsOnLoss().map((position) => [position, 'loss'] as const);
    const atDayEnd = [...engine.venue.intraday].filter((each) => isFromBefore(each, closedAt));
    const all = [...onLoss, ...atDayEnd.map((position) => [position, 'day-end'] as const)];
    // Without a buyer there is nothing to sell to, nor in a halt or while trading is closed: it is tried again when there is.
    const canSell = ({ instrument, book }: Position['market']) =>
      book.best('buy') > 0 && engine.floor(instrument.symbol)!.isTrading;
    const waiting = waitingBuys(engine, closedAt).map((position) => [position, 'day-end'] as const);
    const due = [...all.filter(([{ market }]) => canSell(market)), ...waiting];
    return due.map(([position, cause]) => squareOff(position, cause));
  });
}

/** Where trading never ends, shares bought after 15:20 live until the next day's. */
function isFromBefore(position: Position, closedAt: number): boolean {
  return position.lots.some(({ product, boughtAt }) => product === 'intraday' && boughtAt < closedAt);
}

/** Positions whose intraday buys are still open at the end of their day: they end with it, also where nothing was bought yet. */
function waitingBuys(engine: Engine, closedAt: number): Position[] {
  const isDue = ({ product, side, createdAt }: Order) =>
    product === 'intraday' && side === 'buy' && createdAt < closedAt;
  return [
    ...new Set(
      engine.venue.orders
        .values()
        .filter(isDue)
        .map(({ position }) => position),
    ),
  ];
}

function squareOff(position: Position, cause: SquareOffCause): SquareOff {
  return { kind: 'square-off', account: position.traderId, symbol: position.market.instrument.symbol, cause };
}
