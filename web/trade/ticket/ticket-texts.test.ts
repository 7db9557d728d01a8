// The ticket's description of what an order will do, as far as the book shows.
import { expect, test } from 'vitest';
import { DEFAULT_FEES } from '../../../core/trade/settings.ts';
import { chargeTerms } from '../../../core/trade/charges.ts';
import { tradeMessages } from '../../../contract/messages/trade.ts';
import { estimateOrder } from './estimate.ts';
import type { BookLevel } from './estimate.ts';
import { buttonText, fillText, isShortOfCash, spoken } from './ticket-texts.ts';

const asked = { side: 'BUY', validity: 'DAY', quantity: 8 } as const;

function estimateWith(levels: readonly BookLevel[], limit = 0) {
  return estimateOrder({
    side: 'BUY',
    quantity: 8,
    limit,
    trigger: 0,
    isIntraday: false,
    intradayQuantity: 0,
    last: 411_00,
    levels,
    terms: chargeTerms(DEFAULT_FEES, 1, 0),
    balance: 10_000_00,
  });
}

test('the button names the limit as the exchange will take it, on the tick: down for a buyer, up for a seller', () => {
  const figures = { quantity: 5, limit: 412_53, trigger: 0, target: 0, stopLoss: 0, tick: 5 };
  expect(buttonText('BUY', 'MERIT', 'LIMIT', figures)).toBe('Buy 5 MERIT at \u20b9412.50');
  expect(buttonText('SELL', 'MERIT', 'LIMIT', figures)).toBe('Sell 5 MERIT at \u20b9412.55');
  // A trigger is compared with the price, not put into the book, so it stays as it is.
  expect(buttonText('SELL', 'MERIT', 'STOP-LIMIT', { ...figures, trigger: 413_01 })).toBe(
    'Sell 5 MERIT from \u20b9413.01, down to \u20b9412.55',
  );
  expect(buttonText('BUY', 'MERIT', 'LIMIT', { ...figures, limit: null })).toBe('Buy MERIT');
});

test('an empty book says that nobody is there; one that has not come yet says nothing', () => {
  const market = { ...asked, type: 'MARKET' } as const;
  const limit = { ...asked, type: 'LIMIT' } as const;
  expect(fillText({ ...market, isBookKnown: true }, estimateWith([]))).toBe('Nobody offers the other side right now.');
  expect(fillText({ ...market, isBookKnown: false }, estimateWith([]))).toBe('');
  expect(fillText({ ...limit, isBookKnown: false }, estimateWith([], 412_00))).toBe('');
  expect(fillText({ ...limit, isBookKnown: true }, estimateWith([{ price: 412_00, quantity: 3 }], 412_00))).toBe(
    '3 can trade now, 5 wait in the book.',
  );
  expect(fillText({ ...limit, isBookKnown: true }, estimateWith([{ price: 412_00, quantity: 7 }], 412_00))).toBe(
    '7 can trade now, 1 waits in the book.',
  );
});

test('of an order that is to be filled whole or not at all nothing would wait', () => {
  const whole = { ...asked, type: 'LIMIT', validity: 'FOK', isBookKnown: true } as const;
  expect(fillText(whole, estimateWith([{ price: 412_00, quantity: 3 }], 412_00))).toBe(
    'The five best levels cannot fill it whole: without more behind them, nothing would trade.',
  );
  expect(fillText(whole, estimateWith([{ price: 412_00, quantity: 8 }], 412_00))).toBe(
    'The book can fill the whole order now.',
  );
});

test('a halt is mentioned once: not as a queue, and not again in the words of the server', () => {
  const [halt, queued, refused] = ['Trading is halted.', 'Queued for the opening.', 'All trading is halted for now.'];
  expect(spoken(halt, queued, refused)).toEqual({ queued: null, warning: halt });
  expect(spoken(null, queued, refused)).toEqual({ queued, warning: refused });
});

test('money helps where cash is short, for a margin as for a whole price, and nowhere else', () => {
  const { insufficientBalance, insufficientMargin, notEnoughShares } = tradeMessages;
  expect([insufficientBalance, insufficientMargin(824_00, 50_00)].map(isShortOfCash)).toEqual([true, true]);
  expect([notEnoughShares, null].map(isShortOfCash)).toEqual([false, false]);
});
