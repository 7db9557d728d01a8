// The words about a change before it is sent: true of the book and of the queue before the opening.
import { expect, test } from 'vitest';
import { objection, placeWords } from './change-words.ts';

const buy = { type: 'BUY', orderType: 'LIMIT', price: 390, stopPrice: null } as const;
const stopLimit = { type: 'BUY', orderType: 'STOP-LIMIT', price: 404, stopPrice: 402 } as const;
const sell = { type: 'SELL', orderType: 'LIMIT', price: 410, stopPrice: null } as const;
const stopLoss = { type: 'SELL', orderType: 'STOP-LIMIT', price: 394, stopPrice: 396 } as const;
const open = { keepsPlace: false, last: 400, isTrading: true };
const waits = { ...open, keepsPlace: true };

const KEEPS = 'It keeps its place in the queue.';
const LOSES = 'It goes to the back of the queue at its new terms.';
const WAITS = 'It leaves the book and waits for the opening at its new terms.';
const TRADES = 'The market is there already: it trades at once, as far as the book reaches.';

test.each([
  ['fewer shares', buy, 390, waits, KEEPS],
  ['another price', buy, 391, open, LOSES],
  ['a price that the market has reached', buy, 400, open, TRADES],
  ['a sale that the market has reached', sell, 399, open, TRADES],
  ['a sale above the market', sell, 401, open, LOSES],
  ['whatever, queued for the opening', buy, 405, { ...open, keepsPlace: true, isTrading: false }, KEEPS],
  ['a price beyond the last one while nothing trades', buy, 405, { ...open, isTrading: false }, WAITS],
  ['another price while nothing trades', buy, 391, { ...open, isTrading: false }, WAITS],
  ['a stop-limit whose trigger has fired, at another price', stopLimit, 391, open, LOSES],
  ['a stop-limit whose trigger has fired, at the market', stopLimit, 405, open, TRADES],
  ['a stop-limit that waits for its trigger, in no queue yet', stopLimit, 405, waits, null],
  ['before the server has answered', buy, 391, { ...open, keepsPlace: undefined }, null],
])('%s', (_, order, price, seen, words) => {
  expect(placeWords(order, { price }, seen)).toBe(words);
});

test('a limit that the price will have left behind at the trigger is pointed out, whichever of the two moves', () => {
  expect(placeWords(stopLimit, { price: 401 }, waits)).toMatch(/^The limit is below the trigger:/);
  expect(placeWords(stopLimit, { stopPrice: 405 }, waits)).toMatch(/^The limit is below the trigger:/);
  expect(placeWords(stopLoss, { stopPrice: 393 }, waits)).toMatch(/^The limit is above the trigger:/);
  expect(placeWords(stopLoss, { price: 396 }, waits)).toBe(null);
  // Fewer shares at the same prices: it has fired perhaps, and what it waits for is not known here.
  expect(placeWords({ ...stopLimit, price: 401 }, {}, waits)).toBe(null);
});

test('a silence and a busy server say nothing against the change', () => {
  const of = (status: number) => objection({ status, message: 'No.' });
  expect([0, 400, 401, 409, 422, 429, 500, 503].map(of)).toEqual([null, 'No.', null, 'No.', 'No.', null, null, null]);
});
