// What the address of the reports screen holds: page, search text, status, reason, and the report that is open.
import { reportStatuses } from '../../../contract/admin/reports.ts';
import type { ReportStatus } from '../../../contract/admin/reports.ts';
import { reportReasons } from '../../../contract/call.ts';
import type { ReportReason } from '../../../contract/messages/reports.ts';
import { choiceIn, pageIn, textIn } from '../address.ts';
import type { Address } from '../address.ts';

export interface ReportsSearch {
  page?: number;
  q?: string;
  /** Left out for all. */
  status?: ReportStatus;
  reason?: ReportReason;
  report?: string;
}

export function reportsSearch(address: Address): ReportsSearch {
  return {
    page: pageIn(address),
    q: textIn(address, 'q'),
    status: choiceIn(address, 'status', reportStatuses),
    reason: choiceIn(address, 'reason', reportReasons),
    report: textIn(address, 'report'),
  };
}
