// Self-crossing: two accounts that belong together meet each other in a book that is full of others.
import { sharesOf } from './conduct.ts';
import type { Conduct, Flag } from './conduct.ts';
import { byCounterparty, evidence } from './wash.ts';

const FILLS = 2;
/** Of all that the person traded in the stock, in percent. By chance two people among thousands hardly ever meet. */
const SHARED_PART = 25;

/** One flag for each linked person with whom at least a quarter of all shares were traded, twice or more often. */
export function linkedCrossing({ fills, linked }: Conduct): Flag[] {
  const traded = sharesOf(fills);
  const flags: Flag[] = [];
  for (const [other, shared] of byCounterparty(fills)) {
    const part = Math.floor((sharesOf(shared) * 100) / traded);
    if (!linked.has(other) || shared.length < FILLS || part < SHARED_PART) continue;
    const figures = { times: shared.length, shares: sharesOf(shared), part };
    flags.push({ pattern: 'linked-crossing', ...evidence(other, shared), figures });
  }
  return flags;
}
