// Whether the asker sold too early: what the shares of closed trades would be worth now.
import { expect, test } from 'vitest';
import { answer, order } from '../../tests/scenes/newcomer-trades.ts';
import type { Asker } from './asker.ts';
import { sold } from './tools/sold-tools.ts';

test('before the first sale there is nothing to compare', async () => {
  expect(await answer('Did I sell too early?')).toContain('You have closed no trade yet.');
  expect(await answer('Did I sell NEWCOMER too soon?')).toContain('You have closed no trade in NEWCOMER yet.');
});

test('what was sold, beside its worth at the price now', async () => {
  await order('BUY', 10, 50_00);
  await order('SELL', 4, 49_00);
  await order('SELL', 6, 52_00);
  for (const question of [
    'Did I sell too early?',
    'do the stocks I sold go up afterwards',
    'What would my sold shares be worth now?',
    'what if I had held instead of selling',
    'which stock do I regret selling',
    'did NEWCOMER rise after I sold it',
  ]) {
    const said = await answer(question);
    expect(said, question).toContain('you sold 10 shares for about ₹508.00.');
    expect(said).toContain(
      'they would be worth ₹520.00: +₹12.00 (+2.36%). So far, keeping them would have brought more.',
    );
    expect(said).toContain('The price is higher now than at the sale in 1 of 2 trades.');
    expect(said).toContain('| NEWCOMER | 10 | ₹50.80 | ₹52.00 | +₹12.00 | +2.36% |');
  }
  expect(await answer('how old is my account')).toContain('I can see when you first traded, not when you joined.');
});

/** Closed trades of one stock as the diary has them, the oldest first, and splits that have been carried out. */
function askerWith(
  details: readonly { time: string; quantity: number; exit: number }[],
  past: readonly { effectiveDate: string; from: number | null; to: number | null }[],
): Asker {
  const known: Record<string, unknown> = {
    'GET /tradeDiary': { trades: [{ details: details.map((each) => ({ symbol: 'MERIT', ...each })) }] },
    'GET /stocks': [{ symbol: 'MERIT', price: 25 }],
    'GET /stockNews': { past },
  };
  return { read: async (name: string) => known[name] } as unknown as Asker;
}

test('shares sold before a split are counted as they are now, and those sold on its day already are', async () => {
  const asker = askerWith(
    [
      { time: '2026-11-19T06:00:00.000Z', quantity: 10, exit: 100 },
      { time: '2026-11-20T06:00:00.000Z', quantity: 10, exit: 20 },
    ],
    [
      { effectiveDate: '2026-11-20', from: 1, to: 5 },
      // A dividend.
      { effectiveDate: '2026-11-21', from: null, to: null },
    ],
  );
  expect(await sold(asker, {})).toMatchObject({ trades: 2, shares: 60, brought: 1200, worth: 1500, difference: 300 });
});

test('without days the newest twenty, and with days all in them', async () => {
  const asker = askerWith(
    Array.from({ length: 30 }, (_, n) => ({
      time: `2026-11-20T06:00:${n + 10}.000Z`,
      quantity: 1,
      exit: n < 10 ? 99 : 25,
    })),
    [],
  );
  expect(await sold(asker, {})).toMatchObject({ all: 30, trades: 20, brought: 500, difference: 0, higher: 0 });
  expect(await sold(asker, { from: '2026-11-20', to: '2026-11-20' })).toMatchObject({ trades: 30, brought: 1490 });
});
