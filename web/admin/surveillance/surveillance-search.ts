// What the address of the surveillance screen holds: page, search text, status, pattern, and the flag that is open.
import { flagStatuses } from '../../../contract/surveillance.ts';
import type { FlagStatus } from '../../../contract/surveillance.ts';
import { patterns } from '../../../core/surveillance/conduct.ts';
import type { Pattern } from '../../../core/surveillance/conduct.ts';
import { choiceIn, pageIn, textIn } from '../address.ts';
import type { Address } from '../address.ts';

export interface SurveillanceSearch {
  page?: number;
  q?: string;
  /** Left out for all. */
  status?: FlagStatus;
  pattern?: Pattern;
  flag?: string;
}

export function surveillanceSearch(address: Address): SurveillanceSearch {
  return {
    page: pageIn(address),
    q: textIn(address, 'q'),
    status: choiceIn(address, 'status', flagStatuses),
    pattern: choiceIn(address, 'pattern', patterns),
    flag: textIn(address, 'flag'),
  };
}
