// What the order ticket refuses by itself, field by field and as a whole, with the sentences of the server.
import { expect, test } from 'vitest';
import { placeOrderInput } from '../../../contract/trade.ts';
import type { OrderWire } from '../../../contract/trade.ts';
import { DEFAULT_FEES } from '../../../core/trade/settings.ts';
import { chargeTerms } from '../../../core/trade/charges.ts';
import { fieldMistakes, refusalOf } from './check.ts';
import type { CheckInput } from './check.ts';
import { draftOf, figuresOf, openingDraft, orderOf } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { refusalSentence } from './refusal-text.ts';
import { outcomeText } from './ticket-texts.ts';

/** 1 % commission and 5 rupees an order. */
const terms = chargeTerms(DEFAULT_FEES, 1, 0);
const limits = { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 };

function draft(changes: Partial<TicketDraft>): TicketDraft {
  return { ...openingDraft(412), ...changes };
}

test.each(['', '0', '-1', '1.5', '1e3', 'abc'])('quantity %j is refused with its sentence', (quantity) => {
  const typed = draft({ quantity });
  expect(fieldMistakes(typed, figuresOf(typed))).toEqual({
    quantity: 'Quantity must be a whole number of at least 1.',
  });
});

test.each(['9999999999', '1000000000000000', '1e15'])('quantity %j is too large, and is told so', (quantity) => {
  const typed = draft({ quantity });
  expect(fieldMistakes(typed, figuresOf(typed))).toEqual({ quantity: 'Quantity is too large.' });
});

test.each(['10000000.01', '9999999999', '1e15'])('price %j is too high, in each of its fields', (price) => {
  const limit = draft({
    orderType: 'STOP-LIMIT',
    price,
    stopPrice: price,
    hasExits: true,
    target: price,
    stopLoss: '1',
  });
  expect(fieldMistakes(limit, figuresOf(limit))).toEqual({
    price: 'Price can be at most \u20b91,00,00,000.00.',
    stopPrice: 'Stop price can be at most \u20b91,00,00,000.00.',
    target: 'Price can be at most \u20b91,00,00,000.00.',
  });
  const stop = draft({ orderType: 'STOP', price });
  expect(fieldMistakes(stop, figuresOf(stop))).toEqual({ price: 'Stop price can be at most \u20b91,00,00,000.00.' });
});

test.each(['', '0', '-3', '1.234', 'x'])('price %j is refused where the type needs one', (price) => {
  const typed = draft({ orderType: 'LIMIT', price });
  expect(fieldMistakes(typed, figuresOf(typed)).price).toMatch(/^Price must be/);
  const market = draft({ price });
  expect(fieldMistakes(market, figuresOf(market))).toEqual({});
});

function check(changes: Partial<TicketDraft>, rest: Partial<CheckInput> = {}): string | null {
  const typed = draft(changes);
  return refusalOf({
    side: 'BUY',
    draft: typed,
    figures: figuresOf(typed),
    last: 412_00,
    tick: 5,
    limits,
    terms,
    balance: 10_000_00,
    availableQuantity: 0,
    ...rest,
  });
}

test('spec 5, word for word', () => {
  expect(check({ quantity: '1001' })).toBe('You cannot buy more than 1000 units at a time.');
  expect(check({ quantity: '501' }, { side: 'SELL', availableQuantity: 1 })).toBe(
    'You cannot sell more than 500 units at a time.',
  );
  // 24 x 412 + 98.88 + 5 = 9991.88 fits in 10000; 25 do not.
  expect(check({ quantity: '24' })).toBeNull();
  expect(check({ quantity: '25' })).toBe('Insufficient balance to buy Istock.');
  // 100 x 412 = 41200; 8240 + 412 + 5 = 8657 fits; 120: 9888 + 494.40 + 5 = 10387.40 does not.
  expect(check({ quantity: '100', isIntraday: true })).toBeNull();
  expect(check({ quantity: '100', isIntraday: true }, { balance: 8_657_00 })).toBeNull();
  expect(check({ quantity: '100', isIntraday: true }, { balance: 8_656_99 })).toMatch(/^Insufficient margin/);
  expect(check({ quantity: '120', isIntraday: true })).toBe(
    'Insufficient margin. Required: \u20b910,387.40, Available: \u20b910,000.00',
  );
  expect(check({ quantity: '3' }, { side: 'SELL', availableQuantity: 2 })).toBe('Not enough Istock to sell');
  expect(check({ quantity: '2' }, { side: 'SELL', availableQuantity: 2 })).toBeNull();
});

test('a limit buy is counted at its limit, a stop at its trigger', () => {
  expect(check({ orderType: 'LIMIT', quantity: '25', price: '390' })).toBeNull();
  expect(check({ orderType: 'STOP', quantity: '24', price: '450' })).toBe('Insufficient balance to buy Istock.');
});

test('cash is checked at the price on the tick, which is what the exchange takes for a price beside it', () => {
  // 24 x 412.00 + 98.88 + 5 = 9991.88, and 24 x 412.04 + 98.89 + 5 = 9992.85.
  const at = (price: string) => check({ orderType: 'LIMIT', quantity: '24', price }, { balance: 9_991_88 });
  expect(at('412.00')).toBeNull();
  expect(at('412.04')).toBeNull();
  expect(at('412.05')).toBe('Insufficient balance to buy Istock.');
  // The limit counts as 410.00 and the target, a sale's, as 410.05.
  const exits = { orderType: 'LIMIT', quantity: '1', price: '410.03', hasExits: true, stopLoss: '400' } as const;
  expect(check({ ...exits, target: '410.01' })).toBeNull();
  expect(check({ ...exits, target: '410' })).toBe('The target must be above ₹410.00, and the stop loss below it.');
});

test('a limit that its tick takes to nothing is refused before it is sent, as the server would', () => {
  const limit = { orderType: 'LIMIT', price: '0.04' } as const;
  expect(check(limit, { tick: 5 })).toBe('Price must be at least one tick of this stock.');
  expect(check(limit, { tick: 5, side: 'SELL', availableQuantity: 1 })).toBeNull();
  expect(check({ price: '0.04' }, { tick: 5 })).toBeNull();
});

test('target and stop loss are sent when they are wanted, and checked on their sides of the price', () => {
  const wanted = draft({ orderType: 'LIMIT', price: '410', hasExits: true, target: '430', stopLoss: '400.5' });
  const sent = orderOf('BUY', 'MERIT', wanted, figuresOf(wanted));
  expect(placeOrderInput.parse(sent)).toMatchObject({ target: 430_00, stopLoss: 400_50 });
  const not = { ...wanted, hasExits: false };
  expect(placeOrderInput.parse(orderOf('BUY', 'MERIT', not, figuresOf(not))).target).toBe(undefined);
  const unread = { ...wanted, target: '', stopLoss: '-2' };
  expect(Object.keys(fieldMistakes(unread, figuresOf(unread)))).toEqual(['target', 'stopLoss']);
  const check = (changes: Partial<TicketDraft>) => {
    const typed = { ...wanted, ...changes };
    const known = { last: 412_00, tick: 5, limits, terms, balance: 1_000_000_00, availableQuantity: 0 };
    return refusalOf({ side: 'BUY', draft: typed, figures: figuresOf(typed), ...known });
  };
  expect(check({})).toBe(null);
  const wrong = 'The target must be above ₹410.00, and the stop loss below it.';
  expect([check({ target: '410' }), check({ stopLoss: '410' })]).toEqual([wrong, wrong]);
});

test('a bracket sale is sent with its two prices and no other, and checked around the last one', () => {
  const sale = draft({
    orderType: 'BRACKET',
    price: '1',
    hasExits: true,
    target: '430',
    stopLoss: '400.5',
    validity: 'GTC',
  });
  const sent = orderOf('SELL', 'MERIT', sale, figuresOf(sale));
  expect(placeOrderInput.parse(sent)).toMatchObject({ target: 430_00, stopLoss: 400_50, timeInForce: 'GTC' });
  expect([sent.price, sent.stopPrice]).toEqual([undefined, undefined]);
  const again = draftOf(JSON.parse(JSON.stringify(sent)) as OrderWire);
  expect(orderOf('SELL', 'MERIT', again, figuresOf(again))).toEqual(sent);
  const check = (changes: Partial<TicketDraft>, availableQuantity = 1) => {
    const typed = { ...sale, ...changes };
    const known = { last: 412_00, tick: 5, limits, terms, balance: 0, availableQuantity };
    return refusalOf({ side: 'SELL', draft: typed, figures: figuresOf(typed), ...known });
  };
  expect([check({}), check({}, 0)]).toEqual([null, 'Not enough Istock to sell']);
  const wrong = 'The target must be above ₹412.00, and the stop loss below it.';
  expect([check({ target: '412' }), check({ stopLoss: '412' })]).toEqual([wrong, wrong]);
  const words = { atTarget: 4252_00, atStop: 3955_00 };
  expect(outcomeText('SELL', words)).toBe('The target brings ₹4,252.00, the stop loss about ₹3,955.00, after charges.');
});

test('spec 8: a failed sell has its own sentence only where the server gave none', () => {
  const unknown = { status: 500, message: 'Something went wrong. Please try again later.' };
  expect(refusalSentence(unknown, 'SELL')).toBe('Error placing sell order.');
  expect(refusalSentence({ status: 0, message: 'There is no connection to Istock.' }, 'SELL')).toBe(
    'Error placing sell order.',
  );
  expect(refusalSentence({ status: 422, message: 'Not enough Istock to sell' }, 'SELL')).toBe(
    'Not enough Istock to sell',
  );
  expect(refusalSentence(unknown, 'BUY')).toBe(unknown.message);
});
