// What is said of the friends who have joined with one's code.
import { expect, test, vi } from 'vitest';

vi.stubGlobal('sessionStorage', { getItem: () => null });
vi.stubGlobal('BroadcastChannel', undefined);
const { friendsText } = await import('./rewards-next.tsx');

const rule = { amount: 100, friendAmount: 50, minimumDeposit: 500, rewarded: 0, most: 1, waiting: 0 };

test('a reward for one friend only is not one for friends', () => {
  expect(friendsText(rule)).toBe('Rewarded so far: 0 of 1 friend.');
  expect(friendsText({ ...rule, most: 10, waiting: 1 })).toBe(
    'Rewarded so far: 0 of 10 friends. 1 more has joined and has yet to add \u20b9500.00.',
  );
});
