// Tells screens what the market did: changed quotes, bars of followed symbols, watchlists and the index.
import type { Engine } from '../../core/engine.ts';
import type { PushName, PushOf } from '../../contract/events.ts';
import type { Stock } from '../../contract/market.ts';
import type { Board } from './board.ts';
import { presentBar, presentIndex, presentQuote, presentStock } from './present.ts';

/** The part of the socket layer that the market needs. */
export interface MarketPushes<Watcher> {
  pushMarket<E extends PushName>(event: E, payload: PushOf<E>): void;
  pushSymbol<E extends PushName>(symbol: string, event: E, payload: PushOf<E>): void;
  pushSocket<E extends PushName>(socket: Watcher, event: E, payload: PushOf<E>): void;
  isWatched(symbol: string): boolean;
  watchers(): Iterable<Watcher>;
}

export class MarketPublisher<Watcher extends { data: { watchlist: readonly string[] } }> {
  readonly #board: Board;
  readonly #pushes: MarketPushes<Watcher>;
  #shownLevel = 0;

  constructor(board: Board, pushes: MarketPushes<Watcher>) {
    this.#board = board;
    this.#pushes = pushes;
  }

  /** Once a beat: what changed since the last one, as one message for everybody. */
  publish(engine: Engine, at: number): void {
    const changed = this.#board.takeChanged();
    const markets = [...changed].flatMap((symbol) => engine.market(symbol) ?? []);
    if (markets.length > 0) this.#pushes.pushMarket('stock-update', markets.map(presentQuote));
    for (const symbol of changed) this.#publishBar(symbol);
    for (const watcher of this.#pushes.watchers()) {
      if (watcher.data.watchlist.some((symbol) => changed.has(symbol))) this.publishWatchlist(engine, watcher);
    }
    this.#publishIndex(at);
  }

  /** The whole list, for a screen that has just connected. */
  welcome(engine: Engine, socket: Watcher): void {
    this.#pushes.pushSocket(socket, 'stockUpdate', [...engine.markets()].map(presentStock));
  }

  publishWatchlist(engine: Engine, watcher: Watcher): void {
    const stocks: Stock[] = watcher.data.watchlist.flatMap((symbol) => {
      const market = engine.market(symbol);
      return market === undefined ? [] : [presentStock(market)];
    });
    this.#pushes.pushSocket(watcher, 'WatchlistStockUpdate', stocks);
  }

  #publishBar(symbol: string): void {
    const bar = this.#board.minute(symbol);
    if (bar !== null && this.#pushes.isWatched(symbol)) {
      this.#pushes.pushSymbol(symbol, 'transaction-update', { symbol, ...presentBar(bar) });
    }
  }

  #publishIndex(at: number): void {
    const { indexLevel, indexPreviousClose } = this.#board;
    if (indexLevel === this.#shownLevel) return;
    this.#shownLevel = indexLevel;
    this.#pushes.pushMarket('index-update', presentIndex(indexLevel, indexPreviousClose, at));
  }
}
