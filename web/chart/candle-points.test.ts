// What the chart library is given for bars and fills, and the redrawn part: the whole list, its last bar, or nothing.
import { expect, test } from 'vitest';
import type { Bar } from '../../contract/market.ts';
import { changeOf, markerOf, volumeOf } from './candle-points.ts';

const bar = (timestamp: number, close = 1): Bar => ({ timestamp, open: 1, high: 1, low: 1, close, volume: 1 });
const bars = [bar(1), bar(2), bar(3)];

test('the same list is nothing new', () => expect(changeOf(bars, bars)).toBe('nothing'));

test('a last bar that grew, or a bar that came after it, is drawn alone', () => {
  expect(changeOf(bars, [...bars.slice(0, 2), bar(3, 5)])).toBe('last');
  expect(changeOf(bars, [...bars, bar(4)])).toBe('last');
  expect(changeOf([bar(1)], [bar(1, 2)])).toBe('last');
});

test('everything else is drawn whole', () => {
  expect(changeOf([], bars)).toBe('all');
  expect(changeOf(bars, [])).toBe('all');
  expect(changeOf(bars, [bar(0), ...bars])).toBe('all');
  expect(changeOf(bars, [...bars, bar(4), bar(5)])).toBe('all');
  expect(changeOf(bars, bars.slice(0, 2))).toBe('all');
  // The bar before the last has changed too: all were fetched again.
  expect(changeOf(bars, [bar(1), bar(2), bar(3, 5)])).toBe('all');
  expect(changeOf(bars, [bars[0], bars[1], bar(3, 9), bar(4)])).toBe('all');
});

const colors = {
  ...{ up: '#0a0', down: '#a00', buy: '#00a', sell: '#aa0' },
  ...{ average: '#aaa', drawn: '#0aa', practice: '#a0a' },
};

test('volume has a third of the colour of its bar: up, unless the close is below the open', () => {
  const shown = (open: number, close: number) => volumeOf({ ...bar(1, close), open, volume: 7 }, colors);
  expect(shown(10, 11)).toMatchObject({ value: 7, color: '#0a055' });
  expect(shown(10, 10).color).toBe('#0a055');
  expect(shown(10, 9).color).toBe('#a0055');
});

test('a buy is an arrow from below, a sale one from above; a practice fill on either side is a dot', () => {
  const marker = (side: 'BUY' | 'SELL', isPractice = false) =>
    markerOf({ side, second: 1, text: '5', isPractice }, colors);
  expect(marker('BUY')).toMatchObject({ position: 'belowBar', shape: 'arrowUp', color: '#00a', text: '5' });
  expect(marker('SELL')).toMatchObject({ position: 'aboveBar', shape: 'arrowDown', color: '#aa0' });
  expect(marker('BUY', true)).toMatchObject({ position: 'belowBar', shape: 'circle', color: '#a0a' });
  expect(marker('SELL', true)).toMatchObject({ position: 'aboveBar', shape: 'circle', color: '#a0a' });
});
