// What is of the wrong type is refused with a sentence that says what is wanted.
import { expect, test } from 'vitest';
import { feeReportInput, feesInput } from './admin/fees.ts';
import { uploadUrlInput } from './user.ts';
import { addToWatchlistInput } from './watchlists.ts';

const fees = { standardCommissionRate: 1, flatTransactionFee: 5 };

test.each([
  [feeReportInput, { format: 'pdf' }, 'Format must be json or csv.'],
  [feesInput, { ...fees, volumeDiscounts: [5] }, 'Volume discounts are a list, which may be empty.'],
  [uploadUrlInput, {}, 'Send your own id as userId.'],
  [uploadUrlInput, { userId: 7 }, 'Send your own id as userId.'],
  [addToWatchlistInput, { stocks: [null] }, 'Choose a stock.'],
  [addToWatchlistInput, { stocks: ['MERIT'] }, 'Choose a stock.'],
])('%# says what is wanted', (input, given, sentence) => {
  expect(input.safeParse(given).error?.issues[0]?.message).toBe(sentence);
});
