// Tells every screen the list of stocks anew: one is new, halted or resumed, or has other terms. Prices come with the market's beats.
import type { Stock } from '../../contract/market.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Log } from '../log.ts';
import type { StockList } from '../market/stock-list.ts';

const AGAIN_MS = 1000;

export interface StockTellerOptions {
  readonly exchange: Pick<Exchange, 'read'>;
  readonly stocks: StockList;
  readonly show: (stocks: Stock[]) => void;
  readonly log: Pick<Log, 'warn'>;
}

export class StockTeller {
  readonly #options: StockTellerOptions;
  #again: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: StockTellerOptions) {
    this.#options = options;
  }

  /** Until it is done: no beat brings it, and a screen would go on offering a stock that is halted. */
  tell(): void {
    const { exchange, stocks, show, log } = this.#options;
    stocks.forget();
    void exchange
      .read((engine) => stocks.read(engine))
      .then(show)
      .catch((error: unknown) => {
        if (this.#isClosed) return;
        log.warn({ err: error }, 'the list of stocks could not be told yet');
        this.#again ??= setTimeout(() => {
          this.#again = null;
          this.tell();
        }, AGAIN_MS);
      });
  }

  close(): void {
    this.#isClosed = true;
    if (this.#again !== null) clearTimeout(this.#again);
    this.#again = null;
  }
}
