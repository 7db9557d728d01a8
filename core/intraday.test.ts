// Intraday positions through the engine: a fifth paid, the rest lent, losses that call for closing, and who bears a shortfall.
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ASHA,
  balanceOf,
  ended,
  heldOf,
  ordered,
  place,
  RAVI,
  refusal,
  setScene,
  still,
  TCS,
} from '../tests/scenes/two-traders.ts';

beforeEach(setScene);

describe('intraday', () => {
  beforeEach(() => {
    still.quote(TCS, 'sell', 100_00, 400);
    place({ quantity: 400, product: 'intraday' }); // 40,000: 8,000 own, 32,000 lent
  });

  const position = () => still.engine.venue.traders.get(ASHA)!.positions.get(1)!;
  const squareOff = () => still.apply({ kind: 'square-off', account: ASHA, symbol: TCS, cause: 'loss' });

  test('a fifth is the trader’s, the rest the house lends', () => {
    expect([balanceOf(ASHA), balanceOf('margin-loans'), position().intradayQuantity]).toEqual([
      2_000_00, -32_000_00, 400,
    ]);
    expect([...still.engine.venue.intraday]).toEqual([position()]);
  });

  test('a sale pays back its part of the loan', () => {
    still.quote(TCS, 'buy', 110_00, 100);
    place({ side: 'sell', quantity: 100, limitPrice: 110_00 });
    expect([balanceOf('margin-loans'), balanceOf(ASHA)]).toEqual([-24_000_00, 2_000_00 + 11_000_00 - 8_000_00]);
  });

  test('a loss of 80 % of the margin calls for closing; not a paisa before', () => {
    still.clear(TCS);
    still.mark(TCS, 84_05);
    expect(still.engine.positionsOnLoss()).toEqual([]);
    still.mark(TCS, 84_00); // 400 x 16 = 6400 of 8000
    expect(still.engine.positionsOnLoss()).toEqual([position()]);
  });

  test('squared off: open sales and intraday buys go, delivery buys stay, the loan is paid', () => {
    const sale = place({ side: 'sell', quantity: 10, limitPrice: 115_00 });
    const more = place({ quantity: 1, limitPrice: 81_00, product: 'intraday' });
    const delivery = place({ quantity: 20, limitPrice: 80_00 }); // holds 1600
    still.clear(TCS);
    still.mark(TCS, 86_00);
    still.quote(TCS, 'buy', 82_00, 300);
    const order = ordered(squareOff());
    expect([order.origin, ended(order)]).toEqual(['square-off-on-loss', '300 canceled no-liquidity']);
    expect([sale.endReason, more.endReason, delivery.endReason]).toEqual(['squared-off', 'squared-off', null]);
    // 300 x 82 = 24,600 for the 24,000 that were lent for them.
    expect([balanceOf(ASHA), heldOf(ASHA), balanceOf('margin-loans')]).toEqual([2_600_00, 1_600_00, -8_000_00]);
    still.quote(TCS, 'buy', 81_90, 100);
    expect(ended(ordered(squareOff()))).toBe('100 filled filled');
    expect([balanceOf(ASHA), balanceOf('house'), balanceOf('margin-loans')]).toEqual([2_790_00, 0, 0]);
    expect(still.engine.venue.intraday.size).toBe(0);
  });

  test('squared off: sales that leave just enough shares stay', () => {
    still.quote(TCS, 'sell', 100_00, 12);
    place({ quantity: 12 });
    const kept = place({ side: 'sell', quantity: 12, limitPrice: 115_00 });
    const tooMany = place({ side: 'sell', quantity: 1, limitPrice: 115_00 });
    still.clear(TCS);
    still.mark(TCS, 86_00);
    squareOff();
    // Of 412 shares 400 are to be sold, and 13 were offered.
    expect([kept.endReason, tooMany.endReason]).toEqual([null, 'squared-off']);
  });

  test('squared off at a moment: what was bought or ordered in that moment or later is left alone', () => {
    const more = place({ quantity: 1, limitPrice: 81_00, product: 'intraday' });
    still.quote(TCS, 'buy', 96_00, 500);
    const at = (boughtBefore: number) =>
      still.apply({ kind: 'square-off', account: ASHA, symbol: TCS, cause: 'day-end', boughtBefore });
    expect([at(still.at), more.endReason]).toEqual([{ isAccepted: true, order: null }, null]);
    expect([ended(ordered(at(still.at + 1))), more.endReason]).toEqual(['400 filled filled', 'squared-off']);
  });

  test('a shortfall is the house’s: nobody ever owes, and what is held for other orders is not touched', () => {
    place({ symbol: 'INFY', quantity: 20, limitPrice: 100_00, timeInForce: 'gtc' }); // 2000 held: nothing is free
    still.clear(TCS);
    still.mark(TCS, 80_50);
    still.quote(TCS, 'buy', 80_00, 380);
    squareOff();
    // 380 x 80 = 30,400 is just what was lent for 380 shares.
    expect([balanceOf('house'), balanceOf('margin-loans'), balanceOf(ASHA)]).toEqual([0, -1_600_00, 2_000_00]);
    still.apply({ kind: 'start-day', day: 1 }); // the band follows the price down
    still.mark(TCS, 76_00);
    still.quote(TCS, 'buy', 75_00, 20);
    squareOff();
    // 20 x 75 = 1500 of 1600.
    expect([balanceOf('house'), balanceOf('margin-loans')]).toEqual([-100_00, 0]);
    expect([balanceOf(ASHA), heldOf(ASHA)]).toEqual([2_000_00, 2_000_00]);
  });

  test('nothing to close, nobody known, nothing listed', () => {
    expect(still.apply({ kind: 'square-off', account: RAVI, symbol: TCS, cause: 'loss' })).toEqual({
      isAccepted: true,
      order: null,
    });
    expect(refusal(still.apply({ kind: 'square-off', account: 99, symbol: TCS, cause: 'loss' }))).toBe(
      'unknown-account',
    );
    expect(refusal(still.apply({ kind: 'square-off', account: RAVI, symbol: 'NONE', cause: 'loss' }))).toBe(
      'unknown-instrument',
    );
  });
});
