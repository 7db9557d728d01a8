// The answer of GET /charges in the ticket's own terms: its figures, and the rates behind them.
import type { Charges, OrderSide } from '../../../contract/trade.ts';
import { ratesFromWire } from '../../../contract/trade/statutory-rates.ts';
import { coreSide } from '../../../contract/trade/words.ts';
import { ONE_MILLION, paiseFromRupees } from '../../../core/money.ts';
import type { Paise } from '../../../core/money.ts';
import { chargesOn } from '../../../core/trade/charges.ts';
import type { ChargeTerms } from '../../../core/trade/charges.ts';
import type { Estimate } from './estimate.ts';

function paise(rupees: number): Paise {
  return paiseFromRupees(rupees) ?? 0;
}

/** The figures that are shown; the server's and our own estimate have the same shape. */
export interface ShownFigures extends Pick<
  Estimate,
  'price' | 'value' | 'brokerage' | 'flatFee' | 'statutoryItems' | 'margin' | 'total' | 'cashAfter'
> {
  /** What a sale of intraday shares pays back to the house; only the server knows it. */
  loan?: Paise;
  /** What a sale brings after its own charges, less what its shares had cost; null while only the server would know. */
  gain?: Paise | null;
}

/** The server's answer in the same shape. */
export function answeredFigures(side: OrderSide, charges: Charges): ShownFigures {
  const value = paise(charges.value);
  const sum = paise(charges.totalCharges);
  const margin = charges.margin === null ? null : paise(charges.margin);
  const cashAfter = paise(charges.cashAfter);
  const loan = side === 'BUY' ? 0 : Math.max(0, paise(charges.balance) + value - sum - cashAfter);
  return {
    price: paise(charges.estimatedPrice),
    value,
    brokerage: paise(charges.brokerage),
    flatFee: paise(charges.flatFee),
    // An exchange from before an upgrade does not list them.
    statutoryItems: charges.statutoryItems ?? [],
    margin,
    loan,
    // An exchange from before an upgrade does not say what the shares had cost.
    gain: (charges.cost ?? null) === null ? null : value - sum - paise(charges.cost!),
    total: side === 'BUY' ? (margin ?? value) + sum : value - sum - loan,
    cashAfter,
  };
}

/** Returns `terms` if they yield what the server charged, otherwise derives new ones from its answer. */
export function termsFrom(
  terms: ChargeTerms,
  side: OrderSide,
  answer: Pick<Charges, 'value' | 'brokerage' | 'flatFee' | 'statutoryRates'>,
): ChargeTerms {
  const value = paise(answer.value);
  const brokerage = paise(answer.brokerage);
  const flatFee = paise(answer.flatFee);
  // An exchange from before an upgrade does not report them.
  const rates = answer.statutoryRates ?? null;
  const statutory = rates === null ? null : ratesFromWire(rates);
  const areSame = JSON.stringify(statutory) === JSON.stringify(terms.statutory);
  const known = areSame ? terms : { ...terms, statutory };
  const expected = chargesOn(known, coreSide(side), value, 0);
  if (value === 0 || (expected.brokerage === brokerage && expected.flatFee === flatFee)) return known;
  return { commissionRate: Math.round((brokerage * ONE_MILLION) / value), flatFee, statutory };
}
