// The demo's patient investor: buys a little of one company every week, seldom sells, and is never in a hurry.
import { rupeesFromPaise } from '../../core/money.ts';
import { investorWords } from './diary-words.ts';
import type { Living } from './life.ts';
import { roundPrice, Trader } from './trader.ts';

const INVESTOR_STOCKS = [
  'GODHULI',
  'SUVBANK',
  'SANJIVRA',
  'PRAKGRID',
  'VAYUSYS',
  'KVGEN',
  'RANGAVALLI',
  'NIRMALIKA',
  'SANDVANI',
  'UTSAVIKA',
];
const MONDAY = 1;
const TUESDAY = 2;
const THURSDAY = 4;
const SATURDAY = 6;
const WEEK = 7;
/** Rupees. */
const FIRST_DEPOSIT = 150_000;
const MONTHLY = 25_000;
const FIRST_BUY = 18_000;
const WEEKLY = 13_000;
const ENOUGH_GAIN = 1.08;
const BROKEN = 0.95;

export class Investor extends Trader implements Living {
  #joinedDay: number | null = null;
  #next = 0;
  /** The stock of a limit order that may not have filled. */
  #wanted: string | null = null;

  plan(): void {
    const { life } = this;
    this.#joinedDay ??= life.day;
    const age = life.day - this.#joinedDay;
    if (age === 0) this.#begin();
    if (age > 0 && age % 30 === 0) life.atTime(9, 5, () => this.actor.topUp(MONTHLY));
    if (age < 8 && age % 2 === 1) life.atTime(11, 20, () => this.#buy(FIRST_BUY, false));
    else if (life.weekday === MONDAY) life.atTime(11, 15, () => this.#buy(WEEKLY, true));
    else if (life.weekday === TUESDAY) life.atTime(11, 40, () => this.#takeWanted());
    else if (life.weekday === THURSDAY && age > 14) life.atTime(15, 5, () => this.#prune());
    if (life.isLast) life.at(life.minutes - 5, () => this.#today());
    if (life.weekday === SATURDAY) {
      this.keepDiary(investorWords, WEEK);
      this.readNotifications();
    }
  }

  #begin(): void {
    this.life.atTime(10, 10, async () => {
      await this.actor.topUp(FIRST_DEPOSIT);
      await this.watch(...INVESTOR_STOCKS);
    });
  }

  async #buy(rupees: number, isPatient: boolean): Promise<void> {
    const stock = INVESTOR_STOCKS[this.#next++ % INVESTOR_STOCKS.length];
    const price = isPatient ? roundPrice(this.life.price(stock) * 0.994) : this.life.price(stock);
    const quantity = Math.max(1, Math.floor((rupees * 100) / price));
    const kind = isPatient
      ? ({ orderType: 'LIMIT', price: rupeesFromPaise(price) } as const)
      : ({ orderType: 'MARKET' } as const);
    await this.order({ stock, type: 'BUY', quantity, ...kind });
    this.#wanted = isPatient ? stock : null;
  }

  /** If the limit order did not fill, buys at the market's price. */
  async #takeWanted(): Promise<void> {
    if (this.#wanted === null) return;
    const [last] = (await this.actor.call('GET /getOrders', { q: this.#wanted, limit: 1 })).orders;
    if (last.status === 'FAILED')
      await this.order({ stock: this.#wanted, type: 'BUY', orderType: 'MARKET', quantity: last.quantity });
    this.#wanted = null;
  }

  /** Sells the worst holding if it has lost too much; otherwise a third of the best, if it has gained enough. */
  async #prune(): Promise<void> {
    const { portfolio } = await this.portfolio();
    const byGain = portfolio
      .filter(({ availableQuantity }) => availableQuantity > 0)
      .map((held) => ({ ...held, gain: held.currentPrice / held.averagePrice }))
      .sort((a, b) => b.gain - a.gain);
    const [best, worst] = [byGain.at(0), byGain.at(-1)];
    if (worst !== undefined && worst.gain < BROKEN) await this.sell(worst.symbol, worst.availableQuantity);
    else if (best !== undefined && best.gain > ENOUGH_GAIN) {
      const quantity = Math.max(1, Math.floor(best.availableQuantity / 3));
      const price = rupeesFromPaise(roundPrice(this.life.price(best.symbol) * 1.002));
      await this.order({ stock: best.symbol, type: 'SELL', orderType: 'LIMIT', price, quantity, timeInForce: 'GTC' });
    }
  }

  /** What visitors find: two limit orders well below the market, and an alert. */
  async #today(): Promise<void> {
    for (const [index, stock] of ['CHIKITSA', 'SANJIVRA'].entries()) {
      const price = rupeesFromPaise(roundPrice(this.life.price(stock) * (0.95 - index / 100)));
      await this.order({ stock, type: 'BUY', orderType: 'LIMIT', price, quantity: 3 + 4 * index, timeInForce: 'GTC' });
    }
    await this.watch('CHIKITSA');
    await this.alert('CHIKITSA', 0.97);
  }
}
