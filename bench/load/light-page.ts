// A page without its screen: comes back after the same pauses as the client library, at a fraction of what that costs its process.
import type { PushOf } from '../../contract/events.ts';
import { factsOf } from './herd-facts.ts';
import { LightSocket } from './light-socket.ts';
import type { LightOptions } from './light-socket.ts';

/** As our page sets the library up; pauses double, and each is shorter or longer by up to half of it. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
const SPREAD = 0.5;
const PATIENCE_MS = 45_000;
/** Where the name of an event begins in `42["portfolioUpdate",...`. */
const NAME_AT = 4;
const PORTFOLIO = Buffer.from('portfolioUpdate');

export class LightPage {
  isConnected = false;
  /** Of its owner's portfolio; null before anything has arrived. */
  shown: string | null = null;
  readonly #options: LightOptions;
  readonly #onBack: () => void;
  #hasConnected = false;
  #attempts = 0;

  constructor(options: LightOptions, onBack: () => void) {
    this.#options = options;
    this.#onBack = onBack;
    this.#connect();
  }

  #connect(): void {
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
    const socket = new LightSocket(this.#options, {
      onConnected: () => {
        clearTimeout(patience);
        this.isConnected = true;
        this.#attempts = 0;
        if (this.#hasConnected) this.#onBack();
        this.#hasConnected = true;
        socket.say('2["requestPortfolioUpdate"]');
      },
      onEvent: (text) => this.#hear(text),
      onClosed: () => {
        clearTimeout(patience);
        this.isConnected = false;
        this.shown = null;
        setTimeout(() => this.#connect(), this.#pauseMs());
      },
    });
  }

  #hear(text: Buffer): void {
    if (text.compare(PORTFOLIO, 0, PORTFOLIO.length, NAME_AT, NAME_AT + PORTFOLIO.length) !== 0) return;
    const [, portfolio] = JSON.parse(text.toString('utf8', 2)) as [string, PushOf<'portfolioUpdate'>];
    this.shown = factsOf(portfolio);
  }

  #pauseMs(): number {
    const pause = FIRST_PAUSE_MS * 2 ** this.#attempts++ * (1 + SPREAD * (2 * Math.random() - 1));
    return Math.min(pause, LONGEST_PAUSE_MS);
  }
}
