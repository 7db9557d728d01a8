// A value of the wrong type is refused with a sentence that says what is expected.
import { expect, test } from 'vitest';
import { feeReportInput, feesInput } from './admin/fees.ts';
import { sendMessageInput } from './admin/messages.ts';
import { settleStrayInput } from './admin/payments.ts';
import { haltStockInput } from './admin/stocks.ts';
import { priceAlertIdInput } from './market.ts';
import { stockMessages } from './messages/stocks.ts';
import { noticeSettingsInput } from './notice.ts';
import { diaryNoteInput } from './trade/diary.ts';
import { uploadUrlInput } from './user.ts';
import { addToWatchlistInput, moveStockInput, orderWatchlistsInput } from './watchlists.ts';
import { ONE_PARAGRAPH } from './wire.ts';

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
  [sendMessageInput, { audience: 'all' }, 'Write a message.'],
  [sendMessageInput, { audience: 'all', message: 'a\nb' }, ONE_PARAGRAPH],
  [settleStrayInput, { id: '1' }, 'Say what you have done.'],
  [settleStrayInput, { id: '1', note: 'a\u0000' }, ONE_PARAGRAPH],
  [haltStockInput, { symbol: 'MERIT', isHalted: true, reason: 7 }, ONE_PARAGRAPH],
  [haltStockInput, { symbol: 'MERIT', isHalted: true, reason: 'a'.repeat(201) }, stockMessages.reasonTooLong],
  [noticeSettingsInput, { fill: true }, 'For each kind, send inApp and email as true or false.'],
  [noticeSettingsInput, { fill: { inApp: 'yes' } }, 'For each kind, send inApp and email as true or false.'],
])('%# says what is wanted', (input, given, sentence) => {
  expect(input.safeParse(given).error?.issues[0]?.message).toBe(sentence);
});
