// What the address of one user's portfolio holds: the tab, and the page of the transactions.
import { choiceIn, pageIn } from '../address.ts';
import type { Address } from '../address.ts';

const portfolioTabs = ['holdings', 'performance', 'transactions'] as const;
export type PortfolioTab = (typeof portfolioTabs)[number];

export interface PortfolioSearch {
  /** Left out for holdings. */
  tab?: PortfolioTab;
  page?: number;
}

export function portfolioSearch(address: Address): PortfolioSearch {
  return { tab: choiceIn(address, 'tab', portfolioTabs), page: pageIn(address) };
}
