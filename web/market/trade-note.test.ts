// The note of a closed trade above a chart that later splits and bonuses have restated.
import { expect, test, vi } from 'vitest';

// A page that nobody is logged in to, without other windows.
vi.stubGlobal('sessionStorage', { getItem: () => null });
vi.stubGlobal('BroadcastChannel', undefined);
const { sinceText, tradeText } = await import('./trade-note.tsx');

const SOLD_AT = Date.parse('2026-11-20T15:00+05:30') / 1000;
const trade = { from: SOLD_AT - 3600, to: SOLD_AT, entry: 300, exit: 310, quantity: 10 };
const split = { kind: 'split', text: 'Split of each share into 2', effectiveDate: '2026-11-21' } as const;
const bonus = { kind: 'bonus', text: 'Bonus of 1 share for each share', effectiveDate: '2026-11-25' } as const;
const dividend = { kind: 'dividend', text: 'Dividend of \u20b95.00 a share', effectiveDate: '2026-11-24' } as const;

test('a trade of one share is not of shares', () => {
  expect(tradeText(trade)).toBe(
    'Your trade: 10 shares, bought at 300.00 (20 Nov 2026, 14:00:00), sold at 310.00 (20 Nov 2026, 15:00:00).',
  );
  expect(tradeText({ ...trade, quantity: 1 })).toMatch(/^Your trade: 1 share, bought/);
});

test('later changes of the shares are named in order; dividends and earlier changes are not', () => {
  expect(sinceText(trade, [bonus, dividend, split])).toBe(
    ' Since then: Split of each share into 2 on 21 Nov 2026; Bonus of 1 share for each share on 25 Nov 2026. The chart is drawn in today\u2019s shares.',
  );
  expect(sinceText(trade, [dividend, { ...split, effectiveDate: '2026-11-20' }])).toBe('');
});
