// The market's notice board: which prices have changed, the minute bars in progress, the tape, and the index.
import { LiveBar } from '../../core/market/bars.ts';
import type { Bar } from '../../core/market/bars.ts';
import { MarketIndex } from '../../core/market/history/market-index.ts';
import { INDEX_ID, INDEX_SYMBOL } from '../../core/market/index-symbol.ts';
import { MINUTE_MS } from '../../core/market/day.ts';
import { PricePath } from '../../core/market/price-path.ts';
import type { PathExtremes } from '../../core/market/price-path.ts';
import type { Engine } from '../../core/engine.ts';
import type { AppliedAction, Trade } from '../../core/trade/listener.ts';
import { RECENT_TRADES } from '../../contract/market/depth.ts';
import type { MinuteRow } from './bars-store.ts';
import { Tape } from './tape.ts';

export class Board {
  readonly tape = new Tape(RECENT_TRADES);
  readonly #bars = new Map<string, { instrument: number; bar: LiveBar }>();
  readonly #paths = new Map<string, PricePath>();
  readonly #index = new MarketIndex();
  /** The number of the last split or bonus of each stock. */
  readonly #acted = new Map<string, number>();
  #changed = new Set<string>();
  #closed: MinuteRow[] = [];
  /** Hundredths of a point; 0 until first computed. */
  indexLevel = 0;
  indexPreviousClose = 0;

  /** Hears every execution at the moment of decision. */
  traded(trade: Trade): void {
    const { instrument } = trade.market;
    this.tape.traded(trade);
    this.#changed.add(instrument.symbol);
    this.#take(instrument.symbol, instrument.id, trade.at, trade.price, trade.quantity);
    let path = this.#paths.get(instrument.symbol);
    if (path === undefined) this.#paths.set(instrument.symbol, (path = new PricePath(trade.at)));
    path.trade(trade.at, trade.price);
  }

  /**
   * A split or bonus was decided: prices kept here are restated, and screens get the new one. Decided once more, it was void the first
   * time: what is kept is then in prices of two kinds, and forgotten. Sales complete their way from bars.
   */
  acted({ action, isDone }: AppliedAction): void {
    if (!isDone || action.kind === 'dividend') return;
    const { id, symbol } = action;
    this.#changed.add(symbol);
    this.tape.forget(symbol);
    if (this.#acted.get(symbol) === id) {
      this.#bars.delete(symbol);
      this.#paths.delete(symbol);
    }
    this.#acted.set(symbol, id);
    this.#bars.get(symbol)?.bar.restate(action);
    this.#paths.get(symbol)?.restate(action);
  }

  /** The highest and lowest trade since `at`, or since this process saw the first one. */
  pathSince(symbol: string, at: number): PathExtremes | null {
    return this.#paths.get(symbol)?.since(at) ?? null;
  }

  /** Advances the time: closes minutes that are over, and computes the index. */
  tick(engine: Engine, at: number): void {
    this.tape.follow(engine);
    for (const { instrument, bar } of this.#bars.values()) this.#close(instrument, bar.roll(at));
    const level = this.#index.levelOfCapital(this.#capital(engine));
    if (level === 0) return;
    this.indexLevel = level;
    // A chart has no bars for hours without trading.
    if (engine.venue.isOpen) this.#take(INDEX_SYMBOL, INDEX_ID, at, level, 0);
  }

  /** The bar of the current minute, null if nothing has traded in it. */
  minute(symbol: string): Readonly<Bar> | null {
    return this.#bars.get(symbol)?.bar.current ?? null;
  }

  /** Symbols that have traded since the last call. */
  takeChanged(): ReadonlySet<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** Minutes that have ended since the last call; with `all` also the current ones, for an orderly shutdown. */
  takeClosed(all = false): MinuteRow[] {
    if (all)
      for (const { instrument, bar } of this.#bars.values()) this.#close(instrument, bar.roll(Number.MAX_SAFE_INTEGER));
    const closed = this.#closed;
    this.#closed = [];
    return closed;
  }

  /** Puts minutes back that could not be stored. */
  giveBack(rows: readonly MinuteRow[]): void {
    this.#closed.unshift(...rows);
  }

  /** Paise. A split creates more shares at a lower price, which leaves the index unchanged. */
  #capital(engine: Engine): number {
    let capital = 0;
    for (const { symbol } of this.#index.constituents) {
      const market = engine.market(symbol);
      if (market !== undefined) capital += market.quote.last * market.instrument.sharesIssued;
    }
    return capital;
  }

  #take(symbol: string, instrument: number, at: number, price: number, quantity: number): void {
    let line = this.#bars.get(symbol);
    if (line === undefined) this.#bars.set(symbol, (line = { instrument, bar: new LiveBar('1m') }));
    this.#close(instrument, line.bar.trade(at, price, quantity));
  }

  #close(instrument: number, bar: Bar | null): void {
    if (bar === null) return;
    const { startAt, open, high, low, close, volume } = bar;
    this.#closed.push({ instrument, minute: startAt / MINUTE_MS, open, high, low, close, volume });
  }
}
