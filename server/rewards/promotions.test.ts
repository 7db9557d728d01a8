// Saving promotions, what a crash leaves of a reward, and the rewards in the profile and the balance.
import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_PAISE } from '../../core/money.ts';
import {
  admin,
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
  promote,
  rewardsOf,
  sell,
  server,
  setBlocked,
  type Trader,
} from '../../tests/scenes/rewards.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import { DEFAULT_REWARDS } from '../../core/rewards/rules.ts';
import type { RewardRules } from '../../core/rewards/rules.ts';
import type { Queryable } from '../db/open.ts';
import { PromotionBook } from './promotions.ts';

describe('crashes', () => {
  beforeEach(() => promote({}));

  interface Row {
    id: number;
    amount: number;
    source: string;
    expiresAt: number | null;
  }

  /** The state left by a process that died after the claim. */
  async function claimOf(trader: Trader): Promise<Row> {
    const expiresAt = server.clock.at + 30 * DAY_MS;
    const { rows } = await server.database.query<Row>(
      `insert into rewards (venue, account, kind, source, amount, earned_at, expires_at)
       values ($1, $2, 'signup', $3, 5000, $4, $5) returning id, amount, source, expires_at as "expiresAt"`,
      [VENUE, trader.accountNo, `signup:${trader.accountNo}`, server.clock.at, expiresAt],
    );
    return rows[0];
  }

  test('between the claim and the payment', async () => {
    const asha = await server.trader();
    await claimOf(asha);
    expect((await rewardsOf(asha)).earned).toMatchObject([{ isPaid: false, amount: 50 }]);
    const restarted = await anotherServer();
    await Promise.all([restarted.recover(), restarted.recover()]);
    await restarted.catchUp();
    expect([await balance(asha), await earnedBy(asha), noticesTo(asha).length]).toEqual([50, [['signup', 50]], 1]);
  });

  test('between the payment and its mark', async () => {
    const asha = await server.trader();
    const { id: rewardId, amount, source, expiresAt } = await claimOf(asha);
    const account = asha.accountNo;
    const key = { account, key: `reward:${source}` };
    await server.exchange.submit({ kind: 'grant-reward', account, rewardId, amount, expiresAt }, key);
    expect([await balance(asha), noticesTo(asha).length]).toEqual([50, 0]);
    const restarted = await anotherServer();
    await restarted.recover();
    await restarted.recover();
    expect([await balance(asha), noticesTo(asha).length]).toEqual([50, 1]);
    expect((await rewardsOf(asha)).earned).toMatchObject([{ isPaid: true }]);
    await expectBooks();
  });

  test('between the deposit and the claim', async () => {
    await promote({ signupBonus: off });
    const asha = await arrive();
    const ravi = await arrive(asha);
    // Nobody was told of this deposit.
    await setBlocked(ravi, true);
    await deposit(ravi, 100);
    await setBlocked(ravi, false);
    const restarted = await anotherServer();
    await restarted.catchUp();
    expect([await earnedBy(asha), await earnedBy(ravi)]).toEqual([[['referrer', 10]], [['referee', 5]]]);
  });

  test('a reward that the account cannot hold is void, and keeps nobody waiting', async () => {
    const rich = await server.trader(MAX_PAISE);
    const asha = await server.trader();
    await server.rewards.look(rich.accountNo);
    await server.rewards.look(asha.accountNo);
    expect([await earnedBy(rich), await earnedBy(asha)]).toEqual([[], [['signup', 50]]]);
  });
});

describe('promotions', () => {
  test('the defaults of the specification, for everybody who is logged in', async () => {
    const fresh = await startTrading({ MERIT: 400_00 });
    const reply = await fresh.call('GET /promotions', {}, await fresh.trader());
    expect(reply.body.data).toEqual({ ...DEFAULTS, savedAt: null });
    expect((await fresh.call('GET /promotions', {}, await fresh.admin())).status).toBe(200);
    expect((await fresh.call('GET /promotions', {})).status).toBe(401);
    await fresh.close();
  });

  test('saved settings are in force, in the log, and there after a restart', async () => {
    await promote({});
    const mine = {
      ...DEFAULTS,
      signupBonus: { enabled: true, amount: 75.5, minimumDepositRequired: 20, expiryDays: 7 },
    };
    await promote(mine);
    const saved = (await server.call('GET /promotions', {}, admin)).body.data;
    expect(saved).toEqual({ ...mine, savedAt: new Date(server.clock.at).toISOString() });
    const { rows } = await server.database.query<{ actor: string; detail: object }>(
      `select actor, detail from audit_log where action = 'save-promotions' order by id desc limit 1`,
    );
    expect(rows[0]).toEqual({
      actor: admin.id,
      detail: {
        'signupBonus.amount': { from: 50, to: 75.5 },
        'signupBonus.minimumDepositRequired': { from: 0, to: 20 },
        'signupBonus.expiryDays': { from: 30, to: 7 },
      },
    });
    const restarted = await anotherServer();
    expect(await restarted.handlers['GET /promotions']({} as never)).toEqual({ data: saved });
  });

  const { signupBonus, referralBonus, loyaltyRewards } = DEFAULTS;
  test.each<[string, object]>([
    ['nothing', {}],
    ['two of three', { signupBonus, referralBonus }],
    ['a text', { signupBonus: 'yes', referralBonus, loyaltyRewards }],
    ['a list', { signupBonus: [], referralBonus, loyaltyRewards }],
    ['a negative sum', { signupBonus: { ...signupBonus, amount: -1 }, referralBonus, loyaltyRewards }],
    ['a third decimal', { signupBonus: { ...signupBonus, amount: 1.005 }, referralBonus, loyaltyRewards }],
    ['a huge sum', { signupBonus: { ...signupBonus, amount: 10_00_000.01 }, referralBonus, loyaltyRewards }],
    ['a sum as text', { signupBonus: { ...signupBonus, amount: '50' }, referralBonus, loyaltyRewards }],
    ['no days', { signupBonus: { ...signupBonus, expiryDays: 0 }, referralBonus, loyaltyRewards }],
    ['half a day', { signupBonus: { ...signupBonus, expiryDays: 1.5 }, referralBonus, loyaltyRewards }],
    ['no friends', { signupBonus, referralBonus: { ...referralBonus, maxReferralsPerUser: 0 }, loyaltyRewards }],
    ['nothing to trade', { signupBonus, referralBonus, loyaltyRewards: { ...loyaltyRewards, tradingAmount: 0 } }],
    ['enabled as text', { signupBonus, referralBonus, loyaltyRewards: { ...loyaltyRewards, enabled: 'true' } }],
  ])('%s is refused, and changes nothing', async (_, input) => {
    const before = await server.stateHash();
    const reply = await server.call('POST /createPromotions', input, admin);
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(/^(Send|Enter|Enabled)/)]);
    expect(await server.stateHash()).toBe(before);
  });

  test('twenty at once are saved one after the other', async () => {
    await promote({});
    await Promise.all(
      Array.from({ length: 20 }, (__, n) => promote({ signupBonus: { ...DEFAULTS.signupBonus, amount: n + 1 } })),
    );
    const { rows } = await server.database.query<{ detail: Record<string, { from: number; to: number }> }>(
      `select detail from audit_log where action = 'save-promotions' order by id desc limit 20`,
    );
    let amount = (await server.call('GET /promotions', {}, admin)).body.data.signupBonus.amount as number;
    for (const { detail } of rows) {
      expect(detail['signupBonus.amount'].to).toBe(amount);
      amount = detail['signupBonus.amount'].from;
    }
    expect(amount).toBe(50);
  });

  test('saved, though nobody could say so: in force with the next round, and asked again it is done', async () => {
    await promote({});
    const { pool } = server.database;
    const breakOff = (client: pg.PoolClient) => {
      const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
      const losing = async (...given: unknown[]) => {
        const answer = await query(...given);
        if ((given[0] as pg.QueryConfig).text === 'commit') throw new Error('Connection terminated unexpectedly');
        return answer;
      };
      Object.assign(client, { query: losing });
    };
    const amountNow = async () =>
      (await server.call('GET /promotions', {}, admin)).body.data.signupBonus.amount as number;
    const lost = async (amount: number) => {
      const seen = { ...DEFAULTS, signupBonus: { ...DEFAULTS.signupBonus, amount: await amountNow() } };
      const input = { ...DEFAULTS, signupBonus: { ...DEFAULTS.signupBonus, amount }, seen };
      pool.on('acquire', breakOff);
      const { status } = await server.call('POST /createPromotions', input, admin);
      pool.off('acquire', breakOff);
      expect(status).toBe(503);
      return input;
    };
    await lost(61);
    await server.rewards.passTime();
    expect(await amountNow()).toBe(61);
    const input = await lost(62);
    const versions = () => server.database.query('select 1 from promotions');
    const before = (await versions()).rowCount;
    expect((await server.call('POST /createPromotions', input, admin)).status).toBe(200);
    expect([await amountNow(), (await versions()).rowCount]).toEqual([62, before]);
  });

  test('only administrators', async () => {
    const asha = await server.trader();
    expect((await server.call('POST /createPromotions', DEFAULTS, asha)).status).toBe(403);
    expect((await server.call('GET /rewards', {}, admin)).status).toBe(403);
  });
});

test('the profile says which rewards a person may have', async () => {
  const flags = async (trader: Trader) => {
    const { data } = (await server.call('GET /Userprofile', {}, trader)).body;
    return [data.isEligibleForSignupBonus, data.isEligibleForReferralBonus, data.isEligibleForLoyaltyRewards];
  };
  await promote({});
  const asha = await arrive();
  expect(await flags(asha)).toEqual([true, true, true]);
  await promote({ referralBonus: noReferral, loyaltyRewards: noLoyalty });
  expect(await flags(asha)).toEqual([true, false, false]);
  await promote({ referralBonus: { ...DEFAULTS.referralBonus, maxReferralsPerUser: 1 } });
  const [ravi, mira] = [await arrive(asha), await arrive(asha)];
  await deposit(ravi, 100);
  expect([await flags(asha), await flags(mira)]).toEqual([
    [true, false, true],
    [true, true, true],
  ]);
  const amounts = { referrerAmount: 0, refereeAmount: 5 };
  await promote({ referralBonus: { ...DEFAULTS.referralBonus, ...amounts } });
  expect([(await flags(mira))[1], (await rewardsOf(mira)).next]).toMatchObject([
    true,
    { referee: { amount: 5 }, referrer: { amount: 0, friendAmount: 5 } },
  ]);
  await promote({ referralBonus: { ...DEFAULTS.referralBonus, ...amounts, refereeAmount: 0 } });
  expect([(await flags(mira))[1], (await rewardsOf(mira)).next]).toMatchObject([
    false,
    { referee: null, referrer: null },
  ]);
});

test('a flat account: deposits, rewards and net profit make its balance, to the paisa', async () => {
  await promote({});
  const asha = await arrive();
  const ravi = await arrive(asha);
  await deposit(ravi, 100);
  await deposit(asha, 20_000.37);
  server.quote('MERIT', 'sell', 401_05, 30);
  expect((await buy(asha, 30, 401.05, 'MERIT')).body.data.status).toBe('COMPLETED');
  server.clear('MERIT');
  server.quote('MERIT', 'buy', 398_85, 30);
  expect((await sell(asha, 30, 398.85, 'MERIT')).body.data.status).toBe('COMPLETED');
  await server.rewards.idle();
  const { earned, deposited, totalEarned } = await rewardsOf(asha);
  expect(earned.map(({ kind }) => kind).sort()).toEqual(['loyalty', 'referrer', 'signup']);
  const { netPL } = (await server.call('GET /tradeDiary', {}, asha)).body.data;
  expect(netPL).toBeLessThan(0);
  const paise = (rupees: number) => Math.round(rupees * 100);
  expect(paise(deposited) + paise(totalEarned) + paise(netPL)).toBe(paise(await balance(asha)));
  await expectBooks();
});

test('a save that fails while an earlier one is looked for is looked for, too', async () => {
  const rules = { ...DEFAULT_REWARDS, loyalty: { ...DEFAULT_REWARDS.loyalty, isEnabled: false } };
  const stored: { version: number; rules: RewardRules; savedAt: number }[] = [];
  let whileReading = (): void => {};
  const query = async () => {
    const rows = [...stored];
    whileReading();
    return { rows, rowCount: rows.length, command: '', oid: 0, fields: [] };
  };
  const db = { query } as unknown as Queryable;
  const promotions = await PromotionBook.load(db);
  promotions.doubt();
  whileReading = () => {
    promotions.doubt();
    stored.push({ version: 1, rules, savedAt: 1 });
  };
  expect(await promotions.settle(db)).toBe(false);
  whileReading = () => {};
  expect(await promotions.settle(db)).toBe(true);
  expect(promotions.rules).toBe(rules);
  expect(await promotions.settle(db)).toBe(false);
});
