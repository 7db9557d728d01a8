// The price of a call auction against cases worked out by hand: demand and supply at each price, and every tie.
import { describe, expect, test } from 'vitest';
import { auctionPrice } from './auction.ts';
import type { Interest } from './auction.ts';

const TERMS = { tickSize: 5, low: 80_00, high: 120_00, previousClose: 100_00 };

/** `10@101.00 5@99.00` */
function interests(text: string): Interest[] {
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [quantity, price] = part.split('@').map(Number);
      return { quantity, worst: Math.round(price * 100) };
    });
}

describe('the price of an auction', () => {
  test.each([
    // At 100.00: demand 10, supply 10. At 101.00 demand 4, at 99.00 supply 6.
    ['a simple cross', '4@101 6@100', '6@99 4@100', 100_00, 100_00],
    ['nobody meets anybody', '10@99', '10@101', 100_00, 0],
    ['only buyers', '10@99', '', 100_00, 0],
    ['nobody at all', '', '', 100_00, 0],
    // 10 change hands at each price from 98 to 102. At 98 to 99.95 supply is 10, left over 5; from 100 on it is 15, left over 0.
    ['a tie: the fewest are left over', '15@102', '10@98 5@100', 99_00, 100_00],
    // 10 of 10 at each price from 98 to 102: nothing is left over at any of them.
    ['a second tie: the previous close itself', '10@102', '10@98', 100_00, 100_00],
    ['... or the nearest price below it', '10@102', '10@98', 105_00, 102_00],
    ['... or the nearest price above it', '10@102', '10@98', 90_00, 98_00],
    // Between 90 and 100 nothing is left over, at both ends 5: the tick nearest the close, and not an order's own price.
    ['... or a price that nobody has named', '10@100 5@90', '10@90 5@100', 100_00, 99_95],
    ['... or one above a price that somebody has named', '10@100 5@90', '10@90 5@100', 90_00, 90_05],
    // 100.02 lies between two ticks: 100.00 is nearer than 100.05.
    ['a close that is off the tick', '10@102', '10@98', 100_02, 100_00],
    ['... the higher of two that are equally near', '10@102', '10@98', 10_002.5, 100_05],
    // All want more than 120.00, the highest price of the day.
    ['inside the band of the day', '10@120', '10@60', 200_00, 120_00],
    ['... at its lowest price, too', '10@80', '10@60', 100_00, 80_00],
    // 1 share at 101, 12 at 99.
    ['many shares beat few at a better price', '1@101 11@99', '1@95 11@99', 101_00, 99_00],
  ])('%s', (_, buys, sells, previousClose, price) => {
    expect(auctionPrice(interests(buys), interests(sells), { ...TERMS, previousClose })).toBe(price);
  });
});
