// What is logged of a clock that is behind the market.
import { expect, test } from 'vitest';
import type { Log } from '../log.ts';
import { SlowedTime } from './slowed-time.ts';

const MINUTE_MS = 60_000;

test('each time that the clock is set back is logged, also before it has caught up', () => {
  const told: number[] = [];
  const log = { warn: ({ aheadSeconds }: { aheadSeconds: number }) => void told.push(aheadSeconds) };
  const time = new SlowedTime(log as unknown as Log);
  const at = Date.now();
  const behind = (minutes: number): void => void time.next(at, at - minutes * MINUTE_MS);
  behind(0.5);
  expect(told).toEqual([]);
  behind(120);
  behind(119);
  behind(60);
  expect(told).toEqual([7_200]);
  behind(60.5);
  expect(told).toEqual([7_200]);
  behind(90);
  expect(told).toEqual([7_200, 5_400]);
  behind(-1);
  behind(2);
  expect(told).toEqual([7_200, 5_400, 120]);
});
