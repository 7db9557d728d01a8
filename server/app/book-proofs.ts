// Trading does not open on books that do not add up, and stops when a later proof finds that they do not.
import { BEHIND } from '../db/polite.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { proveAll, proveAtStart, proveOn, wrongOf } from '../exchange/proof/proving.ts';
import type { StartProof } from '../exchange/proof/proving.ts';
import type { BookProof } from '../exchange/proof/verify.ts';
import { everyRound, MAIN_VENUE } from './site.ts';
import type { Site } from './site.ts';

const PROVE_ON_MS = 10_000;

export class BookProofs {
  readonly #site: Site;
  readonly #ending = new AbortController();
  #first: Promise<StartProof> | null = null;
  /** What is under way. */
  #rest: Promise<void> | null = null;
  #round: Promise<void> | null = null;
  #wrongAt: number | null = null;

  constructor(site: Site) {
    this.#site = site;
    site.closers.add(() => {
      this.#ending.abort();
      return Promise.allSettled([this.#first, this.#rest, this.#round]);
    });
  }

  /** When the books were found not to add up, while people traded; null as long as they were not. */
  get wrongAt(): number | null {
    return this.#wrongAt;
  }

  get #proving() {
    return { db: this.#site.db, venue: MAIN_VENUE, signal: this.#ending.signal };
  }

  /** Begins to prove what is stored while it is still being read. Call it once nobody else can write. */
  begin(): void {
    this.#first = proveAtStart(this.#proving);
    // A failure is thrown where the proof is awaited. If something else fails first, nobody awaits it, which must not end the process.
    this.#first.catch(() => {});
  }

  /** Call it when the market could not be restored. @throws with what the books say, if they show the cause, else with the error itself. */
  async explain(error: unknown): Promise<never> {
    const first = await this.#first?.catch(() => null);
    if (first?.proof.ok === false) this.#refuse(first.proof);
    throw error;
  }

  /** `isNew`: the market was made only now. @throws with a sentence when the books do not add up. */
  async open(exchange: Exchange, isNew: boolean): Promise<void> {
    const begun = isNew ? null : this.#first;
    const { proof, isWhole } = await (begun ?? proveAtStart(this.#proving));
    if (!proof.ok) this.#refuse(proof);
    if (!isWhole) this.#rest = this.#proveRest(exchange);
    const proveFurther = async (): Promise<void> => this.#judge(exchange, await proveOn(this.#proving));
    everyRound(this.#site, PROVE_ON_MS, 'proving the books', () => (this.#round = proveFurther()));
  }

  #refuse(proof: BookProof): never {
    this.#site.report(`The books do not add up, so trading stays closed: ${wrongOf(proof)}`);
    throw new Error('The books of the exchange do not add up.');
  }

  async #proveRest(exchange: Exchange): Promise<void> {
    try {
      await this.#judge(exchange, await proveAll(this.#proving, BEHIND));
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#site.log.warn({ err: error }, 'proving all of the books failed');
    }
  }

  async #judge(exchange: Exchange, found: BookProof | null): Promise<void> {
    if (found === null || found.ok) return;
    const { report, log, now } = this.#site;
    this.#wrongAt = now();
    report(`The books do not add up, so trading ends: ${wrongOf(found)}`);
    log.error({ wrong: wrongOf(found) }, 'the books do not add up');
    await exchange.close();
  }
}
