// Rewards are earned once and paid once: sign-up bonuses and their end, referrals, loyalty.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  anotherServer,
  arrive,
  balance,
  buy,
  DAY_MS,
  DEFAULTS,
  deposit,
  earnedBy,
  expectBooks,
  noLoyalty,
  noReferral,
  noticesTo,
  off,
  nextPayment,
  promote,
  rewardsOf,
  sell,
  server,
  setBlocked,
  type Trader,
} from '../../tests/scenes/rewards.ts';
import { VENUE } from '../../tests/trading.ts';
import type { Database } from '../db/open.ts';
import { claimEarned } from './earning.ts';
import { PromotionBook } from './promotions.ts';

describe('sign-up bonus', () => {
  beforeEach(() => promote({}));

  test('comes at once where no deposit is asked for, once, with a notice and an end', async () => {
    const asha = await arrive();
    await Promise.all(Array.from({ length: 20 }, () => server.rewards.look(asha.accountNo)));
    expect(await balance(asha)).toBe(50);
    const { earned, totalEarned, next } = await rewardsOf(asha);
    expect([totalEarned, next.signup]).toEqual([50, null]);
    expect(earned).toMatchObject([{ kind: 'signup', amount: 50, isPaid: true, unused: 50, returned: 0 }]);
    expect(Date.parse(earned[0].expiresAt!) - Date.parse(earned[0].earnedAt)).toBe(30 * DAY_MS);
    expect(noticesTo(asha)).toEqual([
      'Welcome to Istock: \u20b950.00 of practice money is yours. What you have not used in 30 days goes back.',
    ]);
  });

  test('waits for the deposit that is asked for; two webhooks of one deposit count once', async () => {
    await promote({ signupBonus: { ...DEFAULTS.signupBonus, minimumDepositRequired: 500 } });
    const asha = await arrive();
    expect((await rewardsOf(asha)).next.signup).toEqual({ amount: 50, minimumDeposit: 500, expiryDays: 30 });
    const account = asha.accountNo;
    const paymentId = nextPayment();
    const command = { kind: 'deposit', account, amount: 300_00, paymentId } as const;
    const key = { account, key: `payment:${paymentId}` };
    const twice = await Promise.allSettled([
      server.exchange.submit(command, key),
      server.exchange.submit(command, key),
    ]);
    expect(twice.some(({ status }) => status === 'fulfilled')).toBe(true);
    await server.rewards.idle();
    expect([await balance(asha), (await rewardsOf(asha)).deposited]).toEqual([300, 300]);
    await deposit(asha, 199.99);
    expect(await earnedBy(asha)).toEqual([]);
    await deposit(asha, 0.01);
    expect(await earnedBy(asha)).toEqual([['signup', 50]]);
    expect(await balance(asha)).toBe(550);
  });

  test('is for those who came while it was on offer, also when it is over for others', async () => {
    await promote({ signupBonus: { ...DEFAULTS.signupBonus, minimumDepositRequired: 500 } });
    const early = await arrive();
    server.clock.at += 1000;
    await promote({ signupBonus: off });
    const late = await arrive();
    await deposit(early, 500);
    await deposit(late, 500);
    server.clock.at += 1000;
    await promote({});
    expect([await earnedBy(early), await earnedBy(late)]).toEqual([[['signup', 50]], []]);
    expect((await rewardsOf(late)).next.signup).toBeNull();
  });

  test('looks that have not begun when a process stops are left to the next one', async () => {
    const people = await Promise.all([server.trader(), server.trader(), server.trader()]);
    const stopping = await anotherServer();
    const looks = people.map(({ accountNo }) => stopping.look(accountNo));
    await stopping.close();
    await Promise.all(looks);
    expect(await Promise.all(people.map(earnedBy))).toEqual([[], [], []]);
    await server.rewards.catchUp();
    const earned = [['signup', 50]];
    expect(await Promise.all(people.map(earnedBy))).toEqual([earned, earned, earned]);
  });

  test('a blocked account gets it when it is let in again', async () => {
    const asha = await server.trader();
    await setBlocked(asha, true);
    await server.rewards.look(asha.accountNo);
    await server.rewards.catchUp();
    expect(await balance(asha)).toBe(0);
    // The block came while the call was on its way: 'Unauthorized' would end the login without a reason.
    const { status, body } = await server.call('GET /rewards', {}, asha);
    expect([status, body.message]).toEqual([403, 'User is blocked. Logged out']);
    await setBlocked(asha, false);
    await server.rewards.catchUp();
    expect(await earnedBy(asha)).toEqual([['signup', 50]]);
  });
});

describe('the end of a bonus', () => {
  beforeEach(() => promote({}));

  test('the unused part goes back, after a warning, once', async () => {
    const asha = await arrive();
    server.clock.at += 26 * DAY_MS;
    await server.rewards.passTime();
    expect(noticesTo(asha)).toHaveLength(1);
    server.clock.at += 1.5 * DAY_MS;
    await server.rewards.passTime();
    await server.rewards.passTime();
    expect(noticesTo(asha).slice(1)).toEqual([
      '\u20b950.00 of your sign-up bonus is still unused. It goes back in 3 days unless you buy shares with it.',
    ]);
    server.clock.at += 3 * DAY_MS;
    await server.rewards.passTime();
    await server.rewards.passTime();
    expect(noticesTo(asha).slice(2)).toEqual([
      '\u20b950.00 of your sign-up bonus was not used in time and has gone back.',
    ]);
    expect(await balance(asha)).toBe(0);
    const { earned, totalEarned } = await rewardsOf(asha);
    expect(earned).toMatchObject([{ amount: 50, unused: 0, returned: 50 }]);
    expect(totalEarned).toBe(0);
    await expectBooks();
  });

  test('one that ended while the server was down is gone before anybody can spend it', async () => {
    const asha = await arrive();
    server.clock.at += 31 * DAY_MS;
    await server.rewards.recover();
    expect(await balance(asha)).toBe(0);
    await expectBooks();
  });

  test('bonuses that end together go back in a few commits', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => arrive()));
    server.clock.at += 31 * DAY_MS;
    const before = server.batches.length;
    await server.rewards.passTime();
    expect(server.batches.length - before).toBeLessThan(6);
    for (const person of people) expect(await balance(person)).toBe(0);
    await expectBooks();
  });

  test('a bonus of a few days is spoken of in its last third', async () => {
    await promote({ signupBonus: { ...DEFAULTS.signupBonus, expiryDays: 3 } });
    const asha = await arrive();
    server.clock.at += 1.9 * DAY_MS;
    await server.rewards.passTime();
    expect(noticesTo(asha)).toHaveLength(1);
    server.clock.at += 0.2 * DAY_MS;
    await server.rewards.passTime();
    expect(noticesTo(asha).slice(1)).toEqual([
      '\u20b950.00 of your sign-up bonus is still unused. It goes back in 1 day unless you buy shares with it.',
    ]);
  });

  test('the part that an open order holds goes back when it is free, and not before', async () => {
    const asha = await arrive();
    // 4 at 9.00, 1% of it and the flat fee of 5: 41.36 are held, 8.64 are free.
    const { _id } = (await buy(asha, 4, 9)).body.data;
    expect(await balance(asha)).toBe(8.64);
    server.clock.at += 31 * DAY_MS;
    await server.rewards.passTime();
    await server.rewards.passTime();
    expect(await balance(asha)).toBe(0);
    expect((await rewardsOf(asha)).earned).toMatchObject([{ unused: 41.36, returned: 8.64 }]);
    await server.call('POST /cancelOrder/{id}', { id: _id }, asha);
    expect(await balance(asha)).toBe(41.36);
    await server.rewards.passTime();
    expect(await balance(asha)).toBe(0);
    expect((await rewardsOf(asha)).earned).toMatchObject([{ unused: 0, returned: 50 }]);
    await expectBooks();
  });

  test('the part that the order spends was used, and stays', async () => {
    const asha = await arrive();
    await buy(asha, 4, 9);
    server.clock.at += 31 * DAY_MS;
    await server.rewards.passTime();
    server.quote('PENNY', 'sell', 9_00, 4);
    await server.rewards.passTime();
    expect((await rewardsOf(asha)).earned).toMatchObject([{ unused: 0, returned: 8.64 }]);
    const { portfolio, balance: cash } = (await server.call('GET /portfolio', {}, asha)).body.data;
    expect([portfolio[0].quantity, cash]).toEqual([4, 0]);
    await expectBooks();
  });
});

describe('referral', () => {
  beforeEach(() => promote({ signupBonus: off, loyaltyRewards: noLoyalty }));

  test('pays both once the friend has paid in enough, and not for deposits of the person who gave the code', async () => {
    const asha = await arrive();
    const ravi = await arrive(asha);
    await deposit(asha, 1000);
    await deposit(ravi, 99.99);
    expect([await earnedBy(asha), await earnedBy(ravi)]).toEqual([[], []]);
    expect([(await rewardsOf(asha)).next.referrer, (await rewardsOf(ravi)).next.referee]).toEqual([
      { amount: 10, friendAmount: 5, minimumDeposit: 100, rewarded: 0, most: 10, waiting: 1 },
      { amount: 5, minimumDeposit: 100 },
    ]);
    await deposit(ravi, 0.01);
    await deposit(ravi, 1000);
    expect([await earnedBy(asha), await earnedBy(ravi)]).toEqual([[['referrer', 10]], [['referee', 5]]]);
    expect([await balance(asha), await balance(ravi)]).toEqual([1010, 1105]);
    expect([...noticesTo(asha), ...noticesTo(ravi)].filter((message) => message.includes('code'))).toEqual([
      'A friend has joined with your code: \u20b910.00 is yours.',
      "You joined with a friend's code: \u20b95.00 is yours.",
    ]);
    expect((await rewardsOf(asha)).next.referrer).toMatchObject({ rewarded: 1, waiting: 0 });
  });

  test('where nothing need be added, nobody is told of money that was added', async () => {
    await promote({ signupBonus: off, referralBonus: { ...DEFAULTS.referralBonus, minimumDepositRequired: 0 } });
    const asha = await arrive();
    const ravi = await arrive(asha);
    await server.rewards.idle();
    expect([await earnedBy(asha), await earnedBy(ravi)]).toEqual([[['referrer', 10]], [['referee', 5]]]);
    expect([...noticesTo(asha), ...noticesTo(ravi)].filter((message) => message.includes('added money'))).toEqual([]);
  });

  test('fifty friends at once bring as many rewards as there are places', async () => {
    const asha = await arrive();
    const friends = await Promise.all(Array.from({ length: 50 }, () => arrive(asha)));
    // Two processes of the server, as far as the tables know.
    const other = await anotherServer();
    await Promise.all(
      friends.map(async (friend) => {
        const [account, paymentId] = [friend.accountNo, nextPayment()];
        await server.exchange.submit({ kind: 'deposit', account, amount: 100_00, paymentId });
        await Promise.all([other.look(account), server.rewards.look(account)]);
      }),
    );
    await Promise.all([server.rewards.idle(), other.close()]);
    expect(await balance(asha)).toBe(100);
    const balances = await Promise.all(friends.map(balance));
    expect([balances.filter((sum) => sum === 105).length, balances.filter((sum) => sum === 100).length]).toEqual([
      10, 40,
    ]);
    const { next, earned } = await rewardsOf(asha);
    expect([next.referrer, earned.length]).toEqual([null, 10]);
    await promote({ signupBonus: off, referralBonus: { ...DEFAULTS.referralBonus, maxReferralsPerUser: 12 } });
    expect(await balance(asha)).toBe(120);
    await expectBooks();
  });

  test('of two friends who are looked at in the same moment for the last place, one brings a reward', async () => {
    const referralBonus = { ...DEFAULTS.referralBonus, minimumDepositRequired: 0, maxReferralsPerUser: 1 };
    await promote({ signupBonus: off, referralBonus });
    const [asha, ...friends] = [await arrive(), await server.trader(), await server.trader()];
    for (const { id } of friends)
      await server.database.query('update users set referred_by = $2 where id = $1', [id, asha.id]);
    let counted = 0;
    // The friend that has counted waits until the other one has counted as well, if that may be.
    const transaction: Database['transaction'] = (work, limits) =>
      server.database.transaction(
        (asked) =>
          work({
            async query(sql, values) {
              const found = await asked.query(sql, values);
              if (!String(sql).includes(`kind = 'referrer'`)) return found as never;
              counted++;
              for (let waited = 0; waited < 50 && counted < 2; waited++) await sleep(10);
              return found as never;
            },
          }),
        limits,
      );
    const promotions = await PromotionBook.load(server.database);
    const options = { db: { ...server.database, transaction }, venue: VENUE, promotions, now: () => server.clock.at };
    await Promise.all(friends.map(({ accountNo }) => claimEarned(options, accountNo)));
    await server.rewards.passTime();
    expect((await earnedBy(asha)).filter(([kind]) => kind === 'referrer')).toHaveLength(1);
    await promote({});
  });

  test('a blocked friend brings nothing while blocked, nor does a blocked giver of the code, nor an administrator', async () => {
    const [asha, boss] = [await arrive(), await server.admin()];
    const [ravi, mira] = [await arrive(asha), await arrive(boss)];
    await setBlocked(asha, true);
    await deposit(ravi, 500);
    await deposit(mira, 500);
    expect([await earnedBy(ravi), await earnedBy(mira)]).toEqual([[], []]);
    await setBlocked(asha, false);
    await setBlocked(ravi, true);
    await server.rewards.catchUp();
    expect(await earnedBy(asha)).toEqual([]);
    // Nor is anybody waited for who cannot bring anything.
    expect((await rewardsOf(asha)).next.referrer).toMatchObject({ rewarded: 0, waiting: 0 });
    await setBlocked(ravi, false);
    await server.rewards.catchUp();
    expect([await earnedBy(asha), await earnedBy(ravi), await earnedBy(mira)]).toEqual([
      [['referrer', 10]],
      [['referee', 5]],
      [],
    ]);
  });

  test('a side that gets nothing still takes the place', async () => {
    await promote({
      signupBonus: off,
      referralBonus: { ...DEFAULTS.referralBonus, referrerAmount: 0, maxReferralsPerUser: 1 },
    });
    const asha = await arrive();
    const [ravi, mira] = [await arrive(asha), await arrive(asha)];
    await deposit(ravi, 100);
    await deposit(mira, 100);
    expect([await earnedBy(asha), await earnedBy(ravi), await earnedBy(mira)]).toEqual([[], [['referee', 5]], []]);
  });
});

test('a reward that the exchange refuses is void, and not asked for with every round', async () => {
  const [boss, asha] = [await server.admin(), await server.trader()];
  // Without an account at the exchange there is nothing that it could be paid into.
  for (const { accountNo } of [boss, asha])
    await server.database.query(
      `insert into rewards (venue, account, kind, source, amount, earned_at, state)
       values (1, $1, 'loyalty', $2, 100, 0, 'due')`,
      [accountNo, `loyalty:${accountNo}:1`],
    );
  await server.rewards.recover();
  const { rows } = await server.database.query<{ state: string }>(
    'select state from rewards where account = any($1) order by account',
    [[boss.accountNo, asha.accountNo]],
  );
  expect(rows).toEqual([{ state: 'void' }, { state: 'paid' }]);
});

test('one that is paid to somebody who is leaving, or has left, is given up with the rest of the cash, and nobody is told', async () => {
  await promote({ signupBonus: off, referralBonus: noReferral, loyaltyRewards: noLoyalty });
  const [boss, asha, ravi] = [await server.admin(), await server.trader(70_00), await server.trader(30_00)];
  const people = [asha, ravi];
  for (const { accountNo } of people) {
    await server.database.query(
      `insert into rewards (venue, account, kind, source, amount, earned_at, state)
       values (1, $1, 'loyalty', $2, 5000, 0, 'due')`,
      [accountNo, `loyalty:${accountNo}:1`],
    );
    await server.exchange.submit({ kind: 'close-account', account: accountNo });
  }
  await server.database.query('insert into account_deletions (user_id, asked_by, asked_at) values ($1, $2, $3)', [
    asha.id,
    boss.id,
    server.clock.at,
  ]);
  await server.database.query('update users set deleted_at = $2, is_blocked = true where id = $1', [
    ravi.id,
    server.clock.at,
  ]);
  await server.rewards.recover();
  await server.rewards.recover();
  const cash = await server.exchange.read(({ venue }) =>
    people.map(({ accountNo }) => venue.ledger.balance(venue.traders.get(accountNo)!.cash)),
  );
  const { rows } = await server.database.query<{ state: string }>('select state from rewards where account = any($1)', [
    people.map(({ accountNo }) => accountNo),
  ]);
  expect([cash, rows.map(({ state }) => state), people.flatMap(noticesTo)]).toEqual([[0, 0], ['paid', 'paid'], []]);
  await expectBooks();
});

describe('loyalty', () => {
  beforeEach(() => promote({ signupBonus: off, referralBonus: noReferral }));

  /** Buys and sells again: twice `value` rupees are traded. */
  async function trade(trader: Trader, value: number): Promise<void> {
    const quantity = value / 400;
    server.clear('MERIT');
    server.quote('MERIT', 'sell', 400_00, quantity);
    expect((await buy(trader, quantity, 400, 'MERIT')).body.data.status).toBe('COMPLETED');
    server.quote('MERIT', 'buy', 400_00, quantity);
    expect((await sell(trader, quantity, 400, 'MERIT')).body.data.status).toBe('COMPLETED');
    await server.rewards.idle();
  }

  test('comes when enough was bought and sold within the timeframe, and once in it', async () => {
    const asha = await server.trader(1_00_000_00);
    await trade(asha, 4_800);
    expect((await rewardsOf(asha)).next.loyalty).toEqual({
      amount: 50,
      traded: 9_600,
      tradingAmount: 10_000,
      timeframeInDays: 30,
      opensAt: null,
    });
    await trade(asha, 400);
    expect(await earnedBy(asha)).toEqual([['loyalty', 50]]);
    await trade(asha, 8_000);
    expect(await earnedBy(asha)).toHaveLength(1);
    const { opensAt } = (await rewardsOf(asha)).next.loyalty!;
    expect(Date.parse(opensAt!)).toBe(server.clock.at + 30 * DAY_MS);
    server.clock.at += 31 * DAY_MS;
    await trade(asha, 4_800);
    expect(await earnedBy(asha)).toHaveLength(1);
    await trade(asha, 400);
    expect(await earnedBy(asha)).toHaveLength(2);
    expect(noticesTo(asha).filter((message) => message.includes('loyalty'))).toHaveLength(2);
  });

  test('what was traded too long ago does not count', async () => {
    const asha = await server.trader(1_00_000_00);
    await trade(asha, 4_800);
    server.clock.at += 31 * DAY_MS;
    await trade(asha, 4_800);
    expect(await earnedBy(asha)).toEqual([]);
    await trade(asha, 400);
    expect(await earnedBy(asha)).toEqual([['loyalty', 50]]);
  });

  test('a reward of nothing, or one that is switched off, is not promised', async () => {
    const asha = await server.trader();
    for (const change of [{ rewardAmount: 0 }, { enabled: false }]) {
      await promote({ loyaltyRewards: { ...DEFAULTS.loyaltyRewards, ...change } });
      expect((await rewardsOf(asha)).next.loyalty).toBeNull();
    }
  });

  test('other rules are in force at once, also for what has been traded already', async () => {
    const asha = await server.trader(1_00_000_00);
    await trade(asha, 2_000);
    expect(await earnedBy(asha)).toEqual([]);
    const cheap = { ...DEFAULTS.loyaltyRewards, tradingAmount: 3_000, rewardAmount: 7.5 };
    await promote({ signupBonus: off, referralBonus: noReferral, loyaltyRewards: cheap });
    expect(await earnedBy(asha)).toEqual([['loyalty', 7.5]]);
  });
});
