// Corporate actions as the wire shows them: at the stocks desk, and on the page of a stock.
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import { actionText } from '../../contract/messages/corporate.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import { dayText } from '../../core/market/day.ts';
import { actionOf } from './corporate-actions.ts';
import type { StoredAction } from './corporate-actions.ts';

export function presentAction(stored: StoredAction): CorporateActionData {
  const { id, symbol, kind, state, from, to, perShare, day, priceBefore, priceAfter } = stored;
  const sum = (paise: number | null): number | null => (paise === null ? null : toRupees(paise));
  return {
    _id: String(id),
    symbol,
    kind,
    state,
    from,
    to,
    perShare: sum(perShare),
    effectiveDate: dayText(day),
    text: actionText(actionOf(stored)),
    priceBefore: sum(priceBefore),
    priceAfter: sum(priceAfter),
  };
}
