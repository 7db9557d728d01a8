// What a stock's corporate actions would do one after the other if the price stayed as it is today: whether each could be carried out.
import { MOST_ISSUED, priceAfter, sharesAfter } from '../../../core/market/corporate-action.ts';
import type { CorporateAction, Ratio } from '../../../core/market/corporate-action.ts';
import { arePossibleTerms, tickSizeFor } from '../../../core/market/instrument.ts';
import type { Instrument } from '../../../core/market/instrument.ts';
import type { Paise } from '../../../core/money.ts';

export interface TurnTerms extends Pick<Instrument, 'tickSize' | 'priceBand' | 'sharesIssued'> {
  readonly price: Paise;
}

export interface Turn {
  readonly action: CorporateAction;
  /** When its turn comes. */
  readonly price: Paise;
  readonly isPossible: boolean;
  /** It would make more shares than a stock can have. */
  readonly isTooMany: boolean;
}

/** What is impossible changes nothing for the next ones, as on its day. A dividend leaves the price to the market. */
export function inTurn(today: TurnTerms, actions: readonly CorporateAction[]): Turn[] {
  let terms = today;
  return actions.map((action) => {
    const { price } = terms;
    if (action.kind === 'dividend') return { action, price, isPossible: action.perShare < price, isTooMany: false };
    const next = restated(terms, action);
    const isTooMany = next.sharesIssued > MOST_ISSUED;
    const isPossible = !isTooMany && arePossibleTerms({ ...next, previousClose: next.price });
    if (isPossible) terms = next;
    return { action, price, isPossible, isTooMany };
  });
}

function restated({ tickSize, priceBand, sharesIssued, price: before }: TurnTerms, ratio: Ratio): TurnTerms {
  const price = priceAfter(before, ratio);
  const tick = Math.min(tickSize, tickSizeFor(price));
  return { price, priceBand, tickSize: tick, sharesIssued: sharesAfter(sharesIssued, ratio) };
}
