// By what an order is charged, as far as this page knows: the server decides, and what it charged last is the best guess until it answers again.
import type { ChargeTerms } from '../../../core/trade/charges.ts';
import { DEFAULT_FEES } from '../../../core/trade/settings.ts';
import { onSessionEnd } from '../../session.ts';

const usual: ChargeTerms = {
  commissionRate: DEFAULT_FEES.commissionRate,
  flatFee: DEFAULT_FEES.flatFee,
  statutory: null,
};

let known = usual;

// Another person may be charged by other terms.
onSessionEnd(() => (known = usual));

export function knownTerms(): ChargeTerms {
  return known;
}

export function keepTerms(terms: ChargeTerms): void {
  known = terms;
}
