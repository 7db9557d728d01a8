// The trade diary: fills become round trips, one for each sale on a day, and the days' and overall figures.
import { dayText, marketDay } from '../../market/day.ts';
import type { Side } from '../../market/instrument.ts';
import { mean } from '../../money.ts';
import type { Instant, Paise, Quantity } from '../../money.ts';

/** What the diary needs to know of a fill. */
export interface DiaryFill {
  readonly orderId: number;
  readonly symbol: string;
  readonly side: Side;
  readonly price: Paise;
  readonly quantity: Quantity;
  readonly brokerage: Paise;
  readonly flatFee: Paise;
  readonly statutory: Paise;
  /** Of a sale: what the shares had cost, first in first out. */
  readonly cost: Paise;
  /** Of a sale: when the first of the shares was bought. */
  readonly openedAt: Instant | null;
  readonly at: Instant;
}

/** What one sell order sold on one day of the market, against what those shares had cost. */
export interface RoundTrip {
  readonly orderId: number;
  /** `YYYY-MM-DD`, in the market's time zone. */
  readonly day: string;
  readonly symbol: string;
  readonly quantity: Quantity;
  /** Mean cost of a share, first in first out. */
  readonly entry: Paise;
  /** Mean price of a share. */
  readonly exit: Paise;
  /** Gross: proceeds less cost, to the paisa. */
  readonly pnl: Paise;
  /** What the sale itself paid. */
  readonly charges: Paise;
  readonly openedAt: Instant;
  /** When the last of it was sold. */
  readonly closedAt: Instant;
}

interface DiaryFigures {
  /** Realised, gross. */
  readonly overallPnl: Paise;
  /** Everything paid for buying and selling. */
  readonly charges: Paise;
  /** The commission part of `charges`. */
  readonly brokerage: Paise;
  /** The part of `charges` that was passed on to the state and the exchange. */
  readonly statutory: Paise;
  /** `overallPnl` less `charges`. */
  readonly netPnl: Paise;
  readonly totalTrades: number;
}

export interface DiaryDay extends DiaryFigures {
  readonly day: string;
  /** In the order in which they were closed. A day with buys alone has none, and has charges. */
  readonly trips: readonly RoundTrip[];
}

export interface Diary extends DiaryFigures {
  /** Newest first. */
  readonly days: readonly DiaryDay[];
  /** Round trips above zero, and below. */
  readonly wins: number;
  readonly losses: number;
  readonly averageWin: Paise;
  /** Below zero, or zero when nothing was lost. */
  readonly averageLoss: Paise;
}

/** The diary of one trader's fills, which come in order of time. */
export function diaryOf(fills: readonly DiaryFill[]): Diary {
  const byDay = groupBy(fills, (fill) => marketDay(fill.at));
  const days = [...byDay].map(([day, fillsOfDay]) => diaryDay(dayText(day), fillsOfDay)).reverse();
  const pnls = days.flatMap(({ trips }) => trips.map(({ pnl }) => pnl));
  const won = pnls.filter((pnl) => pnl > 0);
  const lost = pnls.filter((pnl) => pnl < 0);
  return {
    days,
    overallPnl: sum(days.map((day) => day.overallPnl)),
    charges: sum(days.map((day) => day.charges)),
    brokerage: sum(days.map((day) => day.brokerage)),
    statutory: sum(days.map((day) => day.statutory)),
    netPnl: sum(days.map((day) => day.netPnl)),
    totalTrades: pnls.length,
    wins: won.length,
    losses: lost.length,
    averageWin: mean(sum(won), won.length),
    averageLoss: mean(sum(lost), lost.length),
  };
}

function diaryDay(day: string, fills: readonly DiaryFill[]): DiaryDay {
  const sales = fills.filter((fill) => fill.side === 'sell');
  const trips = [...groupBy(sales, (sale) => sale.orderId).values()]
    .map((sold) => roundTrip(day, sold))
    .sort((a, b) => a.closedAt - b.closedAt || a.orderId - b.orderId);
  const brokerage = sum(fills.map((fill) => fill.brokerage));
  const statutory = sum(fills.map((fill) => fill.statutory));
  const charges = brokerage + sum(fills.map((fill) => fill.flatFee)) + statutory;
  const overallPnl = sum(trips.map((trip) => trip.pnl));
  const netPnl = overallPnl - charges;
  return { day, trips, overallPnl, charges, brokerage, statutory, netPnl, totalTrades: trips.length };
}

function roundTrip(day: string, sales: readonly DiaryFill[]): RoundTrip {
  const [first] = sales;
  const quantity = sum(sales.map((sale) => sale.quantity));
  const cost = sum(sales.map((sale) => sale.cost));
  const proceeds = sum(sales.map((sale) => sale.price * sale.quantity));
  return {
    orderId: first.orderId,
    day,
    symbol: first.symbol,
    quantity,
    entry: mean(cost, quantity),
    exit: mean(proceeds, quantity),
    pnl: proceeds - cost,
    charges: sum(sales.map((sale) => sale.brokerage + sale.flatFee + sale.statutory)),
    openedAt: sales.reduce((earliest, sale) => Math.min(earliest, sale.openedAt ?? sale.at), first.at),
    closedAt: sales[sales.length - 1].at,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function groupBy<Key>(fills: readonly DiaryFill[], keyOf: (fill: DiaryFill) => Key): Map<Key, DiaryFill[]> {
  const groups = new Map<Key, DiaryFill[]>();
  for (const fill of fills) {
    const key = keyOf(fill);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [fill]);
    else group.push(fill);
  }
  return groups;
}
