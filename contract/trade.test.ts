// What an order may say on the wire, in the spec's spelling and the newer ones.
import { expect, test } from 'vitest';
import { chargesInput, placeOrderInput } from './trade.ts';

const order = { stock: 'TCS', type: 'BUY', quantity: 5 };
const parsed = { stock: 'TCS', type: 'BUY', orderType: 'MARKET', quantity: 5, timeInForce: 'DAY', isIntraday: false };

function read(given: unknown) {
  const result = placeOrderInput.safeParse(given);
  return result.success ? result.data : result.error.issues.map(({ message }) => message);
}

test.each([
  ['the least', order, parsed],
  ['a dialog that was just closed', { ...order, orderType: 'MARKET', price: 0, status: 'PENDING' }, parsed],
  ['a price below the market on a market order', { ...order, price: 1 }, parsed],
  ['small letters', { ...order, stock: 'tcs', type: 'buy', orderType: 'market' }, parsed],
  [
    'fields of the server',
    { ...order, _id: 'x', user: 'y', createdAt: 1, fees: 0, balance: 1e9, status: 'COMPLETED' },
    parsed,
  ],
  ['a limit', { ...order, orderType: 'LIMIT', price: 10.05 }, { ...parsed, orderType: 'LIMIT', price: 1005 }],
  [
    "a stop in the spec's one price field",
    { ...order, orderType: 'STOP', price: 10 },
    { ...parsed, orderType: 'STOP', stopPrice: 1000 },
  ],
  [
    'a stop',
    { ...order, orderType: 'STOP', stopPrice: 10, price: 99 },
    { ...parsed, orderType: 'STOP', stopPrice: 1000 },
  ],
  [
    'a stop with a limit',
    { ...order, orderType: 'stop_limit', price: 11, stopPrice: 10, validity: 'gtc' },
    { ...parsed, orderType: 'STOP-LIMIT', price: 1100, stopPrice: 1000, timeInForce: 'GTC' },
  ],
  ['intraday', { ...order, isIntraday: true, timeInForce: 'IOC' }, { ...parsed, isIntraday: true, timeInForce: 'IOC' }],
])('%s', (_, given, expected) => {
  expect(read(given)).toEqual(expected);
});

const badQuantity = ['Quantity must be a whole number of at least 1.'];
const badPrice = ['Price must be a sum above zero with at most two decimals.'];

test.each([
  [{ ...order, quantity: 0 }, badQuantity],
  [{ ...order, quantity: -1 }, badQuantity],
  [{ ...order, quantity: 1.5 }, badQuantity],
  [{ ...order, quantity: NaN }, badQuantity],
  [{ ...order, quantity: 1e21 }, ['Quantity is too large.']],
  [{ ...order, quantity: 2 ** 53 }, ['Quantity is too large.']],
  [{ ...order, quantity: '5' }, badQuantity],
  [{ ...order, quantity: [5] }, badQuantity],
  [{ ...order, orderType: 'LIMIT', price: 0 }, badPrice],
  [{ ...order, orderType: 'LIMIT', price: -1 }, badPrice],
  [{ ...order, orderType: 'LIMIT', price: 1e-7 }, badPrice],
  [{ ...order, orderType: 'LIMIT', price: '10' }, badPrice],
  [{ ...order, orderType: 'LIMIT' }, ['A limit order needs a price.']],
  [{ ...order, orderType: 'STOP' }, ['A stop order needs a stop price.']],
  [{ ...order, orderType: 'STOP-LIMIT' }, ['A limit order needs a price.', 'A stop order needs a stop price.']],
  [{ ...order, orderType: 'ICEBERG' }, ['Order type must be MARKET, LIMIT, STOP, STOP-LIMIT or BRACKET.']],
  [{ ...order, type: 'SHORT' }, ['Type must be BUY or SELL.']],
  [{ ...order, timeInForce: 'FOREVER' }, ['Validity must be DAY, GTC, IOC or FOK.']],
  [{ ...order, isIntraday: 'yes' }, ['isIntraday must be true or false.']],
  [{ type: 'BUY', quantity: 1 }, ['Choose a stock.']],
  [{ stock: { symbol: 'TCS' }, type: 'BUY', quantity: 1 }, ['Choose a stock.']],
  [[], ['Invalid input']],
  ['BUY TCS', ['Invalid input']],
])('%j is refused: %j', (given, sentences) => {
  expect(read(given)).toEqual(sentences);
});

test('the charges of the same order are asked for in a query', () => {
  const query = { symbol: 'TCS', type: 'BUY', orderType: 'LIMIT', quantity: '5', price: '10.05', isIntraday: 'true' };
  expect(chargesInput.parse(query as never)).toEqual({ ...parsed, orderType: 'LIMIT', price: 1005, isIntraday: true });
  for (const quantity of ['', 'five', '5.5', ['5']])
    expect(chargesInput.safeParse({ symbol: 'TCS', type: 'BUY', quantity } as never).success).toBe(false);
});
