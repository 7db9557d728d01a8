// The hint under the rate of a lesson appears only with a valid rate: a field does not show two texts.
import { expect, test } from 'vitest';
import { lessonForm } from '../../../contract/learn.ts';
import { rateHint } from './rate-hint.ts';

test.each([
  ['830', 'In rupees, about $10.00: what a learner pays in all.'],
  ['0', 'In rupees. At 0 the session is free.'],
  ['1e3', 'In rupees.'],
  ['-5', 'In rupees.'],
  ['10.005', 'In rupees.'],
  ['', 'In rupees.'],
])('a rate of %j', (hourly_rate, hint) => {
  const { error } = lessonForm.safeParse({ hourly_rate });
  const isMistaken = error!.issues.some(({ path }) => path[0] === 'hourly_rate');
  expect(rateHint(hourly_rate, isMistaken, 83)).toBe(hint);
});
