// Sends each screen the state that it starts from. Later pushes bring only what changes, so a screen without it would show what it knew.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PushName, PushOf } from '../../contract/events.ts';
import type { Engine } from '../../core/engine.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';
import type { Log } from '../log.ts';
import type { Screen, Screens } from './screens.ts';

interface FirstStatesOptions {
  readonly exchange: Pick<Exchange, 'read'>;
  readonly screens: Pick<Screens, 'pushSocket'>;
  readonly log: Pick<Log, 'error'>;
}

/** How often to check whether a recovering exchange is back. */
const AGAIN_MS = 250;

export class FirstStates {
  readonly #options: FirstStatesOptions;
  /** What screens wait for. Whatever they ask for meanwhile, they are sent once. */
  readonly #waiting = new WeakMap<Screen, Set<PushName>>();
  /** One asks for all: after an outage everybody is here at once. */
  #return: Promise<void> | null = null;
  #isOver = false;

  constructor(options: FirstStatesOptions) {
    this.#options = options;
  }

  /** At once, or as soon as the exchange is back. */
  async send<E extends PushName>(screen: Screen, event: E, look: (engine: Engine) => PushOf<E>): Promise<void> {
    const { exchange, screens, log } = this.#options;
    try {
      return screens.pushSocket(screen, event, await exchange.read(look));
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable))
        return log.error({ err: error, event }, 'a screen was not sent its first state');
    }
    const waiting = this.#waiting.get(screen) ?? new Set();
    this.#waiting.set(screen, waiting);
    if (waiting.has(event)) return;
    waiting.add(event);
    await (this.#return ??= this.#untilBack());
    waiting.delete(event);
    if (!this.#isOver) await this.send(screen, event, look);
  }

  close(): void {
    this.#isOver = true;
  }

  async #untilBack(): Promise<void> {
    const isBack = () =>
      this.#options.exchange.read(() => true).catch((error: unknown) => !(error instanceof ExchangeUnavailable));
    do await sleep(AGAIN_MS);
    while (!this.#isOver && !(await isBack()));
    this.#return = null;
  }
}
