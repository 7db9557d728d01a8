// How many codes may be guessed from where.
import { expect, test } from 'vitest';
import { createLimits } from './limits.ts';

test.each([
  ['one address', () => '203.0.113.1', 30],
  ['one line', () => '2001:db8:1:1::/64', 30],
  // A tunnel that costs nothing comes with 65,536 of them.
  ['all lines of an IPv6 site', (n: number) => `2001:db8:1:${n.toString(16)}::/64`, 300],
])('from %s', async (_where, network, most) => {
  const limits = createLimits(true);
  let guesses = 0;
  for (let n = 0; n < 2 * most; n++) {
    const isFree = await limits.checkGuess(network(n), `somebody-${n}@example.com`).then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    guesses++;
    await limits.countWrongGuess(network(n), `somebody-${n}@example.com`);
  }
  expect(guesses).toBe(most);
  await expect(limits.checkGuess('2001:db8:2:1::/64', null)).resolves.toBeUndefined();
});
