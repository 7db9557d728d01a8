// The glossary's terms for what the law takes from a trade; they also explain the lines of a receipt.
import type { StatutoryKind } from '../../../core/trade/statutory.ts';
import type { TermRow } from './term.ts';

/** By the line of the receipt that they explain. */
export const STATUTORY_TERMS = {
  'transaction-tax': [
    'Securities transaction tax',
    'stt, transaction tax, securities tax',
    'A tax on the value of shares that are traded. Shares for delivery pay it on the buy and on the sale; intraday shares pay a lower rate, on the sale alone.',
  ],
  'exchange-charge': [
    'Exchange transaction charge',
    'exchange charge, exchange charges, transaction charge, exchange transaction charges',
    'What the exchange takes for carrying out a trade: a small part of its value, on the buy and on the sale.',
  ],
  'turnover-fee': [
    'SEBI turnover fee',
    'sebi, sebi fee, sebi fees, sebi charges, turnover fee',
    'What SEBI, the supervisor of the Indian markets, takes to pay for its work: a very small part of the value, on the buy and on the sale.',
  ],
  'stamp-duty': [
    'Stamp duty',
    'stamp duties, stamp tax',
    'A tax of the state on the transfer of shares. Only the buyer pays it, as a part of the value; less for intraday shares.',
  ],
  gst: [
    'GST',
    'goods and services tax, goods and service tax, service tax',
    'Goods and services tax. It is counted on the brokerage, the transaction fee, the exchange transaction charge and the SEBI turnover fee, not on the value of the shares.',
  ],
} as const satisfies Record<StatutoryKind, TermRow>;

export const STATUTORY_SUM: TermRow = [
  'Statutory charges',
  'statutory charge, statutory, government charges, taxes and duties, regulatory charges, statutory fees',
  'What the state and the exchange take from a trade in addition to the broker: securities transaction tax, exchange transaction charge, SEBI turnover fee, stamp duty and GST. They are passed on, not earned. This practice market charges them only while an administrator has switched them on.',
];
