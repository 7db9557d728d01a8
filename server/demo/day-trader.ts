// The demo's day trader, who trades too much: several times on most days, on margin, in whatever moves, with larger size after a loss.
import { rupeesFromPaise } from '../../core/money.ts';
import { dayWords } from './diary-words.ts';
import type { Living } from './life.ts';
import { roundPrice, Trader } from './trader.ts';

/** Stocks that move enough to be exciting. */
const DAY_STOCKS = ['ARTHALINE', 'GRAMODAYA', 'SURYODIT', 'KHELKUD', 'MEDHAVIBIO', 'SAMVADIKA', 'VIDYUTKALA', 'MERIT'];

const FIRST_ENTRY = 9 * 60 + 20;
const LAST_ENTRY = 14 * 60 + 40;
const SQUARE_OFF = 15 * 60 + 20;
const LOOKS_EVERY = 4;
const CHASED_MINUTES = 30;
const MOST_MINUTES = 100;
const TAKE_PROFIT = 0.02;
const GIVE_UP = -0.012;
/** Rupees put into a trade. */
const USUAL = 11_000;
const MOST = 26_000;
const AFTER_LOSS = 1.55;
const MOST_SHARES = 160;
/** To win back what is lost. */
const TOP_UP_EVERY_DAYS = 26;
const TOP_UPS = [10_000, 15_000, 20_000];

export class DayTrader extends Trader implements Living {
  #joinedDay: number | null = null;
  #stake = USUAL;

  plan(): void {
    const { life, random } = this;
    this.#joinedDay ??= life.day;
    const isFirst = life.day === this.#joinedDay;
    if (isFirst) this.#begin();
    else if ((life.day - this.#joinedDay) % TOP_UP_EVERY_DAYS === 0)
      life.atTime(8, 50, () => this.actor.topUp(this.pick(TOP_UPS)));
    this.#stake = USUAL;
    // Takes few days off, and sometimes trades on a Saturday.
    const isTrading = life.isWorkday ? random.chance(0.92) : life.weekday === 6 && random.chance(0.25);
    if (isTrading && !isFirst) {
      this.keepDiary(dayWords, 1);
      this.readNotifications();
      const trades = 3 + random.below(4);
      for (let trade = 0; trade < trades; trade++)
        life.at(FIRST_ENTRY + random.below(LAST_ENTRY - FIRST_ENTRY), () => this.#enter());
    }
    if (life.isLast) life.at(life.minutes - 6, () => this.#today());
  }

  #begin(): void {
    this.life.atTime(9, 40, async () => {
      await this.actor.topUp(60_000);
      await this.watch(...DAY_STOCKS);
      await this.alert('ARTHALINE', 1.05);
    });
  }

  async #enter(): Promise<void> {
    const { tape, minute } = this.life;
    const { portfolio } = await this.portfolio();
    if (portfolio.length > (this.random.chance(0.3) ? 1 : 0)) return;
    const free = DAY_STOCKS.filter((symbol) => !portfolio.some((held) => held.symbol === symbol));
    const moves = free.map((symbol) => ({ symbol, move: tape.move(symbol, minute, CHASED_MINUTES) }));
    const { symbol } = moves.sort((a, b) => b.move - a.move)[0];
    const quantity = Math.max(1, Math.min(MOST_SHARES, Math.floor((this.#stake * 100) / this.life.price(symbol))));
    if (await this.#buy(symbol, quantity)) this.#lookAgain(symbol, minute);
  }

  /** Adds money and tries again if the margin is not sufficient. */
  async #buy(stock: string, quantity: number, isIntraday = true): Promise<boolean> {
    const wire = { stock, type: 'BUY', orderType: 'MARKET', quantity, isIntraday } as const;
    if ((await this.order(wire)) !== null) return true;
    await this.actor.topUp(this.pick(TOP_UPS));
    return (await this.order(wire)) !== null;
  }

  #lookAgain(symbol: string, boughtIn: number): void {
    const next = this.life.minute + LOOKS_EVERY;
    if (next < SQUARE_OFF) this.life.at(next, () => this.#look(symbol, boughtIn));
  }

  async #look(symbol: string, boughtIn: number): Promise<void> {
    const held = await this.holding(symbol);
    if (held === null) return;
    const gain = this.life.price(symbol) / (held.averagePrice * 100) - 1;
    const isTired = this.life.minute - boughtIn > MOST_MINUTES && this.random.chance(0.5);
    // Sometimes keeps a loss and hopes, until the exchange closes the position.
    const isOver = gain >= TAKE_PROFIT || (gain <= GIVE_UP && this.random.chance(0.6)) || isTired;
    if (!isOver) {
      this.#lookAgain(symbol, boughtIn);
      return;
    }
    await this.sell(symbol, held.quantity);
    this.#stake = gain < 0 ? Math.min(MOST, this.#stake * AFTER_LOSS) : USUAL;
  }

  /** What visitors find: a position bought today with a stop that outlives the day, and an alert. Not on margin, since it would be closed at 15:20. */
  async #today(): Promise<void> {
    const { portfolio } = await this.portfolio();
    const stock = DAY_STOCKS.find((symbol) => !portfolio.some((held) => held.symbol === symbol));
    if (stock === undefined) return;
    const price = this.life.price(stock);
    const quantity = Math.max(1, Math.min(MOST_SHARES, Math.floor((USUAL * 100) / price)));
    if (!(await this.#buy(stock, quantity, false))) return;
    const stopPrice = rupeesFromPaise(roundPrice(price * 0.98));
    await this.order({ stock, type: 'SELL', orderType: 'STOP', quantity, stopPrice, timeInForce: 'GTC' });
    await this.alert(stock, 1.02);
  }
}
