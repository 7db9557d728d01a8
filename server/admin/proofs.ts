// Remembers when the books were last proved and what came of it; proving itself is the trading feature's.
import type { Handlers } from '../handler.ts';

export class Proofs {
  #ok = true;
  #at: number;
  readonly #now: () => number;

  /** Trading opens only on books that were proved: a start is a proof. */
  constructor(now: () => number) {
    this.#now = now;
    this.#at = now();
  }

  get last(): { ok: boolean; provedAt: string } {
    return { ok: this.#ok, provedAt: new Date(this.#at).toISOString() };
  }

  /** The same call, overheard. */
  watching(prove: Handlers['GET /ledger/verify']): Handlers['GET /ledger/verify'] {
    return async (call) => {
      const outcome = await prove(call);
      this.#ok = outcome.data.ok;
      this.#at = this.#now();
      return outcome;
    };
  }
}
