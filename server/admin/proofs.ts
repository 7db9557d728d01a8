// Remembers when the books were last proved, and the result; the proof itself belongs to the trading feature.
import type { Handlers } from '../handler.ts';

export class Proofs {
  #ok = true;
  #at: number;
  readonly #now: () => number;

  /** The start counts as a proof, since trading opens only on books that have been proved. */
  constructor(now: () => number) {
    this.#now = now;
    this.#at = now();
  }

  get last(): { ok: boolean; provedAt: string } {
    return { ok: this.#ok, provedAt: new Date(this.#at).toISOString() };
  }

  /** Wraps the call, and remembers each result. */
  watching(prove: Handlers['GET /ledger/verify']): Handlers['GET /ledger/verify'] {
    return async (call) => {
      const outcome = await prove(call);
      this.#ok = outcome.data.ok;
      this.#at = this.#now();
      return outcome;
    };
  }
}
