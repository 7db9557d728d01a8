// What the notice board keeps of prices, where a split has to be decided twice.
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../core/market/day.ts';
import { Board } from './board.ts';

const split = { kind: 'split', id: 7, symbol: 'MERIT', from: 1, to: 4 };

/** Midnight of some day. */
const MIDNIGHT = 1_800_000 * MINUTE_MS;

function opened() {
  const board = new Board();
  const market = { instrument: { id: 1, symbol: 'MERIT' } };
  return {
    board,
    trade: (seconds: number, price: number) =>
      board.traded({ market, at: MIDNIGHT + seconds * 1000, price, quantity: 1 } as never),
    split: () => board.acted({ action: split, isDone: true } as never),
    since: () => board.pathSince('MERIT', 0),
  };
}

test('a split restates the prices that are kept, once', () => {
  const { board, trade, split, since } = opened();
  trade(1, 400_00);
  split();
  trade(2, 101_00);
  expect(since()).toEqual({ high: 101_00, low: 100_00, fromAt: MIDNIGHT + 1000 });
  expect(board.minute('MERIT')).toMatchObject({ open: 100_00, high: 101_00, low: 100_00 });
});

test('a split that was void and is decided again leaves no price of the wrong kind', () => {
  const { board, trade, split, since } = opened();
  trade(1, 400_00);
  split();
  // The beginning of the day was lost: for a moment the market goes on as it was.
  trade(2, 402_00);
  split();
  trade(3, 101_00);
  expect(since()).toEqual({ high: 101_00, low: 101_00, fromAt: MIDNIGHT + 3000 });
  expect(board.minute('MERIT')).toMatchObject({ open: 101_00, high: 101_00, low: 101_00 });
});
