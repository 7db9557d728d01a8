// What the address of the promotions screen holds: the tab.
const promotionTabs = ['signup', 'referral', 'loyalty'] as const;
export type PromotionTab = (typeof promotionTabs)[number];

export interface PromotionsSearch {
  /** Left out for the first one. */
  tab?: Exclude<PromotionTab, 'signup'>;
}

export function promotionsSearch(search: Record<string, unknown>): PromotionsSearch {
  const { tab } = search;
  return { tab: tab === 'referral' || tab === 'loyalty' ? tab : undefined };
}
