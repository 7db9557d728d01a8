// What the address of one user's portfolio holds: the tab, its page, and the status of the orders.
import { orderStatuses } from '../../../contract/trade.ts';
import type { OrderStatus } from '../../../contract/trade.ts';
import { choiceIn, pageIn } from '../address.ts';
import type { Address } from '../address.ts';

export const portfolioTabs = ['holdings', 'orders', 'transactions', 'money', 'performance'] as const;
export type PortfolioTab = (typeof portfolioTabs)[number];

export interface PortfolioSearch {
  /** Left out for holdings. */
  tab?: PortfolioTab;
  page?: number;
  /** Left out for all. */
  status?: OrderStatus;
}

export function portfolioSearch(address: Address): PortfolioSearch {
  return {
    tab: choiceIn(address, 'tab', portfolioTabs),
    page: pageIn(address),
    status: choiceIn(address, 'status', orderStatuses),
  };
}
