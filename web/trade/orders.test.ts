// My orders: what the address and the search box mean, and how an order reads.
import { expect, test } from 'vitest';
import type { Order } from '../../contract/trade.ts';
import { orderLine, ORDERS_HEADER } from './own-csv.ts';
import { canceledWords, cancelNotes, cancelWords, exitWords, orderWords } from './cancel-words.ts';
import { draftAgain, figuresOf, orderOf, validitiesOf } from './ticket/draft.ts';
import {
  filledAt,
  filledText,
  hasPrice,
  productOf,
  shortId,
  shownPrice,
  validityOf,
  whyUnfilled,
} from './order-words.tsx';
import { askForOrder, ordersSearch, readOrderText } from './orders-search.ts';

test('a mangled address still opens', () => {
  expect(ordersSearch({ page: '3', status: 'PENDING', q: 7, order: 'x' })).toEqual({
    page: 3,
    status: 'PENDING',
    q: '7',
    order: 'x',
  });
  expect(ordersSearch({ from: '2026-02-28', to: '2026-02-30' })).toMatchObject({ from: '2026-02-28', to: undefined });
  expect(ordersSearch({ page: -1, status: 'LOST', q: '', order: {} })).toEqual({
    page: undefined,
    status: undefined,
    q: undefined,
    order: undefined,
  });
  expect(ordersSearch({ page: 1.5 })).toMatchObject({ page: undefined });
  // What the server would refuse is not asked of it: days in the wrong order, and more text than it searches for.
  expect(ordersSearch({ from: '2026-03-02', to: '2026-02-28', q: 'x'.repeat(65) })).toMatchObject({
    from: '2026-02-28',
    to: '2026-03-02',
    q: 'x'.repeat(64),
  });
});

test('an order is asked for by its number alone: a search would find the newest of all whose numbers hold its figures', () => {
  expect(askForOrder('47')).toEqual({ after: 48, limit: 1 });
  expect(['', 'x', '0', '-1', '1.5', '1e3', ' 47', '9'.repeat(16)].map(askForOrder)).toEqual(Array(8).fill(null));
});

test('the search box knows statuses beside symbols and ids', () => {
  expect(readOrderText('merit')).toEqual({ q: 'MERIT', status: undefined });
  expect(readOrderText(' pending ')).toEqual({ q: undefined, status: 'PENDING' });
  expect(readOrderText('merit fail')).toEqual({ q: 'MERIT', status: 'FAILED' });
  // A few letters may as well begin a symbol.
  expect(readOrderText('com')).toEqual({ q: 'COM', status: undefined });
  expect(readOrderText('sell merit')).toEqual({ q: 'SELL MERIT', status: undefined });
  expect(readOrderText('')).toEqual({ q: undefined, status: undefined });
});

test('an unfilled order says why, and waiting or filled ones say nothing', () => {
  const reason = 'The trading day ended.';
  expect(whyUnfilled({ status: 'FAILED', quantity: 5, filledQuantity: 0, reason })).toBe(reason);
  expect(whyUnfilled({ status: 'COMPLETED', quantity: 5, filledQuantity: 3, reason })).toBe(reason);
  expect(whyUnfilled({ status: 'COMPLETED', quantity: 5, filledQuantity: 5, reason: 'Filled.' })).toBeNull();
  expect(whyUnfilled({ status: 'PENDING', quantity: 5, filledQuantity: 3, reason })).toBeNull();
  const queued = 'Waits for trading to open.';
  expect(whyUnfilled({ status: 'PENDING', quantity: 5, filledQuantity: 0, reason: queued })).toBe(queued);
});

test('a market order that has not been filled has no price, whether it has failed or waits for the opening', () => {
  expect(hasPrice({ orderType: 'MARKET', averagePrice: null })).toBe(false);
  expect(hasPrice({ orderType: 'MARKET', averagePrice: 409.5 })).toBe(true);
  expect(hasPrice({ orderType: 'LIMIT', averagePrice: null })).toBe(true);
});

test('a sale names no product: it is not called delivery when it sells shares bought on margin', () => {
  expect(productOf({ type: 'BUY', isIntraday: false })).toBe('Delivery');
  expect(productOf({ type: 'BUY', isIntraday: true })).toBe('Intraday');
  expect(productOf({ type: 'SELL', isIntraday: false })).toBe(null);
});

test('quantities say how far an order has come', () => {
  expect(filledText({ quantity: 1200, filledQuantity: 0, status: 'PENDING' })).toBe('1,200');
  expect(filledText({ quantity: 5, filledQuantity: 3, status: 'PENDING' })).toBe('3 of 5');
  expect(filledText({ quantity: 5, filledQuantity: 3, status: 'COMPLETED' })).toBe('3 of 5');
  expect(filledText({ quantity: 5, filledQuantity: 5, status: 'COMPLETED' })).toBe('5');
});

test('the shown price is the paid one, otherwise the order\u2019s own', () => {
  expect(shownPrice({ price: 410, averagePrice: 409.5, stopPrice: null, orderType: 'LIMIT' })).toBe(409.5);
  expect(shownPrice({ price: 410, averagePrice: null, stopPrice: null, orderType: 'LIMIT' })).toBe(410);
  expect(shownPrice({ price: 412, averagePrice: null, stopPrice: 420, orderType: 'STOP' })).toBe(420);
});

test('ids are short enough for a column', () => {
  expect(shortId('1042')).toBe('1042');
  expect(shortId('0198c0de-aaaa-7bbb')).toBe('0198c0de\u2026');
});

const merit = { _id: 'MERIT', symbol: 'MERIT', name: 'Merit Capital Finance', price: 412 };
const order: Order = {
  _id: '7',
  orderId: '7',
  user: { name: 'Asha' },
  stock: merit,
  type: 'BUY',
  orderType: 'MARKET',
  quantity: 5,
  price: 409.5,
  stopPrice: null,
  timeInForce: 'IOC',
  isIntraday: true,
  target: null,
  stopLoss: null,
  entryId: null,
  status: 'COMPLETED',
  filledQuantity: 5,
  averagePrice: 409.5,
  charges: 25.48,
  statutoryCharges: 0,
  statutoryItems: [],
  reason: 'Filled.',
  createdAt: '2026-03-02T04:00:00.000Z',
  updatedAt: '2026-03-02T04:00:00.000Z',
};

test('an order can be placed again: a market order at the price of today, a limit order at its own', () => {
  expect(draftAgain(order, 412)).toMatchObject({
    orderType: 'MARKET',
    quantity: '5',
    price: '412.00',
    validity: 'DAY',
    isIntraday: true,
  });
  expect(
    draftAgain({ ...order, orderType: 'STOP-LIMIT', price: 401, stopPrice: 400, timeInForce: 'GTC' }, 412),
  ).toMatchObject({ orderType: 'STOP-LIMIT', price: '401.00', stopPrice: '400.00', validity: 'GTC' });
  const bracket = {
    type: 'SELL',
    orderType: 'BRACKET',
    price: 420,
    stopPrice: 390,
    entryId: '6',
    timeInForce: 'GTC',
  } as const;
  expect(draftAgain({ ...order, ...bracket }, 412)).toMatchObject({
    orderType: 'BRACKET',
    hasExits: true,
    target: '420.00',
    stopLoss: '390.00',
    validity: 'GTC',
  });
});

/** Repeated without a change, from a ticket that opened with it. */
function sentAgain(again: Order): object {
  const draft = draftAgain(again, 412);
  return orderOf(again.type, again.stock.symbol, draft, figuresOf(draft));
}

test('the ticket sends the original order again, whatever its type', () => {
  const usual = { stock: 'MERIT', type: 'BUY', quantity: 5, isIntraday: true };
  const asks = (asked: Partial<Order>) => sentAgain({ ...order, ...asked });
  expect(asks({})).toEqual({ ...usual, orderType: 'MARKET' });
  const limit = { orderType: 'LIMIT', price: 401.05, timeInForce: 'GTC' } as const;
  // What it was filled at is another matter.
  expect(asks({ ...limit, averagePrice: 400.5 })).toEqual({ ...usual, ...limit });
  expect(asks({ ...limit, timeInForce: 'IOC' })).toEqual({ ...usual, ...limit, timeInForce: 'IOC' });
  // Of a stop, the calls tell what it traded at beside its trigger.
  const stop = { orderType: 'STOP', stopPrice: 420.5, timeInForce: 'DAY' } as const;
  expect(asks({ ...stop, price: 421.35, averagePrice: 421.35 })).toEqual({ ...usual, ...stop });
  const stopLimit = { orderType: 'STOP-LIMIT', price: 421, stopPrice: 420, timeInForce: 'GTC' } as const;
  expect(asks(stopLimit)).toEqual({ ...usual, ...stopLimit });
  expect(asks({ ...limit, target: 430, stopLoss: 390 })).toEqual({ ...usual, ...limit, target: 430, stopLoss: 390 });
  const sale = { type: 'SELL', quantity: 7, isIntraday: false } as const;
  expect(asks({ ...limit, ...sale })).toEqual({ stock: 'MERIT', ...limit, ...sale, isIntraday: undefined });
  const bracket = { orderType: 'BRACKET', price: 420, stopPrice: 390, timeInForce: 'GTC' } as const;
  expect(asks({ ...bracket, ...sale, entryId: '6' })).toEqual({
    stock: 'MERIT',
    type: 'SELL',
    orderType: 'BRACKET',
    quantity: 7,
    timeInForce: 'GTC',
    target: 420,
    stopLoss: 390,
  });
});

test('an order that a program sent as all or nothing is repeated as that, though the ticket offers it to nobody else', () => {
  const whole = { ...order, orderType: 'LIMIT', price: 401, timeInForce: 'FOK' } as const;
  expect(sentAgain(whole)).toMatchObject({ price: 401, timeInForce: 'FOK' });
  expect(validitiesOf(draftAgain(whole, 412))).toEqual(['DAY', 'GTC', 'IOC', 'FOK']);
  expect(validitiesOf({ orderType: 'LIMIT', validity: 'DAY' })).toEqual(['DAY', 'GTC', 'IOC']);
});

test('the order to be canceled is named, with its condition and the consequences', () => {
  const sale = { ...order, type: 'SELL' as const, quantity: 1200, price: 430, stopPrice: 390, filledQuantity: 0 };
  expect(orderWords({ ...sale, orderType: 'LIMIT' })).toBe('Sell 1,200 MERIT: ₹430.00');
  expect(orderWords({ ...sale, orderType: 'STOP' })).toBe('Sell 1,200 MERIT: trigger ₹390.00');
  expect(orderWords({ ...sale, orderType: 'STOP-LIMIT' })).toBe('Sell 1,200 MERIT: ₹430.00, trigger ₹390.00');
  expect(orderWords({ ...sale, orderType: 'BRACKET' })).toBe('Sell 1,200 MERIT: target ₹430.00, stop loss ₹390.00');
  expect(orderWords({ ...order, orderType: 'MARKET' })).toBe('Buy 5 MERIT at market');
  expect(cancelNotes({ ...order, orderType: 'LIMIT', filledQuantity: 0 })).toEqual([]);
  expect(cancelNotes({ ...order, filledQuantity: 2 })).toEqual([
    'What has been bought stays yours; only the rest is canceled.',
  ]);
  expect(cancelNotes({ ...sale, orderType: 'BRACKET', filledQuantity: 2 })).toEqual([
    'Target and stop loss both go: the shares are then no longer protected.',
    'What has been sold stays sold; only the rest is canceled.',
  ]);
});

test('orders to be canceled together are named before, and counted after', () => {
  const sale = { ...order, type: 'SELL' as const, orderType: 'BRACKET' as const, filledQuantity: 0 };
  expect(cancelWords([{ ...order, filledQuantity: 0 }])).toBe(
    'Pending: 1 to buy, in MERIT. What they hold is free again.',
  );
  expect(cancelWords([{ ...order, filledQuantity: 2 }, sale, { ...sale, stock: { ...merit, symbol: 'KVGEN' } }])).toBe(
    'Pending: 1 to buy and 2 to sell, in KVGEN, MERIT. What they hold is free again. A target and a stop loss are among them: those shares are then no longer protected. What has been filled already is not undone.',
  );
  const stocks = Array.from({ length: 8 }, (_, n) => ({ ...order, stock: { ...merit, symbol: `S${n}` } }));
  expect(cancelWords(stocks)).toMatch(/in S0, S1, S2, S3, S4, S5 and 2 more\./);
  expect(canceledWords({ canceled: 1, ended: 0, refusal: null }, 1)).toBe('1 order canceled.');
  expect(canceledWords({ canceled: 5, ended: 2, refusal: null }, 7)).toBe('5 orders canceled. 2 had ended before.');
  expect(canceledWords({ canceled: 3, ended: 0, refusal: 'x' }, 7)).toBe('3 of 7 orders canceled.');
});

test('in a file the times are those of the screen, and fields that the type lacks are empty', () => {
  const line = orderLine({ ...order, createdAt: '2026-03-01T20:00:00.000Z' });
  const cell = (name: string) => line[ORDERS_HEADER.indexOf(name)];
  // Past midnight in India, where it is still the day before in London.
  expect(cell('Placed (IST)')).toBe('02 Mar 2026, 01:30:00');
  expect(cell('Updated (IST)')).toBe('02 Mar 2026, 09:30:00');
  expect([cell('Limit price'), cell('Average price'), cell('Product')]).toEqual([null, 409.5, 'Intraday']);
  const sale = orderLine({ ...order, type: 'SELL', isIntraday: false });
  expect(sale[ORDERS_HEADER.indexOf('Product')]).toBe(null);
  expect(line).toHaveLength(ORDERS_HEADER.length);
});

test('a sale of more than one order may sell says that the rest is kept, and without its orders', () => {
  const waiting =
    '800 of 900 shares wait in open orders. Those orders are canceled first, with any target and stop loss';
  const item = { quantity: 900, availableQuantity: 100 };
  expect(exitWords(item, 900)).toBe(`${waiting}; then the shares are sold.`);
  expect(exitWords(item, 500)).toBe(
    `${waiting}; then 500 are sold, as many as one order may sell. The other 400 are kept, without those orders.`,
  );
});

test('of a market order that waits for the opening it is not said that it is immediate', () => {
  expect(validityOf({ orderType: 'MARKET', timeInForce: 'IOC' })).toBeNull();
  expect(validityOf({ orderType: 'MARKET', timeInForce: 'FOK' })).toBe('All or nothing');
  expect(validityOf({ orderType: 'LIMIT', timeInForce: 'IOC' })).toBe('Immediate or canceled');
});

test('of one share it is told as of one', () => {
  const waits = 'waits in an open order. That order is canceled first, with any target and stop loss';
  expect(exitWords({ quantity: 1, availableQuantity: 0 }, 1)).toBe(`1 of 1 share ${waits}; then the share is sold.`);
  expect(exitWords({ quantity: 501, availableQuantity: 499 }, 500)).toMatch(
    /The other 1 is kept, without those orders\.$/,
  );
  expect(exitWords({ quantity: 501, availableQuantity: 500 }, 500)).toBe(
    '1 of 501 shares waits in an open order, which stays. 500 of the others are sold, as many as one order may sell.',
  );
});

test('what is filled, at the price that says most, and its other price', () => {
  const order = {
    quantity: 5,
    filledQuantity: 0,
    averagePrice: null,
    stopPrice: null,
    price: 410,
    status: 'PENDING',
  } as const;
  expect(filledAt({ ...order, orderType: 'MARKET' })).toBe('5');
  expect(filledAt({ ...order, orderType: 'LIMIT' })).toBe('5 at 410.00');
  expect(filledAt({ ...order, orderType: 'STOP-LIMIT', stopPrice: 405 })).toBe('5 at 410.00, trigger 405.00');
  expect(filledAt({ ...order, orderType: 'BRACKET', stopPrice: 390 })).toBe('5 at 410.00, or 390.00');
});

test('an order that is filled in part says what its rest waits for, and an ended one does not', () => {
  const order = { quantity: 5, filledQuantity: 2, averagePrice: 409.5, stopPrice: null, price: 412 };
  const open = { ...order, status: 'PENDING' } as const;
  expect(filledAt({ ...open, orderType: 'LIMIT' })).toBe('2 of 5 at 409.50, rest at 412.00');
  expect(filledAt({ ...open, orderType: 'STOP-LIMIT', stopPrice: 405 })).toBe('2 of 5 at 409.50, rest at 412.00');
  expect(filledAt({ ...open, orderType: 'BRACKET', stopPrice: 390 })).toBe(
    '2 of 5 at 409.50, rest at 412.00 or 390.00',
  );
  expect(filledAt({ ...open, orderType: 'MARKET' })).toBe('2 of 5 at 409.50');
  expect(filledAt({ ...order, status: 'COMPLETED', orderType: 'LIMIT' })).toBe('2 of 5 at 409.50');
  expect(filledAt({ ...order, status: 'COMPLETED', orderType: 'BRACKET', stopPrice: 390 })).toBe('2 of 5 at 409.50');
});
