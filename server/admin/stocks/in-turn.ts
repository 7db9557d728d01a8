// What a stock's corporate actions would do one after the other if the price stayed as it is today: whether each could be carried out.
import { priceAfter } from '../../../core/market/corporate-action.ts';
import type { CorporateAction } from '../../../core/market/corporate-action.ts';
import { arePossibleTerms, tickSizeFor } from '../../../core/market/instrument.ts';
import type { BandTerms } from '../../../core/market/instrument.ts';
import type { Paise } from '../../../core/money.ts';

export interface TurnTerms extends Pick<BandTerms, 'tickSize' | 'priceBand'> {
  readonly price: Paise;
}

export interface Turn {
  readonly action: CorporateAction;
  /** When its turn comes. */
  readonly price: Paise;
  readonly isPossible: boolean;
}

/** What is impossible changes nothing for the next ones, as on its day. A dividend leaves the price to the market. */
export function inTurn(today: TurnTerms, actions: readonly CorporateAction[]): Turn[] {
  let terms = today;
  return actions.map((action) => {
    const { price } = terms;
    if (action.kind === 'dividend') return { action, price, isPossible: action.perShare < price };
    const next = restated(terms, priceAfter(price, action));
    const isPossible = arePossibleTerms({ ...next, previousClose: next.price });
    if (isPossible) terms = next;
    return { action, price, isPossible };
  });
}

function restated({ tickSize, priceBand }: TurnTerms, price: Paise): TurnTerms {
  return { price, priceBand, tickSize: Math.min(tickSize, tickSizeFor(price)) };
}
