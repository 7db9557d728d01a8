// Remembers the latest refusals of each trader's orders, because refusals are not stored and people ask about them afterwards.
import type { PlaceOrder } from '../../contract/trade.ts';
import type { Handlers } from '../handler.ts';
import { HttpError } from '../http-error.ts';

export interface RememberedRefusal {
  readonly at: number;
  readonly order: PlaceOrder;
  /** The sentence with which it was refused. */
  readonly sentence: string;
}

const MOST_TRADERS = 10_000;
const MOST_OF_ONE = 5;

/** In memory only, for a few refusals of some thousand traders; a restart forgets them. */
export class RefusalMemory {
  readonly #refusals = new Map<number, RememberedRefusal[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Wraps the call, and remembers each refusal. */
  watching(place: Handlers['POST /orders']): Handlers['POST /orders'] {
    return async (call) => {
      try {
        return await place(call);
      } catch (error) {
        if (error instanceof HttpError && error.status < 500)
          this.#remember(call.user.accountNo, { at: this.#now(), order: call.input, sentence: error.message });
        throw error;
      }
    };
  }

  of(account: number): readonly RememberedRefusal[] {
    return this.#refusals.get(account) ?? [];
  }

  #remember(account: number, refusal: RememberedRefusal): void {
    const known = this.#refusals.get(account) ?? [];
    // Moved to the end, so that the trader refused longest ago is forgotten first.
    this.#refusals.delete(account);
    this.#refusals.set(account, [refusal, ...known].slice(0, MOST_OF_ONE));
    const oldest = this.#refusals.keys().next();
    if (this.#refusals.size > MOST_TRADERS && oldest.done !== true) this.#refusals.delete(oldest.value);
  }
}
