// Tells screens what the market did: changed quotes, bars of followed symbols, watchlists and the index.
import type { Engine } from '../../core/engine.ts';
import { INDEX_SYMBOL } from '../../core/market/history/market-index.ts';
import type { PushName, PushOf } from '../../contract/events.ts';
import type { IndexData, QuoteChange, Stock } from '../../contract/market.ts';
import type { Board } from './board.ts';
import { presentBar, presentIndex, presentQuote, presentStock } from './present.ts';
import type { StockList } from './stock-list.ts';

/** The part of the socket layer that the market needs. */
export interface MarketPushes<Watcher> {
  pushMarket<E extends PushName>(event: E, payload: PushOf<E>): void;
  pushSymbol<E extends PushName>(symbol: string, event: E, payload: PushOf<E>): void;
  pushSocket<E extends PushName>(socket: Watcher, event: E, payload: PushOf<E>): void;
  isWatched(symbol: string): boolean;
  watchers(): Iterable<Watcher>;
}

/** What one beat of the market changed, as it will be sent once everything in it is durable. */
export interface Frame<Watcher> {
  readonly quotes: readonly QuoteChange[];
  readonly bars: readonly PushOf<'transaction-update'>[];
  readonly watchlists: readonly (readonly [Watcher, Stock[]])[];
  readonly index: IndexData | null;
}

export class MarketPublisher<Watcher extends { data: { watchlist: readonly string[] } }> {
  readonly #board: Board;
  readonly #stocks: StockList;
  readonly #pushes: MarketPushes<Watcher>;
  #shownLevel = 0;

  constructor(board: Board, stocks: StockList, pushes: MarketPushes<Watcher>) {
    this.#board = board;
    this.#stocks = stocks;
    this.#pushes = pushes;
  }

  /** Takes what changed since the last beat. */
  look(engine: Engine, at: number): Frame<Watcher> {
    const changed = this.#board.takeChanged();
    this.#stocks.forget();
    const quotes = [...changed].flatMap((symbol) => {
      const market = engine.market(symbol);
      return market === undefined ? [] : [presentQuote(market)];
    });
    const watchers = [...this.#pushes.watchers()].filter(({ data }) =>
      data.watchlist.some((symbol) => changed.has(symbol)),
    );
    const watchlists = watchers.map((watcher) => [watcher, this.watchlist(engine, watcher)] as const);
    return { quotes, bars: this.#bars(changed), watchlists, index: this.#index(at) };
  }

  /** Sends a beat: the quotes as one message for everybody. */
  send({ quotes, bars, watchlists, index }: Frame<Watcher>): void {
    if (quotes.length > 0) this.#pushes.pushMarket('stock-update', [...quotes]);
    for (const bar of bars) this.#pushes.pushSymbol(bar.symbol, 'transaction-update', bar);
    for (const [watcher, stocks] of watchlists) this.#pushes.pushSocket(watcher, 'WatchlistStockUpdate', stocks);
    if (index !== null) this.#pushes.pushMarket('index-update', index);
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
    if (indexLevel === this.#shownLevel) return null;
    this.#shownLevel = indexLevel;
    return presentIndex(indexLevel, indexPreviousClose, at);
  }
}
