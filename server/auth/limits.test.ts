// How many codes may be guessed, and how many passwords checked, from where.
import { expect, test } from 'vitest';
import { createLimits, createLoginLimit } from './limits.ts';

test.each([
  ['one address', () => '203.0.113.1', 30],
  ['one line', () => '2001:db8:1:1::/64', 30],
  // A tunnel that costs nothing comes with 65,536 of them.
  ['all lines of an IPv6 site', (n: number) => `2001:db8:1:${n.toString(16)}::/64`, 300],
])('from %s', async (_where, network, most) => {
  const limits = createLimits(true);
  let guesses = 0;
  const guess = (n: number, tryCode: () => Promise<null>) =>
    limits.guess({ network: network(n), email: `somebody-${n}@example.com` }, tryCode).catch(() => {});
  const wrong = async () => {
    guesses++;
    await new Promise((resolve) => setImmediate(resolve));
    return null;
  };
  for (let n = 0; n < most / 2; n++) await guess(n, wrong);
  await Promise.all(Array.from({ length: most }, (_, n) => guess(most / 2 + n, wrong)));
  for (let n = 0; n < most; n++) await guess(2 * most + n, wrong);
  expect(guesses).toBe(most);
  expect(await limits.guess({ network: '2001:db8:2:1::/64', email: null }, async () => 'found')).toBe('found');
});

test('the networks of one IPv6 site have the logins of five, and other sites their own', async () => {
  const limit = createLoginLimit(20);
  const allowed = async (tries: number, networkOf: (n: number) => string) => {
    const each = Array.from({ length: tries }, (_, n) =>
      limit(networkOf(n), null).then(
        () => 1,
        () => 0,
      ),
    );
    return (await Promise.all(each)).reduce<number>((sum, one) => sum + one, 0);
  };
  expect(await allowed(300, (n) => `2001:db8:1:${n.toString(16)}::/64`)).toBe(100);
  expect(await allowed(30, () => '2001:db8:2:1::/64')).toBe(20);
  expect(await allowed(300, (n) => `203.0.113.${n}`)).toBe(300);
});

test('strangers take no more mails than they share, and a mail that is not sent is charged to nobody', async () => {
  const { takeMail } = createLimits(true);
  const email = 'asha@example.com';
  for (let n = 0; n < 20; n++) await takeMail({ email, network: `203.0.113.${n}` });
  const own = { email, network: '198.51.100.1' };
  await expect(takeMail(own)).rejects.toMatchObject({ status: 429 });
  // Where the owner has logged in before, what strangers have used up does not matter.
  await takeMail(own, true);
  await expect(takeMail(own, true)).rejects.toMatchObject({ status: 429 });
  await takeMail({ email: 'ravi@example.com', network: own.network });
});
