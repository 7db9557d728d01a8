// The logic of the order ticket: fields, estimate from the book, checks and their sentences, presets, and one key for one order.
import { expect, test } from 'vitest';
import { placeOrderInput } from '../../../contract/trade.ts';
import { DEFAULT_FEES } from '../../../core/trade/settings.ts';
import { chargeTerms } from '../../../core/trade/charges.ts';
import { answeredFigures, termsFrom } from './answer.ts';
import { fieldMistakes, refusalOf } from './check.ts';
import type { CheckInput } from './check.ts';
import type { OrderWire } from '../../../contract/trade.ts';
import { draftOf, figuresOf, isTriggerToCome, openingDraft, orderOf, validitiesOf } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { estimateOrder, onTick, walkBook } from './estimate.ts';
import type { EstimateInput } from './estimate.ts';
import { isSameDefault, readDefault, withDefault } from './own-default.ts';
import { affordableQuantity, presetQuantity } from './presets.ts';
import { refusalSentence } from './refusal-text.ts';
import { ticketKeys } from './ticket-key.ts';
import { outcomeText } from './ticket-texts.ts';
import type { SentOrder } from './ticket-key.ts';

/** 1 % commission and 5 rupees an order. */
const terms = chargeTerms(DEFAULT_FEES, 1, 0);
const limits = { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 };
const asks = [
  { price: 412_00, quantity: 3 },
  { price: 412_50, quantity: 4 },
  { price: 413_00, quantity: 100 },
];

function draft(changes: Partial<TicketDraft>): TicketDraft {
  return { ...openingDraft(412), ...changes };
}

test('the ticket opens with one share, the price of the stock, and no intraday', () => {
  expect(openingDraft(412.35)).toEqual({
    orderType: 'MARKET',
    quantity: '1',
    price: '412.35',
    stopPrice: '412.35',
    validity: 'DAY',
    isIntraday: false,
    hasExits: false,
    target: '',
    stopLoss: '',
  });
  expect(openingDraft(undefined).price).toBe('0');
});

test('a kept default gives type, validity and product; quantity and price are those of the moment', () => {
  const own = { orderType: 'LIMIT', validity: 'GTC', isIntraday: true } as const;
  expect(withDefault(openingDraft(412.35), own, false)).toEqual(
    draft({ ...own, price: '412.35', stopPrice: '412.35' }),
  );
  // Pointed at a price, the type is that of the place.
  const pointed = openingDraft(400, { orderType: 'STOP', price: 400 });
  expect(withDefault(pointed, own, true)).toMatchObject({ orderType: 'STOP', price: '400.00', validity: 'GTC' });
  // A market order has no validity to tell it from another.
  expect(isSameDefault(draft({ validity: 'GTC' }), draft({ validity: 'DAY' }))).toBe(true);
  expect(isSameDefault(draft(own), draft({ ...own, validity: 'DAY' }))).toBe(false);
});

test.each([
  null,
  '',
  'x',
  'null',
  '[]',
  '{}',
  '{"orderType":"BRACKET","validity":"DAY"}',
  '{"orderType":7,"validity":"DAY"}',
])('a kept default of %j is none', (text) => expect(readDefault(text)).toBeNull());

test('incomplete or mangled values are read as far as they make sense', () => {
  expect(readDefault('{"orderType":"STOP","validity":"IOC","isIntraday":"yes","price":1}')).toEqual({
    orderType: 'STOP',
    validity: 'DAY',
    isIntraday: false,
  });
});

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

test('a trigger that the ticket has filled in itself is still to come, until its own field was changed', () => {
  const chosen = (...fields: string[]) => new Set(fields);
  expect(isTriggerToCome(draft({ orderType: 'STOP' }), chosen('orderType', 'quantity'))).toBe(true);
  expect(isTriggerToCome(draft({ orderType: 'STOP' }), chosen('orderType', 'price'))).toBe(false);
  expect(isTriggerToCome(draft({ orderType: 'STOP-LIMIT' }), chosen('orderType', 'price'))).toBe(true);
  expect(isTriggerToCome(draft({ orderType: 'STOP-LIMIT' }), chosen('stopPrice'))).toBe(false);
  expect(isTriggerToCome(draft({ orderType: 'LIMIT' }), chosen())).toBe(false);
});

test('the order it sends is one that the contract takes, in paise as typed', () => {
  const limit = draft({ orderType: 'LIMIT', quantity: '5', price: '410.05', validity: 'GTC', isIntraday: true });
  const sent = orderOf('BUY', 'MERIT', limit, figuresOf(limit));
  expect(placeOrderInput.parse(sent)).toMatchObject({
    stock: 'MERIT',
    type: 'BUY',
    orderType: 'LIMIT',
    quantity: 5,
    price: 410_05,
    timeInForce: 'GTC',
    isIntraday: true,
  });
  const stop = draft({ orderType: 'STOP', quantity: '2', price: '420', validity: 'IOC' });
  // A stop's one price is its trigger, and it has no IOC: the contract's default stands.
  expect(placeOrderInput.parse(orderOf('BUY', 'MERIT', stop, figuresOf(stop)))).toMatchObject({
    orderType: 'STOP',
    stopPrice: 420_00,
    timeInForce: 'DAY',
  });
  const stopLimit = draft({ orderType: 'STOP-LIMIT', price: '421', stopPrice: '420' });
  expect(placeOrderInput.parse(orderOf('SELL', 'MERIT', stopLimit, figuresOf(stopLimit)))).toMatchObject({
    price: 421_00,
    stopPrice: 420_00,
    isIntraday: false,
  });
  expect(validitiesOf(draft({ orderType: 'MARKET' }))).toEqual([]);
});

test('the book is walked best price first, and never past the limit', () => {
  // 3 x 412.00 + 4 x 412.50 + 1 x 413.00 = 1236 + 1650 + 413 = 3299
  expect(walkBook('BUY', 8, 0, asks)).toEqual({ filled: 8, value: 3299_00, worst: 413_00 });
  expect(walkBook('BUY', 8, 412_50, asks)).toEqual({ filled: 7, value: 2886_00, worst: 412_50 });
  expect(
    walkBook('SELL', 8, 412_60, [
      { price: 413_00, quantity: 2 },
      { price: 412_50, quantity: 9 },
    ]),
  ).toEqual({ filled: 2, value: 826_00, worst: 413_00 });
  expect(walkBook('BUY', 8, 0, [])).toEqual({ filled: 0, value: 0, worst: 0 });
});

const base: EstimateInput = {
  side: 'BUY',
  quantity: 8,
  limit: 0,
  trigger: 0,
  isIntraday: false,
  intradayQuantity: 0,
  last: 412_00,
  levels: asks,
  terms,
  balance: 10_000_00,
};

test('a market buy costs what the book asks, plus 1 % and 5 rupees', () => {
  // 3299.00 + 32.99 + 5.00 = 3336.99; 10000 - 3336.99 = 6663.01
  expect(estimateOrder(base)).toMatchObject({
    now: 8,
    waiting: 0,
    beyond: 0,
    value: 3299_00,
    brokerage: 32_99,
    flatFee: 5_00,
    margin: null,
    total: 3336_99,
    cashAfter: 6663_01,
  });
});

test('an intraday buy blocks a fifth; the charges are on the whole', () => {
  // 3299 / 5 = 659.80; + 37.99 = 697.79
  expect(estimateOrder({ ...base, isIntraday: true })).toMatchObject({
    margin: 659_80,
    total: 697_79,
    cashAfter: 9302_21,
  });
});

test('a limit order fills as far as it can and waits with the rest at its price; a stop waits as a whole', () => {
  // 3 x 412 + 5 x 412 = 3296
  expect(estimateOrder({ ...base, limit: 412_00 })).toMatchObject({
    now: 3,
    waiting: 5,
    beyond: 0,
    value: 3296_00,
    price: 412_00,
  });
  expect(estimateOrder({ ...base, trigger: 420_00 })).toMatchObject({ now: 0, waiting: 8, value: 3360_00 });
});

test('shares that the five levels do not show are counted at the worst price seen, and said', () => {
  // 1236 + 1650 + 193 x 413 = 82595; 100 of the 193 are seen
  expect(estimateOrder({ ...base, quantity: 200 })).toMatchObject({ now: 107, beyond: 93, value: 82_595_00 });
});

test('a seller gets the value less the charges, and never pays to sell', () => {
  const bids = [{ price: 410_00, quantity: 50 }];
  // 8 x 410 = 3280; 32.80 + 5 = 37.80
  expect(estimateOrder({ ...base, side: 'SELL', levels: bids })).toMatchObject({
    value: 3280_00,
    charges: 37_80,
    total: 3242_20,
    cashAfter: 13_242_20,
  });
  expect(estimateOrder({ ...base, side: 'SELL', quantity: 1, levels: [{ price: 3_00, quantity: 9 }] })).toMatchObject({
    total: 0,
  });
});

test('prices off the tick go the careful way', () => {
  expect(onTick('BUY', 412_03, 5)).toBe(412_00);
  expect(onTick('SELL', 412_03, 5)).toBe(412_05);
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

test('presets never buy more than the cash pays, nor more than the limits allow', () => {
  expect(affordableQuantity(10_000_00, { price: 412_00, isIntraday: false, terms })).toBe(24);
  const input = {
    side: 'BUY',
    price: 412_00,
    isIntraday: false,
    balance: 10_000_00,
    availableQuantity: 7,
    limits,
    terms,
  } as const;
  // A quarter is 2500: 6 x 412 = 2472 + 24.72 + 5 = 2501.72 is too much, 5 fit.
  expect(presetQuantity(25, input)).toBe(5);
  expect(presetQuantity(100, input)).toBe(24);
  expect(presetQuantity(100, { ...input, balance: 10_000_000_00 })).toBe(1000);
  expect(presetQuantity(100, { ...input, balance: 100_00 })).toBe(0);
  expect(presetQuantity(50, { ...input, side: 'SELL' })).toBe(3);
  expect(presetQuantity(100, { ...input, side: 'SELL', availableQuantity: 900 })).toBe(500);
});

test('the same order keeps its key until it is answered', () => {
  let made = 0;
  let kept: SentOrder | null = null;
  const keys = ticketKeys(() => `key ${(made += 1)}`, { read: () => kept, write: (sent) => void (kept = sent) });
  expect(keys.keyFor('a')).toBe('key 1');
  expect(keys.keyFor('a')).toBe('key 1');
  expect(keys.keyFor('b')).toBe('key 2');
  keys.answered();
  expect(keys.keyFor('b')).toBe('key 3');
});

const answer = {
  symbol: 'MERIT',
  estimatedPrice: 412,
  value: 4120,
  brokerage: 41.2,
  flatFee: 5,
  statutoryCharges: 0,
  statutoryItems: [],
  statutoryRates: null,
  totalCharges: 46.2,
  margin: null,
  cashNeeded: 4400,
  cashAfter: 5833.8,
  balance: 10_000,
  heldQuantity: 10,
  availableQuantity: 10,
};

test('the server\u2019s figures replace our own, line by line', () => {
  expect(answeredFigures('BUY', answer)).toEqual({
    price: 412_00,
    value: 4120_00,
    brokerage: 41_20,
    flatFee: 5_00,
    statutoryItems: [],
    margin: null,
    loan: 0,
    total: 4166_20,
    cashAfter: 5833_80,
  });
  expect(answeredFigures('BUY', { ...answer, margin: 824, cashAfter: 9129.8 })).toMatchObject({
    margin: 824_00,
    total: 870_20,
  });
  // 10000 + 4120 - 46.20 = 14073.80; of which 3296 go back to the house.
  expect(answeredFigures('SELL', { ...answer, cashAfter: 10_777.8 })).toMatchObject({ loan: 3296_00, total: 777_80 });
  expect(answeredFigures('SELL', { ...answer, cashAfter: 14_073.8 })).toMatchObject({ loan: 0, total: 4073_80 });
});

test('rates are learned from the server only when its charges are others', () => {
  expect(termsFrom(terms, 'BUY', answer)).toBe(terms);
  // Half a percent and no fee: 20.60 of 4120.
  expect(termsFrom(terms, 'BUY', { ...answer, brokerage: 20.6, flatFee: 0 })).toEqual({
    commissionRate: 5000,
    flatFee: 0,
    statutory: null,
  });
  expect(termsFrom(terms, 'BUY', { ...answer, value: 0, brokerage: 0, flatFee: 0 })).toBe(terms);
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

test('an order that was sent is in the fields as it was', () => {
  const drafts = [
    draft({}),
    draft({ orderType: 'LIMIT', price: '410.50', validity: 'GTC', isIntraday: true }),
    draft({ orderType: 'STOP', price: '400.00', validity: 'GTC' }),
    draft({ orderType: 'STOP-LIMIT', price: '401.00', stopPrice: '400.00' }),
    draft({ orderType: 'LIMIT', price: '410.00', hasExits: true, target: '430.00', stopLoss: '400.50' }),
  ];
  for (const typed of drafts) {
    const sent = orderOf('BUY', 'MERIT', typed, figuresOf(typed));
    const again = draftOf(JSON.parse(JSON.stringify(sent)) as OrderWire);
    expect(JSON.stringify(orderOf('BUY', 'MERIT', again, figuresOf(again)))).toBe(JSON.stringify(sent));
  }
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
