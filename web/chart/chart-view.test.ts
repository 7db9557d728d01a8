// Which bars are in view when a chart opens, and after zooming.
import { expect, test } from 'vitest';
import { latestBars, zoomedRange } from './chart-view.ts';

test('the newest bars are as wide as usual, 7.5 pixels, and a few come after them', () => {
  expect(latestBars(500, 750)).toEqual({ from: 400, to: 510 });
  // On the narrowest of screens there are at least thirty.
  expect(latestBars(500, 90)).toEqual({ from: 470, to: 510 });
});

test('a chart that is opened for an earlier bar shows that one, too, with some before it', () => {
  expect(latestBars(500, 300, 420)).toEqual({ from: 415, to: 510 });
  // One that is in view anyway changes nothing.
  expect(latestBars(500, 300, 480)).toEqual({ from: 460, to: 510 });
  // Not loaded yet: where it will be.
  expect(latestBars(60, 300, -30)).toEqual({ from: -35, to: 70 });
  // As minutes, a trade of weeks would be a smear: 40 bars are usual, at most 120 are shown.
  expect(latestBars(500, 300, 385)).toEqual({ from: 380, to: 510 });
  expect(latestBars(500, 300, 384)).toEqual({ from: 460, to: 510 });
});

test('zooming leaves the right edge where it is, or the bar that is read by key in view', () => {
  expect(zoomedRange({ from: 400, to: 500 }, 0.7)).toEqual({ from: 430, to: 500 });
  expect(zoomedRange({ from: 400, to: 500 }, 0.7, 440)).toEqual({ from: 430, to: 500 });
  expect(zoomedRange({ from: 400, to: 500 }, 0.7, 410)).toEqual({ from: 410, to: 480 });
});
