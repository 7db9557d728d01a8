// How every ticket opens for this person: order type, validity and product, never a price. The spec's defaults until others are chosen.
import type { OrderType } from '../../../contract/trade.ts';
import { validitiesOf } from './draft.ts';
import type { TicketDraft } from './draft.ts';

export type OwnDefault = Pick<TicketDraft, 'orderType' | 'validity' | 'isIntraday'>;

const types: readonly OrderType[] = ['MARKET', 'LIMIT', 'STOP', 'STOP-LIMIT'];

/** Spec 4 and 9. */
export const specDefault: OwnDefault = { orderType: 'MARKET', validity: 'DAY', isIntraday: false };

/** Leaves out what the type has no use for: a market order has no validity to choose. */
export function defaultOf({ orderType, validity, isIntraday }: OwnDefault): OwnDefault {
  return {
    orderType,
    validity: validitiesOf({ orderType, validity }).includes(validity) ? validity : 'DAY',
    isIntraday,
  };
}

export function isSameDefault(one: OwnDefault, other: OwnDefault): boolean {
  return JSON.stringify(defaultOf(one)) === JSON.stringify(defaultOf(other));
}

/** Storage may contain anything; null if nothing was chosen. */
export function readDefault(text: string | null): OwnDefault | null {
  try {
    const { orderType, validity, isIntraday } = JSON.parse(text ?? '{}') as Partial<OwnDefault>;
    if (orderType === undefined || validity === undefined || !types.includes(orderType)) return null;
    return defaultOf({ orderType, validity, isIntraday: isIntraday === true });
  } catch {
    return null;
  }
}

export const isSpecDefault = (draft: OwnDefault): boolean => isSameDefault(draft, specDefault);

/** The ticket as it opens. An order at a price that was pointed at keeps its type. */
export function withDefault(draft: TicketDraft, own: OwnDefault, isTypeGiven: boolean): TicketDraft {
  const { orderType, validity, isIntraday } = own;
  return { ...draft, orderType: isTypeGiven ? draft.orderType : orderType, validity, isIntraday };
}
