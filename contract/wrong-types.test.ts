// A value of the wrong type is refused with a sentence that says what is expected.
import { expect, test } from 'vitest';
import { feeReportInput, feesInput } from './admin/fees.ts';
import { priceAlertIdInput } from './market.ts';
import { noticeSettingsInput } from './notice.ts';
import { diaryNoteInput } from './trade/diary.ts';
import { uploadUrlInput } from './user.ts';
import { addToWatchlistInput, moveStockInput, orderWatchlistsInput } from './watchlists.ts';

const fees = { standardCommissionRate: 1, flatTransactionFee: 5 };

test.each([
  [feeReportInput, { format: 'pdf' }, 'Format must be json or csv.'],
  [feesInput, { ...fees, volumeDiscounts: [5] }, 'Volume discounts must be a list, which may be empty.'],
  [uploadUrlInput, {}, 'Send your own id as userId.'],
  [uploadUrlInput, { userId: 7 }, 'Send your own id as userId.'],
  [addToWatchlistInput, { stocks: [null] }, 'Choose a stock.'],
  [addToWatchlistInput, { stocks: ['MERIT'] }, 'Choose a stock.'],
  [moveStockInput, { id: '1', symbol: 'MERIT', to: 7 }, 'Send one id, as text.'],
  [orderWatchlistsInput, { ids: [7] }, 'Send one id, as text.'],
  [priceAlertIdInput, { id: 7 }, 'Send one id, as text.'],
  [diaryNoteInput, {}, 'Send one id, as text.'],
  [noticeSettingsInput, { fill: true }, 'For each kind, send inApp and email as true or false.'],
  [noticeSettingsInput, { fill: { inApp: 'yes' } }, 'For each kind, send inApp and email as true or false.'],
])('%# says what is wanted', (input, given, sentence) => {
  expect(input.safeParse(given).error?.issues[0]?.message).toBe(sentence);
});
