// Remembers the last refusals of each trader's orders: a refusal leaves nothing in the books, and people ask about it afterwards.
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

/** In memory only, for some refusals of some thousand traders: gone with the process. */
export class RefusalMemory {
  readonly #refusals = new Map<number, RememberedRefusal[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The same call, overheard. */
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
    // Taken out and put in again, so that the trader who was refused longest ago is the first to be forgotten.
    this.#refusals.delete(account);
    this.#refusals.set(account, [refusal, ...known].slice(0, MOST_OF_ONE));
    const oldest = this.#refusals.keys().next();
    if (this.#refusals.size > MOST_TRADERS && oldest.done !== true) this.#refusals.delete(oldest.value);
  }
}
