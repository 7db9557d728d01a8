// The picture of a replay: the flagged orders fill it, and nothing is drawn before it happened.
import { expect, test } from 'vitest';
import type { EvidenceStep } from '../../contract/surveillance.ts';
import { drawReplay, HEIGHT, WIDTH } from './replay-picture.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 5, 0, second)).toISOString();
const step = (second: number, more: Partial<EvidenceStep>): EvidenceStep => ({
  at: at(second),
  kind: 'placed',
  orderId: '1',
  side: 'SELL',
  price: 402,
  quantity: 10,
  text: '',
  isFlagged: true,
  ...more,
});

const steps = [
  step(-600, { orderId: '0', price: 300, isFlagged: false }),
  step(0, {}),
  step(10, { orderId: '2', side: 'BUY', price: null }),
  step(10, { orderId: '2', side: 'BUY', kind: 'filled', price: 400 }),
  step(20, { kind: 'canceled' }),
];
const prices = [-1200, -1140, -60, 0, 60, 600].map((second) => ({ at: at(second), price: 400 - second / 600 }));

test('the flagged orders fill the picture, in time and in price', () => {
  const { lines, dots, low, high, xOf } = drawReplay({ steps, prices }, 4);
  const flagged = lines.find(({ orderId }) => orderId === '1')!;
  expect(flagged).toMatchObject({ side: 'SELL', isCanceled: true, isFlagged: true });
  expect(flagged.fromX).toBeGreaterThan(0);
  expect(flagged.toX).toBeLessThan(WIDTH);
  expect(flagged.toX - flagged.fromX).toBeGreaterThan(WIDTH / 3);
  expect(dots).toMatchObject([{ side: 'BUY', isFlagged: true }]);
  expect(dots[0].y).toBeGreaterThan(flagged.y);
  expect(dots[0].y).toBeLessThan(HEIGHT);
  expect([low < 400, low > 399, high]).toEqual([true, true, 402]);
  // Ten minutes before is out of sight.
  expect(xOf(at(-600))).toBeLessThan(0);
});

test('nothing is drawn before it happened', () => {
  const { lines, dots } = drawReplay({ steps, prices }, 2);
  expect(dots).toEqual([]);
  expect(lines.map(({ orderId, isCanceled }) => [orderId, isCanceled])).toEqual([
    ['0', false],
    ['1', false],
  ]);
});

test('without prices, and with one step, there is still a picture', () => {
  const { lines, price } = drawReplay({ steps: [steps[1]], prices: [] }, 0);
  expect(price).toBe('');
  expect(lines).toHaveLength(1);
  expect(Number.isFinite(lines[0].y)).toBe(true);
});
