// Switches pressed faster than they are answered.
import { expect, test } from 'vitest';
import { withoutAnswered } from './notice-wishes.ts';

const off = { inApp: false, email: false };
const on = { inApp: true, email: false };

test('an answer ends its own wish, whichever of two comes first', () => {
  expect(withoutAnswered({ fill: off, deposit: on }, 'fill', off)).toEqual({ deposit: on });
  // The newer one is answered first: the older one's answer finds nothing left, and must leave nothing behind.
  const wishes = withoutAnswered({ fill: on }, 'fill', on);
  expect(Object.keys(withoutAnswered(wishes, 'fill', off))).toEqual([]);
  expect(withoutAnswered({ fill: on }, 'fill', off)).toEqual({ fill: on });
});
