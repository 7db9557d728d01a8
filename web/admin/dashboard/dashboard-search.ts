// The address of the dashboard: how many days back, and which figure is charted.
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
