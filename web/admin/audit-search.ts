// What the address of the audit log holds: page, search text, kind of act, and days.
import { dayIn, pageIn, textIn } from './address.ts';
import type { Address } from './address.ts';

export interface AuditSearch {
  page?: number;
  q?: string;
  action?: string;
  from?: string;
  to?: string;
}

export function auditSearch(address: Address): AuditSearch {
  return {
    page: pageIn(address),
    q: textIn(address, 'q'),
    action: textIn(address, 'action'),
    from: dayIn(address, 'from'),
    to: dayIn(address, 'to'),
  };
}
