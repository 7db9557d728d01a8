// What the address of the dashboard holds: how far back the days go, and what of them is drawn.
import { dashboardSpans } from '../../../contract/admin/dashboard.ts';
import { choiceIn } from '../address.ts';
import type { Address } from '../address.ts';

const dashboardMeasures = ['tradedValue', 'orders', 'fees', 'deposits', 'newUsers', 'lessonsSold'] as const;
export type DashboardMeasure = (typeof dashboardMeasures)[number];
export type DashboardSpan = (typeof dashboardSpans)[number];

export interface DashboardSearch {
  /** Left out for 30. */
  days?: DashboardSpan;
  /** Left out for the traded value. */
  show?: DashboardMeasure;
}

export function dashboardSearch(address: Address): DashboardSearch {
  return {
    days: dashboardSpans.find((span) => span === Number(address.days)),
    show: choiceIn(address, 'show', dashboardMeasures),
  };
}
