// Simulated traders in markets that stand still: they quote, trade once, or withdraw, when a test tells them to.
import type { Engine } from '../core/engine.ts';
import type { Side } from '../core/market/instrument.ts';

export interface StillCrowd {
  /** Places one quote of `quantity` at `price` (paise). */
  quote(symbol: string, side: Side, price: number, quantity: number): void;
  /** An unforeseeable move: a trade among them at `price`, which becomes the mark. */
  mark(symbol: string, price: number): void;
  /** Removes all of their quotes from both sides. */
  clear(symbol: string): void;
}

/** `turn` provides the engine, and the time at which they act. */
export function stillCrowd(turn: (work: (engine: Engine, at: number) => void) => void): StillCrowd {
  return {
    quote: (symbol, side, price, quantity) =>
      turn((engine, at) => void engine.desk(symbol, at).place(-1, side, price, quantity)),
    mark: (symbol, price) =>
      turn((engine, at) => {
        engine.desk(symbol, at).place(-2, 'sell', price, 1);
        engine.desk(symbol, at).take(-3, 'buy', 1, price);
      }),
    clear: (symbol) => turn((engine) => engine.floor(symbol)!.dropCrowd(() => true)),
  };
}
