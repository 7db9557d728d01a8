// The streams of chance: their laws, their independence, and going on after a save.
import { expect, test } from 'vitest';
import { RandomStream } from './random.ts';

const COUNT = 200_000;

function sample(draw: (stream: RandomStream) => number): { mean: number; deviation: number; above3: number } {
  const stream = RandomStream.named(42, 'sample');
  let sum = 0;
  let squares = 0;
  let above3 = 0;
  for (let i = 0; i < COUNT; i++) {
    const value = draw(stream);
    sum += value;
    squares += value * value;
    if (Math.abs(value) > 3) above3++;
  }
  const mean = sum / COUNT;
  return { mean, deviation: Math.sqrt(squares / COUNT - mean * mean), above3: above3 / COUNT };
}

test.each([
  ['uniform', (s: RandomStream) => s.uniform(), 0.5, Math.sqrt(1 / 12)],
  ['normal', (s: RandomStream) => s.normal(), 0, 1],
  ['student t of 5', (s: RandomStream) => s.studentT(5), 0, 1],
  ['exponential of rate 4', (s: RandomStream) => s.exponential(4), 0.25, 0.25],
  // Mean and variance of chi-square are its freedom and twice that.
  ['chi-square of 9', (s: RandomStream) => s.chiSquare(9), 9, Math.sqrt(18)],
  // exp(m + s^2 / 2), and that times sqrt(exp(s^2) - 1).
  [
    'lognormal',
    (s: RandomStream) => s.lognormal(0.5, 0.4),
    Math.exp(0.58),
    Math.exp(0.58) * Math.sqrt(Math.exp(0.16) - 1),
  ],
  // a / (a - 1), and a / (a - 1)^2 / (a - 2) as variance.
  ['power law of 6', (s: RandomStream) => s.powerLaw(6), 6 / 5, Math.sqrt(6 / 25 / 4)],
  ['whole numbers below 10', (s: RandomStream) => s.below(10), 4.5, Math.sqrt(99 / 12)],
] as const)('%s has the mean and deviation of its law', (_name, draw, mean, deviation) => {
  const seen = sample(draw);
  expect(Math.abs(seen.mean - mean)).toBeLessThan(0.02 * deviation);
  expect(Math.abs(seen.deviation - deviation)).toBeLessThan(0.03 * deviation);
});

test('student t has the heavier tail', () => {
  // P(|normal| > 3) = 0.27 %; of t with 5 degrees scaled to deviation 1: P(|t| > 3.873) = 1.17 %.
  expect(sample((s) => s.normal()).above3).toBeCloseTo(0.0027, 3);
  expect(sample((s) => s.studentT(5)).above3).toBeCloseTo(0.0117, 3);
});

test('equal names give equal numbers; any other name gives others', () => {
  const first = (...names: string[]) => RandomStream.named(7, ...names).uniform();
  expect(first('flow', 'MERIT')).toBe(first('flow', 'MERIT'));
  const all = [first('flow', 'MERIT'), first('flow', 'MERIU'), first('flowMERIT'), first('MERIT', 'flow'), first()];
  expect(new Set([...all, RandomStream.named(8, 'flow', 'MERIT').uniform()]).size).toBe(6);
  expect(RandomStream.named('7', 'a').uniform()).toBe(RandomStream.named(7, 'a').uniform());
});

test('streams of neighbouring seeds are not correlated', () => {
  const a = RandomStream.named(1, 'x');
  const b = RandomStream.named(2, 'x');
  let product = 0;
  for (let i = 0; i < COUNT; i++) product += a.normal() * b.normal();
  expect(Math.abs(product / COUNT)).toBeLessThan(0.01);
});

test('the words are those of xoshiro128** from the state 1 2 3 4, as a second program makes them', () => {
  const stream = new RandomStream([1, 2, 3, 4]);
  const words = Array.from({ length: 6 }, () => Math.floor(stream.uniform() * 4_294_967_296));
  expect(words).toEqual([11_520, 0, 5_927_040, 70_819_200, 2_031_721_883, 1_637_235_492]);
});

test('names lead to the same numbers on every machine', () => {
  const stream = RandomStream.named('golden', 'stream');
  const words = Array.from({ length: 4 }, () => Math.floor(stream.uniform() * 4_294_967_296).toString(16));
  expect(words).toEqual(['82f3b5bf', 'd000be46', 'd1bcbd79', '5a87830f']);
});
