// What the exchange itself refuses of a corporate action, though it was planned.
import { expect, test } from 'vitest';
import { stillMarket } from '../../tests/still-market.ts';

test.each([
  ['fewer shares than before', { from: 2, to: 1 }],
  ['as many as before', { from: 3, to: 3 }],
  ['parts of a share', { from: 1, to: 1.5 }],
])('%s: it is told as impossible, and changes nothing', (_, ratio) => {
  const still = stillMarket({ TCS: 100_00 });
  still.apply({ kind: 'start-day', day: 1, actions: [{ kind: 'split', id: 7, symbol: 'TCS', ...ratio }] });
  expect(still.actions).toMatchObject([{ isDone: false, priceBefore: 100_00, priceAfter: 100_00, holders: [] }]);
  expect(still.engine.market('TCS')!.instrument).toMatchObject({ sharesIssued: 1_000_000_000, previousClose: 100_00 });
});
