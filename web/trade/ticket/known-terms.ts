// The charge terms as far as this page knows: the server decides, and the terms of its last answer are the best guess until the next.
import type { ChargeTerms } from '../../../core/trade/charges.ts';
import { DEFAULT_FEES } from '../../../core/trade/settings.ts';
import { onSessionEnd } from '../../session.ts';

const usual: ChargeTerms = {
  commissionRate: DEFAULT_FEES.commissionRate,
  flatFee: DEFAULT_FEES.flatFee,
  statutory: null,
};

let known = usual;

// Another person may have other terms.
onSessionEnd(() => (known = usual));

export function knownTerms(): ChargeTerms {
  return known;
}

export function keepTerms(terms: ChargeTerms): void {
  known = terms;
}
