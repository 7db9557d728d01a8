// The disciplined swing trader of the demo: few stocks, the same risk each time, target and stop loss with every buy.
import { rupeesFromPaise } from '../../core/money.ts';
import type { Living } from './life.ts';
import { swingWords } from './diary-words.ts';
import { roundPrice, Trader } from './trader.ts';
import type { Holding } from './trader.ts';

/** Liquid stocks that she follows. */
const SWING_STOCKS = [
  ...['SUVBANK', 'VAYUSYS', 'NAKSOFT', 'SANJIVRA', 'PANGHAT', 'SWARNAREK', 'VANYATRA', 'ARKAREF', 'RANGAVALLI'],
  ...['SOPANIKA', 'VIMANIKA', 'NIVASIKA', 'MEGHDOOT', 'PRAKGRID', 'GODHULI', 'CHIKITSA', 'JEEVIKADX', 'DHRUTIKA'],
  ...['RAKSHAERO', 'VIDYUTKALA', 'SUTRACLOUD', 'NEELHOUS', 'HARITKHET', 'UTSAVIKA'],
];
const MOST_OPEN = 6;
/** Parts of her equity: the most that one stop may lose, and the most that is put into one stock. */
const RISK = 0.012;
const SHARE = 0.16;
const STOP = 0.94;
const TARGET = 1.1;
/** After this many days, a trade that has not gained this much is given up. */
const PATIENCE_DAYS = 14;
const WORTH_WAITING = 1.03;
/** How far her stops follow below the highest price since the buy. */
const TRAIL = 0.94;
const WORTH_A_CHANGE = 1.01;
const TREND_DAYS = 20;
/** The chance that a free place in her portfolio is filled on a given day. */
const EAGERNESS = 0.85;
const DIP_DAYS = 4;
const MOST_DIP = 0.06;
const MOST_SHARES = 400;
const TODAYS_SHARE = 0.6;
const WEEK = 7;
const SATURDAY = 6;

interface Entry {
  readonly day: number;
  /** In paise, since the buy, at the times when she looked. */
  highest: number;
}

export class SwingTrader extends Trader implements Living {
  readonly #entries = new Map<string, Entry>();
  #joinedDay: number | null = null;

  plan(): void {
    const { life, random } = this;
    this.#joinedDay ??= life.day;
    const age = life.day - this.#joinedDay;
    if (age === 0) this.#begin();
    if (age === 40) life.atTime(9, 12, () => this.actor.topUp(50_000));
    if (life.isWorkday && age > 0) {
      life.atTime(10, 5 + random.below(20), () => this.#review());
      life.atTime(14, 30 + random.below(30), () => this.#protect());
    }
    if (life.isLast) life.at(life.minutes - 4, () => this.#today());
    if (life.weekday === SATURDAY) {
      this.keepDiary(swingWords, WEEK);
      this.readNotifications();
    }
  }

  #begin(): void {
    this.life.atTime(9, 30, async () => {
      await this.actor.topUp(300_000);
      await this.watch(...SWING_STOCKS.slice(0, 8));
      await this.alert('VAYUSYS', 1.08);
    });
    this.life.atTime(11, 0, () => this.actor.topUp(200_000));
  }

  /** Once a day: sells what she gives up, and buys the best stock that has dipped in a rising trend. */
  async #review(): Promise<void> {
    const { portfolio } = await this.portfolio();
    for (const symbol of this.#entries.keys())
      if (!portfolio.some((held) => held.symbol === symbol)) this.#entries.delete(symbol);
    for (const held of portfolio) await this.#letGo(held);
    if (portfolio.length >= MOST_OPEN || !this.random.chance(EAGERNESS)) return;
    const free = SWING_STOCKS.filter((symbol) => !portfolio.some((held) => held.symbol === symbol));
    const [best] = free.map((symbol) => ({ symbol, score: this.#score(symbol) })).sort((a, b) => b.score - a.score);
    if (best.score > 0) await this.#buy(best.symbol);
  }

  /** How far a stock is above its mean after a small dip; it is not considered below zero. */
  #score(symbol: string): number {
    const closes = this.life.tape.closes(symbol, TREND_DAYS);
    const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length;
    const price = this.life.price(symbol);
    const dip = 1 - price / Math.max(...closes.slice(-DIP_DAYS));
    return dip >= 0 && dip < MOST_DIP ? price / mean - 1 : -1;
  }

  async #buy(symbol: string): Promise<void> {
    const { balance, heldBalance, totalPortfolioValue } = await this.portfolio();
    const all = balance + heldBalance + totalPortfolioValue;
    const price = this.life.price(symbol);
    // Half of the time she bids a little below the market, and does without the stock if that does not fill.
    const isPatient = this.random.chance(0.5);
    const entry = isPatient ? roundPrice(price * 0.995) : price;
    const stop = roundPrice(entry * STOP);
    const byRisk = (all * RISK * 100) / (entry - stop);
    const byShare = (Math.min(all * SHARE, balance * 0.97) * 100) / entry;
    const quantity = Math.min(MOST_SHARES, Math.floor(Math.min(byRisk, byShare)));
    if (quantity < 1) return;
    const kind = isPatient
      ? ({ orderType: 'LIMIT', price: rupeesFromPaise(entry) } as const)
      : ({ orderType: 'MARKET' } as const);
    const exits = { target: rupeesFromPaise(roundPrice(entry * TARGET)), stopLoss: rupeesFromPaise(stop) };
    const placed = await this.order({ stock: symbol, type: 'BUY', quantity, ...kind, ...exits });
    if (placed !== null) this.#entries.set(symbol, { day: this.life.day, highest: entry });
  }

  async #letGo({ symbol, quantity, averagePrice, currentPrice }: Holding): Promise<void> {
    const entry = this.#entries.get(symbol);
    if (entry === undefined || this.life.day - entry.day < PATIENCE_DAYS) return;
    if (currentPrice > averagePrice * WORTH_WAITING) return;
    const exit = await this.exitOf(symbol);
    if (exit !== null) await this.cancel(symbol, exit._id);
    await this.sell(symbol, quantity);
  }

  /** Stops are only ever moved up. */
  async #protect(): Promise<void> {
    const { portfolio } = await this.portfolio();
    for (const { symbol } of portfolio) {
      const entry = this.#entries.get(symbol);
      const price = this.life.price(symbol);
      if (entry === undefined || price <= entry.highest) continue;
      entry.highest = price;
      const exit = await this.exitOf(symbol);
      const stop = rupeesFromPaise(roundPrice(price * TRAIL));
      if (exit !== null && exit.stopPrice !== null && stop > exit.stopPrice * WORTH_A_CHANGE)
        await this.change(symbol, exit._id, { quantity: exit.quantity, price: exit.price, stopPrice: stop });
    }
  }

  /** What visitors find: a limit order below the market, and price alerts. */
  async #today(): Promise<void> {
    const { portfolio, balance } = await this.portfolio();
    const [symbol, other] = SWING_STOCKS.filter((stock) => !portfolio.some((held) => held.symbol === stock));
    const price = rupeesFromPaise(roundPrice(this.life.price(symbol) * 0.965));
    const quantity = Math.max(1, Math.floor((balance * TODAYS_SHARE) / price));
    await this.order({ stock: symbol, type: 'BUY', orderType: 'LIMIT', price, quantity, timeInForce: 'GTC' });
    await this.alert(symbol, 1.04);
    await this.alert(other, 0.96);
  }
}
