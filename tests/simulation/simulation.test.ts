// Random worlds with every check, in the time that CI has: seeds that once failed first, then fresh ones.
import { describe as group, expect, test } from 'vitest';
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

test('a world is varied: events of every kind happen in it', () => {
  const seen = new Set<string>();
  for (let seed = 101; seed <= 400; seed++) for (const kind of runSeed(seed, COMMANDS).happened) seen.add(kind);
  const ends = [
    'filled',
    'canceled-by-trader',
    'canceled-by-admin',
    'account-blocked',
    'self-trade',
    'no-liquidity',
    'cash-exhausted',
  ];
  ends.push('not-immediate', 'not-whole', 'day-ended', 'squared-off', 'outside-band', 'exit');
  const transfers = [
    'deposit',
    'trade',
    'brokerage',
    'flat-fee',
    'statutory',
    'margin-loan',
    'margin-repayment',
    'shortfall',
    'issue',
    'reward',
    'reward-expiry',
    'account-closure',
  ];
  const refusals = [
    'invalid-quantity',
    'invalid-price',
    'price-not-own',
    'invalid-stop-price',
    'invalid-amount',
    'bonus-unused',
    'unknown-account',
    'account-blocked',
  ];
  refusals.push(
    'unknown-instrument',
    'market-halted',
    'trading-halted',
    'over-buy-limit',
    'over-sell-limit',
    'over-buy-limit-in-timeframe',
  );
  refusals.push(
    'over-sell-limit-in-timeframe',
    'insufficient-margin',
    'insufficient-balance',
    'not-enough-shares',
    'outside-price-band',
  );
  refusals.push('invalid-terms', 'last-outside-band');
  ends.push('off-tick', 'corporate-action', 'acted');
  transfers.push('split', 'bonus', 'fraction', 'dividend');
  refusals.push('stop-on-wrong-side', 'unknown-order', 'already-filled', 'invalid-exits', 'exits-on-wrong-side');
  refusals.push('holds-shares');
  ends.push('auction', 'left of a market order', 'self-trade in an auction', 'cash-exhausted in an auction');
  for (const kind of [...ends, ...transfers, ...refusals, 'triggered', 'rested', 'modified', 'restart'])
    expect(seen).toContain(kind);
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
