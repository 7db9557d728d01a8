// What the address of the payments holds: the page, the search, the state and the days.
import { paymentStates } from '../../../contract/admin/payments.ts';
import type { PaymentState } from '../../../contract/admin/payments.ts';
import { choiceIn, dayIn, pageIn, textIn } from '../address.ts';
import type { Address } from '../address.ts';

export interface PaymentsSearch {
  page?: number;
  q?: string;
  /** Left out for all. */
  status?: PaymentState;
  from?: string;
  to?: string;
}

export function paymentsSearch(address: Address): PaymentsSearch {
  return {
    page: pageIn(address),
    q: textIn(address, 'q'),
    status: choiceIn(address, 'status', paymentStates),
    from: dayIn(address, 'from'),
    to: dayIn(address, 'to'),
  };
}
