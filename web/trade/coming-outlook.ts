// What planned splits, bonuses and dividends will bring to somebody who keeps the shares held now.
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import { sharesAfter } from '../../core/market/corporate-action.ts';
import { countOf, countText, moneyText } from '../ui/number-text.ts';

export type ComingAction = Pick<CorporateActionData, '_id' | 'symbol' | 'text' | 'effectiveDate'>;

export interface Outlook extends ComingAction {
  brings: string;
}

type Terms = Pick<CorporateActionData, 'from' | 'to' | 'perShare'>;

/** Only for stocks that are held. Each counts the shares that the ones before it will have made. */
export function outlooks(coming: readonly (ComingAction & Terms)[], held: ReadonlyMap<string, number>): Outlook[] {
  const shares = new Map(held);
  return coming.flatMap(({ _id, symbol, text, effectiveDate, from, to, perShare }) => {
    const before = shares.get(symbol) ?? 0;
    if (before === 0) return [];
    const after = from === null || to === null ? before : sharesAfter(before, { from, to });
    shares.set(symbol, after);
    const brings =
      perShare === null
        ? `${countOf(before, 'share becomes', 'shares become')} ${countText(after)}`
        : `${moneyText(Math.round(perShare * 100 * before) / 100)} for ${countOf(before, 'share')}`;
    return [{ _id, symbol, text, effectiveDate, brings }];
  });
}
