// In some sites a page sends another request under the key of an earlier order: only one of the two is carried out, whichever comes first.
import { Random } from '../random.ts';
import type { Request } from './requests.ts';
import type { Asked, Reply } from './server-process.ts';

/** Makes another sequence of the seed, in which no site of regressions.txt reuses keys. */
const REUSE = 134_352;
const SHARE = 0.15;
const RATE = 0.1;
const LATEST_MS = 2_000;

/** When and what a page requests under a used key; null in sites where none does. */
export class KeyReuse {
  readonly #random: Random;

  private constructor(random: Random) {
    this.#random = random;
  }

  static of(seed: number): KeyReuse | null {
    const random = new Random(seed + REUSE);
    return random.chance(SHARE) ? new KeyReuse(random) : null;
  }

  /** Null: this key is used once. */
  draw(asked: Asked): { asked: Asked; afterMs: number } | null {
    if (!this.#random.chance(RATE)) return null;
    const afterMs = this.#random.next() * LATEST_MS;
    if (asked.kind !== 'order' && asked.kind !== 'modify') return null;
    const quantity = (asked.input.quantity as number) + 1;
    return { asked: { ...asked, input: { ...asked.input, quantity } }, afterMs };
  }
}

/** Refused because its key belongs to another request: nothing was decided about it. */
export const isReused = (reply: Reply | null): boolean => reply?.body.includes('idempotency-key-reused') ?? false;

/** Of all requests under one key, only one was carried out, or refused on its own account. */
export function reuseFaults(requests: readonly Request[], forgotten: ReadonlySet<string>): string[] {
  const replies = new Map<string, Reply[]>();
  for (const { keptAs, reply } of requests)
    if (keptAs !== null && reply !== null && !forgotten.has(keptAs))
      replies.set(keptAs, [...(replies.get(keptAs) ?? []), reply]);
  return [...replies].flatMap(([key, all]) => {
    const decided = all.filter((reply) => !isReused(reply)).length;
    return decided === 1 ? [] : [`${decided} of ${all.length} wishes under the key ${key} were decided`];
  });
}
