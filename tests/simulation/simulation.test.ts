// Random worlds with every check, in the time that CI has: seeds that once failed first, then fresh ones.
import { describe as group, expect, test } from 'vitest';
import type { TransferKind } from '../../core/ledger/ledger.ts';
import type { EndReason } from '../../core/trade/order.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import { isLate, LATE } from '../setup/time-left.ts';
import { describe } from './action.ts';
import { regressionsOf } from './regressions.ts';
import { replay, runSeed, shrink } from './run-seed.ts';
import type { Run } from './run-seed.ts';

const SEEDS = 2040;
const COMMANDS = 400;

/** The report of a failing world: how to run it again, and a short way to the fault. */
function story({ failure }: Run, commands: number): string {
  if (failure === null) return '';
  const { actions, faults } = shrink(failure);
  return [
    `npm run simulate -- --seed ${failure.seed} --seeds 1 --commands ${commands}`,
    ...actions.map(describe),
    ...faults,
  ].join('\n');
}

const regressions = regressionsOf('A');

test.for(regressions)('seed %i with %i commands, which once failed', ([seed, commands]) => {
  expect(story(runSeed(seed, commands), commands)).toBe('');
});

group(`${SEEDS} worlds of ${COMMANDS} commands`, () => {
  const parts = Array.from({ length: 12 }, (_, part) => part);
  test.for(parts)('part %i', (part, { skip }) => {
    skip(isLate() && part >= 3, LATE);
    const size = SEEDS / parts.length;
    for (let seed = 1 + part * size; seed <= (part + 1) * size; seed++) {
      expect(story(runSeed(seed, COMMANDS), COMMANDS)).toBe('');
    }
  });
});

test('the same seed gives the same world, another seed another one', () => {
  const hashes = [7, 8, 9, 7, 8, 9].map((seed) => runSeed(seed, COMMANDS).hash);
  expect(hashes.slice(3)).toEqual(hashes.slice(0, 3));
  expect(new Set(hashes).size).toBe(3);
});

/** Names every word of the union: a new one does not compile until it is here, and so has to happen. */
const named = <Word extends string>(prefix: string, words: Readonly<Record<Word, true>>): string[] =>
  Object.keys(words).map((word) => `${prefix} ${word}`);

const ENDS = named<EndReason>('ended', {
  filled: true,
  'canceled-by-trader': true,
  'canceled-by-admin': true,
  'account-blocked': true,
  'self-trade': true,
  'no-liquidity': true,
  'cash-exhausted': true,
  'not-immediate': true,
  'not-whole': true,
  'day-ended': true,
  'outside-band': true,
  'squared-off': true,
  'off-tick': true,
  'corporate-action': true,
});

const TRANSFERS = named<TransferKind>('moved', {
  deposit: true,
  trade: true,
  brokerage: true,
  'flat-fee': true,
  statutory: true,
  'margin-loan': true,
  'margin-repayment': true,
  shortfall: true,
  reward: true,
  'reward-expiry': true,
  'account-closure': true,
  issue: true,
  split: true,
  bonus: true,
  fraction: true,
  dividend: true,
});

const REFUSALS = named<Refusal['reason']>('refused', {
  'invalid-quantity': true,
  'invalid-price': true,
  'price-not-own': true,
  'invalid-stop-price': true,
  'invalid-amount': true,
  'bonus-unused': true,
  'unknown-account': true,
  'account-blocked': true,
  'unknown-instrument': true,
  'invalid-terms': true,
  'last-outside-band': true,
  'market-halted': true,
  'trading-halted': true,
  'over-buy-limit': true,
  'over-sell-limit': true,
  'over-buy-limit-in-timeframe': true,
  'over-sell-limit-in-timeframe': true,
  'insufficient-margin': true,
  'insufficient-balance': true,
  'not-enough-shares': true,
  'outside-price-band': true,
  'stop-on-wrong-side': true,
  'invalid-exits': true,
  'exits-on-wrong-side': true,
  'already-filled': true,
  'unknown-order': true,
  'holds-shares': true,
});

const AUCTIONS = [
  'auction',
  'left of a market order',
  'ended self-trade in an auction',
  'ended cash-exhausted in an auction',
];

test('worlds are varied: orders end, money moves and commands are refused for every reason there is', () => {
  const seen = new Set<string>();
  for (let seed = 101; seed <= 400; seed++) for (const kind of runSeed(seed, COMMANDS).happened) seen.add(kind);
  const others = ['triggered', 'rested', 'modified', 'exit', 'acted', 'restart'];
  const wanted = [...ENDS, ...TRANSFERS, ...REFUSALS, ...AUCTIONS, ...others];
  expect(wanted.filter((kind) => !seen.has(kind))).toEqual([]);
});

test('a failure is replayed and shrunk to the steps that matter', () => {
  const start = { sequence: 1, at: 0, kind: 'command', command: { kind: 'open-account', account: 1 } } as const;
  const noise = { sequence: 2, at: 1, kind: 'command', command: { kind: 'open-account', account: 2 } } as const;
  // Real settings are validated before; these are invalid, and the next command fails on them.
  const broken = { sequence: 3, at: 2, kind: 'command', command: { kind: 'set-limits', limits: null } } as never;
  const { faults, at } = replay([start, noise, broken, noise]);
  expect(at).toBe(3);
  expect(shrink({ seed: 0, actions: [start, noise, broken, noise], faults }).actions).toEqual([broken, noise]);
});
