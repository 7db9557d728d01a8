// What the demo's traders have in common: placing orders in the market of that past day, adding money, and keeping a diary.
import type { DataOf } from '../../contract/routes.ts';
import type { OrderWire } from '../../contract/trade.ts';
import { coreSide } from '../../contract/trade/words.ts';
import { rupeesFromPaise } from '../../core/money.ts';
import type { Paise } from '../../core/money.ts';
import { dayText, MINUTE_MS } from '../../core/market/day.ts';
import type { RandomStream } from '../../core/market/random.ts';
import type { Actor } from './actor.ts';
import type { Life } from './life.ts';

export type Holding = DataOf<'GET /portfolio'>['portfolio'][number];
type ClosedTrade = DataOf<'GET /tradeDiary'>['trades'][number]['details'][number];

/** What a person writes about a trade or a day; null for nothing. */
export interface DiaryWords {
  trade(trader: Trader, trade: ClosedTrade): Noted | null;
  /** `trades`: those that were closed since the diary was kept last. */
  day(trader: Trader, trades: readonly ClosedTrade[]): Noted | null;
}

export interface Noted {
  readonly notes: string;
  readonly tags: readonly string[];
  readonly mood: 'calm' | 'confident' | 'unsure' | 'anxious' | 'greedy' | 'frustrated' | null;
}

const DIARY_TIME = 20 * 60 + 40;
const READING_TIME = 21 * 60 + 10;

export class Trader {
  readonly actor: Actor;
  readonly life: Life;
  readonly random: RandomStream;
  /** What it has sold at the market, and in which minute. */
  readonly #sold = new Set<string>();

  constructor(actor: Actor, life: Life, random: RandomStream) {
    this.actor = actor;
    this.life = life;
    this.random = random;
  }

  /** Places an order now; null if it is refused. */
  order(wire: OrderWire): Promise<DataOf<'POST /orders'> | null> {
    const side = coreSide(wire.type);
    return this.#act(wire.stock, side, () => this.actor.attempt('POST /orders', wire));
  }

  /** Sells at the market. */
  async sell(stock: string, quantity: number): Promise<void> {
    this.#sold.add(saleOf(stock, this.life.now));
    await this.order({ stock, type: 'SELL', orderType: 'MARKET', quantity });
  }

  /** Whether the trader has closed this trade; otherwise an exit or the exchange has. */
  hasSold({ symbol, time }: ClosedTrade): boolean {
    return this.#sold.has(saleOf(symbol, Date.parse(time)));
  }

  portfolio(): Promise<DataOf<'GET /portfolio'>> {
    return this.actor.call('GET /portfolio', {});
  }

  async holding(symbol: string): Promise<Holding | null> {
    return (await this.portfolio()).portfolio.find((held) => held.symbol === symbol) ?? null;
  }

  /** The exit that a bracketed buy has left in the book. */
  async exitOf(symbol: string): Promise<DataOf<'GET /getOrders'>['orders'][number] | null> {
    const { orders } = await this.actor.call('GET /getOrders', { status: 'PENDING', q: symbol, limit: 100 });
    return orders.find(({ orderType, stock }) => orderType === 'BRACKET' && stock.symbol === symbol) ?? null;
  }

  change(
    symbol: string,
    id: string,
    prices: { quantity: number; price?: number; stopPrice?: number },
  ): Promise<unknown> {
    return this.#act(symbol, 'sell', () => this.actor.attempt('POST /modifyOrder/{id}', { id, ...prices }));
  }

  cancel(symbol: string, id: string): Promise<unknown> {
    return this.#act(symbol, 'sell', () => this.actor.attempt('POST /cancelOrder/{id}', { id }));
  }

  async watch(...symbols: string[]): Promise<void> {
    await this.actor.call('POST /ensureAndAddStock', { stocks: symbols.map((stockId) => ({ stockId })) });
  }

  /** Sets a price alert at `times` the present price. */
  async alert(symbol: string, times: number): Promise<void> {
    const price = roundPrice(this.life.price(symbol) * times);
    const direction = times > 1 ? 'above' : 'below';
    const wanted = { symbol, price: rupeesFromPaise(price), direction } as const;
    const set = await this.#act(symbol, 'buy', () => this.actor.attempt('POST /priceAlerts', wanted));
    if (set !== null) this.life.market.listen(symbol, price);
  }

  /** In the evening, writes notes on the trades closed in the last `days`, and on the day. */
  keepDiary(words: DiaryWords, days: number): void {
    this.life.at(DIARY_TIME, async () => {
      const { day, date } = this.life;
      const { trades } = await this.actor.call('GET /tradeDiary', { from: dayText(day - days + 1), to: date });
      const closed = trades.flatMap(({ details }) => details);
      for (const trade of closed) await this.#note(trade._id, words.trade(this, trade));
      if (closed.length > 0) await this.#note(date, words.day(this, closed));
    });
  }

  /** In the evening, except on the last day, whose notifications stay unread for visitors. */
  readNotifications(): void {
    if (this.life.isLast) return;
    this.life.at(READING_TIME, async () => void (await this.actor.call('POST /notifications/read', { all: true })));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.random.below(items.length)];
  }

  async #note(id: string, noted: Noted | null): Promise<void> {
    if (noted !== null) await this.actor.call('POST /tradeDiary/note', { id, ...noted, tags: [...noted.tags] });
  }

  #act<Result>(symbol: string, side: 'buy' | 'sell', work: () => Promise<Result>): Promise<Result> {
    return this.life.market.act({ symbol, minute: this.life.minute, side }, work);
  }
}

const saleOf = (symbol: string, at: number): string => `${symbol} ${Math.floor(at / MINUTE_MS)}`;

/** The nearest round price, in paise, as people choose for orders. */
export function roundPrice(price: number): Paise {
  const step = price < 100_00 ? 10 : price < 1000_00 ? 50 : price < 5000_00 ? 5_00 : 10_00;
  return Math.round(price / step) * step;
}
