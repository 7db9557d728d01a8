// Shows screens what the market did: changed quotes, bars of followed symbols, watchlists and the index.
import type { Engine } from '../../core/engine.ts';
import { INDEX_SYMBOL } from '../../core/market/index-symbol.ts';
import type { PushName, PushOf } from '../../contract/events.ts';
import type { IndexData, QuoteChange, Stock } from '../../contract/market.ts';
import type { Board } from './board.ts';
import { presentBar, presentIndex, presentQuote, presentStock } from './present.ts';
import type { StockList } from './stock-list.ts';

/** The part of the socket layer that the market uses. */
export interface MarketPushes<Watcher> {
  pushMarket<E extends PushName>(event: E, payload: PushOf<E>): void;
  pushSymbol<E extends PushName>(symbol: string, event: E, payload: PushOf<E>): void;
  pushSocket<E extends PushName>(socket: Watcher, event: E, payload: PushOf<E>): void;
  isWatched(symbol: string): boolean;
  watchers(): Iterable<Watcher>;
}

/** What one beat changed, to be sent once all of it is durable. */
export interface Frame<Watcher> {
  /** All stocks if a day has begun: it changes what each one is compared with, whether or not it trades. */
  readonly stocks: readonly Stock[] | null;
  readonly quotes: readonly QuoteChange[];
  readonly bars: readonly PushOf<'transaction-update'>[];
  readonly watchlists: readonly (readonly [Watcher, Stock[]])[];
  readonly index: IndexData | null;
}

interface Unsent {
  readonly traded: ReadonlySet<string>;
  readonly isNewDay: boolean;
  /** What was shown of the index before. */
  readonly level: number;
  readonly close: number;
}

export class MarketPublisher<Watcher extends { data: { watchlist: readonly string[] } }> {
  readonly #board: Board;
  readonly #stocks: StockList;
  readonly #pushes: MarketPushes<Watcher>;
  #shownLevel = 0;
  #shownClose = 0;
  /** What a look has taken, until it is sent. Whether a beat is durable may not be known in time; then the next one brings it. */
  #unsent: Unsent | null = null;
  /** The market's day at the last beat. */
  #day = 0;

  constructor(board: Board, stocks: StockList, pushes: MarketPushes<Watcher>) {
    this.#board = board;
    this.#stocks = stocks;
    this.#pushes = pushes;
  }

  /** Collects what changed since the last beat that was sent. */
  look(engine: Engine, at: number): Frame<Watcher> {
    const before = this.#unsent;
    const traded = new Set([...(before?.traded ?? []), ...this.#board.takeChanged()]);
    this.#stocks.forget();
    const isNewDay = this.#takeDay(engine) || before?.isNewDay === true;
    if (before !== null) [this.#shownLevel, this.#shownClose] = [before.level, before.close];
    this.#unsent = { traded, isNewDay, level: this.#shownLevel, close: this.#shownClose };
    const stocks = isNewDay ? this.#stocks.read(engine) : null;
    const changed = stocks === null ? traded : new Set(stocks.map(({ symbol }) => symbol));
    const quotes = [...traded].flatMap((symbol) => {
      const market = engine.market(symbol);
      return market === undefined ? [] : [presentQuote(market)];
    });
    const watchers = [...this.#pushes.watchers()].filter(({ data }) =>
      data.watchlist.some((symbol) => changed.has(symbol)),
    );
    const watchlists = watchers.map((watcher) => [watcher, this.watchlist(engine, watcher)] as const);
    return { stocks, quotes, bars: this.#bars(traded), watchlists, index: this.#index(at) };
  }

  /** Sends a beat, with the quotes as one message for everybody. */
  send({ stocks, quotes, bars, watchlists, index }: Frame<Watcher>): void {
    this.#unsent = null;
    if (stocks !== null) this.#pushes.pushMarket('stockUpdate', [...stocks]);
    if (quotes.length > 0) this.#pushes.pushMarket('stock-update', [...quotes]);
    for (const bar of bars) this.#pushes.pushSymbol(bar.symbol, 'transaction-update', bar);
    for (const [watcher, stocks] of watchlists) this.#pushes.pushSocket(watcher, 'WatchlistStockUpdate', stocks);
    if (index !== null) this.#pushes.pushMarket('index-update', index);
  }

  /** Notes the day of the market. Returns whether it has begun since the last beat. */
  #takeDay({ venue: { day } }: Engine): boolean {
    const last = this.#day;
    this.#day = day;
    return last !== 0 && last !== day;
  }

  /** The stocks a screen watches, in its order. */
  watchlist(engine: Engine, { data }: Watcher): Stock[] {
    return data.watchlist.flatMap((symbol) => {
      const market = engine.market(symbol);
      return market === undefined ? [] : [presentStock(market)];
    });
  }

  /** The index has bars like a stock, for charts that compare with it. Looked at before `#index`, which takes its change. */
  #bars(changed: ReadonlySet<string>): PushOf<'transaction-update'>[] {
    const bars: PushOf<'transaction-update'>[] = [];
    const hasIndexMoved = this.#board.indexLevel !== this.#shownLevel;
    for (const symbol of hasIndexMoved ? [...changed, INDEX_SYMBOL] : changed) {
      const bar = this.#board.minute(symbol);
      if (bar !== null && this.#pushes.isWatched(symbol)) bars.push({ symbol, ...presentBar(bar) });
    }
    return bars;
  }

  #index(at: number): IndexData | null {
    const { indexLevel, indexPreviousClose } = this.#board;
    if (indexLevel === this.#shownLevel && indexPreviousClose === this.#shownClose) return null;
    this.#shownLevel = indexLevel;
    this.#shownClose = indexPreviousClose;
    return presentIndex(indexLevel, indexPreviousClose, at);
  }
}
