// Plays the generated bars of past days in the books, so that orders placed in that past fill at exactly the prices the charts show.
import type { Engine } from '../../core/engine.ts';
import { COMPANIES } from '../../core/market/history/companies.ts';
import type { HistoryDay } from '../../core/market/history/day-painter.ts';
import type { Side } from '../../core/market/instrument.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt, MINUTE_MS } from '../../core/market/day.ts';
import { squareOffAt } from '../../core/market/trading-hours.ts';
import type { Paise } from '../../core/money.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { placeExits } from './exits.ts';
import type { PriceAlerts } from './price-alerts.ts';
import { clearQuotes, meet, onTick, quoteRound } from './replay-quotes.ts';
import type { ReplayBar } from './replay-quotes.ts';
import { SquareOffs } from './square-off.ts';

export interface ReplayOptions {
  readonly exchange: Exchange;
  readonly alerts: PriceAlerts;
  /** The exchange's clock; it only goes forward. */
  readonly clock: { at: number };
  /** Resolves when all consequences of what has happened so far are done. */
  readonly settled: () => Promise<void>;
}

/** An order that a person is about to place. */
export interface Act {
  readonly symbol: string;
  readonly minute: number;
  readonly side: Side;
}

/** People act at the beginning of a minute; then the rest of its bar is played. */
const BAR_FROM_MS = 20_000;
const BAR_MS = 35_000;
const ALWAYS_OPEN = new TradingCalendar('always');
const INDEX_OF = new Map(COMPANIES.map(({ symbol }, index) => [symbol, index]));

/**
 * Only stocks with an open order, an alert or an intraday position are played; without an intraday position, only in minutes whose bar
 * reaches the price of an order or alert: in the others nothing would happen.
 */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #squareOffs = new SquareOffs();
  /** Prices that people set alerts at. */
  readonly #alertPrices = new Map<string, Set<number>>();
  #waiting = new Map<string, readonly number[]>();
  #intraday = new Set<string>();
  #ticks = new Map<string, Paise>();
  #day: HistoryDay | null = null;
  /** Stocks that people hold, or have ordered today. */
  #touched = new Set<string>();

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  async begin(day: HistoryDay): Promise<void> {
    this.#day = day;
    this.#touched = await this.#options.exchange.read(heldSymbols);
    this.#ticks = await this.#options.exchange.read(
      (engine) => new Map([...engine.markets()].map(({ instrument }) => [instrument.symbol, instrument.tickSize])),
    );
  }

  /** Whether people held or ordered the stock today. */
  isTouched(symbol: string): boolean {
    return this.#touched.has(symbol);
  }

  /** A price alert has been set at `price`. */
  listen(symbol: string, price: number): void {
    const prices = this.#alertPrices.get(symbol) ?? new Set();
    this.#alertPrices.set(symbol, prices.add(price));
  }

  /** Lets a person act in a stock at the beginning of `minute`, with the market's quotes round the price of that moment. */
  async act<Result>({ symbol, minute, side }: Act, work: () => Promise<Result>): Promise<Result> {
    const bar = this.#barAt(symbol, minute);
    this.#touched.add(symbol);
    this.#turn(symbol, (desk) => {
      meet(desk, bar, bar.open);
      clearQuotes(desk);
      quoteRound(desk, bar, side);
    });
    try {
      return await work();
    } finally {
      this.#turn(symbol, clearQuotes);
      await this.settle();
    }
  }

  /** Places exits that are due, fires alerts that were reached, and looks up what waits now. */
  async settle(): Promise<void> {
    const { exchange, alerts, clock, settled } = this.#options;
    await placeExits(exchange);
    const tell = await exchange.read((engine) => alerts.look(engine, exchange.generation, clock.at));
    tell();
    await alerts.idle();
    await settled();
    this.#waiting = await exchange.read((engine) => this.#pricesWaitedFor(engine));
    this.#intraday = await exchange.read(intradaySymbols);
  }

  /** Plays the rest of a minute. */
  async play(minute: number): Promise<void> {
    const { clock, exchange } = this.#options;
    const { day, firstMinuteAt } = this.#day!;
    const startsAt = firstMinuteAt + minute * MINUTE_MS;
    const moved = this.#toPlay(minute);
    if (moved.length === 0 && startsAt !== squareOffAt(day)) return;
    const from = startsAt + BAR_FROM_MS;
    clock.at = Math.max(clock.at, from);
    for (const [symbol, bar, path] of moved) {
      for (const [step, price] of path.entries()) {
        clock.at = Math.max(clock.at, from + Math.floor((BAR_MS * step) / path.length));
        this.#turn(symbol, (desk) => meet(desk, bar, price));
      }
    }
    // The quotes still stand, for positions that must be sold now.
    for (const command of await this.#squareOffs.due(exchange, clock.at, ALWAYS_OPEN)) await exchange.submit(command);
    for (const [symbol] of moved) this.#turn(symbol, clearQuotes);
    await this.settle();
  }

  /** Brings every stock to the close of its bar, and begins the next day. */
  async end(): Promise<void> {
    const { clock, exchange } = this.#options;
    const { day, daily } = this.#day!;
    clock.at = dayStartAt(day + 1) - 1;
    for (const [symbol, index] of INDEX_OF) {
      const [price, low, high] = [daily.close[index], daily.low[index], daily.high[index]];
      this.#turn(symbol, (desk) => {
        meet(desk, { open: price, low, high, close: price, volume: 1 }, price);
        clearQuotes(desk);
      });
    }
    clock.at = dayStartAt(day + 1);
    await exchange.submit({ kind: 'start-day', day: day + 1 });
    await this.settle();
  }

  #toPlay(minute: number): (readonly [symbol: string, bar: ReplayBar, path: readonly number[]])[] {
    const symbols = new Set([...this.#waiting.keys(), ...this.#intraday]);
    return [...symbols].flatMap((symbol) => {
      const bar = this.#barAt(symbol, minute);
      const reached = (this.#waiting.get(symbol) ?? []).filter((price) => price >= bar.low && price <= bar.high);
      if (reached.length === 0 && !this.#intraday.has(symbol)) return [];
      return [[symbol, bar, pathOf(bar, reached)] as const];
    });
  }

  #pricesWaitedFor({ venue }: Engine): Map<string, readonly number[]> {
    const waiting = new Map<string, Set<number>>();
    for (const { market, limitPrice, stopPrice } of venue.orders.values()) {
      const { symbol } = market.instrument;
      const prices = waiting.get(symbol) ?? new Set();
      waiting.set(symbol, prices);
      for (const price of [limitPrice, stopPrice]) if (price > 0) prices.add(price);
    }
    for (const [symbol, prices] of this.#alertPrices)
      waiting.set(symbol, new Set([...prices, ...(waiting.get(symbol) ?? [])]));
    return new Map([...waiting].map(([symbol, prices]) => [symbol, [...prices].sort((a, b) => a - b)]));
  }

  #turn(symbol: string, work: (desk: ReturnType<Engine['desk']>) => void): void {
    this.#options.exchange.turn((engine, at) => work(engine.desk(symbol, at)));
  }

  #bars(symbol: string) {
    return this.#day!.minutes![INDEX_OF.get(symbol)!];
  }

  #barAt(symbol: string, minute: number): ReplayBar {
    const { open, high, low, close, volume } = this.#bars(symbol);
    const bar = {
      open: open[minute],
      high: high[minute],
      low: low[minute],
      close: close[minute],
      volume: volume[minute],
    };
    return onTick(bar, this.#ticks.get(symbol)!);
  }
}

function heldSymbols({ venue }: Engine): Set<string> {
  const held = [...venue.traders.values()].flatMap(({ positions }) => [...positions.values()]);
  return new Set(held.filter(({ quantity }) => quantity > 0).map(({ market }) => market.instrument.symbol));
}

function intradaySymbols({ venue }: Engine): Set<string> {
  return new Set([...venue.intraday].map(({ market }) => market.instrument.symbol));
}

/** The path of the price in a minute: through its four corners and, in between, every price that something waits for. */
function pathOf({ open, high, low, close }: ReplayBar, reached: readonly number[]): number[] {
  const corners = close >= open ? [open, low, high, close] : [open, high, low, close];
  const path: number[] = [];
  for (const [index, to] of corners.entries()) {
    const from = index === 0 ? to : corners[index - 1];
    const between = reached.filter((price) => price > Math.min(from, to) && price < Math.max(from, to));
    path.push(...(to >= from ? between : between.reverse()), to);
  }
  return path.filter((price, index) => index === 0 || price !== path[index - 1]);
}
