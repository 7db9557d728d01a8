// Remembers when the books were last proved, and the result; the proof itself belongs to the trading feature.
import type { Handlers } from '../handler.ts';

export class Proofs {
  #ok = true;
  #at: number;
  readonly #now: () => number;
  readonly #wrongAt: () => number | null;

  /**
   * The start counts as a proof, since trading opens only on books that have been proved.
   * @param wrongAt when the server's own proofs found that they do not add up
   */
  constructor(now: () => number, wrongAt: () => number | null) {
    this.#now = now;
    this.#wrongAt = wrongAt;
    this.#at = now();
  }

  /** The server's own proof ends the exchange for good, whatever is proven of the books afterwards. */
  get haveEndedExchange(): boolean {
    return this.#wrongAt() !== null;
  }

  get last(): { ok: boolean; provedAt: string } {
    const wrongAt = this.#wrongAt() ?? -Infinity;
    const [ok, at] = wrongAt >= this.#at ? [false, wrongAt] : [this.#ok, this.#at];
    return { ok, provedAt: new Date(at).toISOString() };
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
