// Rewards as people, crowds of friends, crashes and administrators bring them about: each is earned once and paid once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import type { PromotionsInput, RewardsData } from '../../contract/rewards.ts';
import { MAX_PAISE } from '../../core/money.ts';
import { verifyBooks } from '../exchange/verify.ts';
import { createLog } from '../log.ts';
import { Rewards } from './rewards.ts';

type Trader = Awaited<ReturnType<Trading['trader']>>;
type Wire = { [Part in keyof PromotionsInput]: PromotionsInput[Part] };

const DAY_MS = 86_400_000;
/** Spec 9, in rupees. */
const DEFAULTS: Wire = {
  signupBonus: { enabled: true, amount: 50, minimumDepositRequired: 0, expiryDays: 30 },
  referralBonus: {
    enabled: true,
    referrerAmount: 10,
    refereeAmount: 5,
    maxReferralsPerUser: 10,
    minimumDepositRequired: 100,
  },
  loyaltyRewards: { enabled: true, tradingAmount: 10_000, rewardAmount: 50, timeframeInDays: 30 },
};

let server: Trading;
let admin: Trader;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, PENNY: 10_00 });
  server.rewards.watch();
  admin = await server.admin();
});
afterAll(() => server.close());

const off = { ...DEFAULTS.signupBonus, enabled: false };
const noReferral = { ...DEFAULTS.referralBonus, enabled: false };
const noLoyalty = { ...DEFAULTS.loyaltyRewards, enabled: false };

async function promote(change: Partial<Wire>): Promise<void> {
  const reply = await server.call('POST /createPromotions', { ...DEFAULTS, ...change }, admin);
  expect([reply.status, reply.body.message]).toEqual([200, 'promotion created successfully']);
  await server.rewards.idle();
}

/** Opened as a sign-up opens it: the account is there, and those who welcome it are told. */
async function arrive(referrer?: Trader): Promise<Trader> {
  const trader = await server.trader();
  if (referrer !== undefined)
    await server.database.query('update users set referred_by = $2 where id = $1', [trader.id, referrer.id]);
  await server.rewards.look(trader.accountNo);
  return trader;
}

let payments = 0;

async function deposit(trader: Trader, rupees: number): Promise<void> {
  const [account, paymentId] = [trader.accountNo, ++payments];
  const command = { kind: 'deposit', account, amount: Math.round(rupees * 100), paymentId } as const;
  await server.exchange.submit(command, { account, key: `payment:${paymentId}` });
  await server.rewards.idle();
}

const setBlocked = (trader: Trader, isBlocked: boolean) =>
  server.database.query('update users set is_blocked = $2 where id = $1', [trader.id, isBlocked]);

async function rewardsOf(trader: Trader): Promise<RewardsData> {
  return (await server.call('GET /rewards', {}, trader)).body.data;
}
const earnedBy = async (trader: Trader) => (await rewardsOf(trader)).earned.map(({ kind, amount }) => [kind, amount]);
const balance = async (trader: Trader): Promise<number> =>
  (await server.call('GET /portfolio', {}, trader)).body.data.balance;
const noticesTo = ({ accountNo }: Trader) =>
  server.told.filter(({ account }) => account === accountNo).map(({ notification }) => notification.message);

async function expectBooks(): Promise<void> {
  const { checks } = await verifyBooks(server.database, VENUE);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
}

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
    const command = { kind: 'deposit', account, amount: 300_00, paymentId: ++payments } as const;
    const key = { account, key: `payment:${payments}` };
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

  test('what is unused goes back, after a warning, once', async () => {
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

  test('what an open order holds goes back when it is free, and not before', async () => {
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

  test('what the order spends was used, and stays', async () => {
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

const buy = (trader: Trader, quantity: number, price: number, stock = 'PENNY') =>
  server.call('POST /orders', { stock, type: 'BUY', orderType: 'LIMIT', quantity, price, timeInForce: 'GTC' }, trader);
const sell = (trader: Trader, quantity: number, price: number, stock = 'PENNY') =>
  server.call('POST /orders', { stock, type: 'SELL', orderType: 'LIMIT', quantity, price }, trader);

describe('referral', () => {
  beforeEach(() => promote({ signupBonus: off, loyaltyRewards: noLoyalty }));

  test('pays both once the friend has paid in enough, and not for the own deposits of whoever gave the code', async () => {
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
      'A friend has joined with your code and added money: \u20b910.00 is yours.',
      "You joined with a friend's code and have added money: \u20b95.00 is yours.",
    ]);
    expect((await rewardsOf(asha)).next.referrer).toMatchObject({ rewarded: 1, waiting: 0 });
  });

  test('fifty friends at once bring as many rewards as there are places', async () => {
    const asha = await arrive();
    const friends = await Promise.all(Array.from({ length: 50 }, () => arrive(asha)));
    // Two processes of the server, as far as the tables know.
    const other = await anotherServer();
    await Promise.all(
      friends.map(async (friend) => {
        const [account, paymentId] = [friend.accountNo, ++payments];
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

  test('a blocked friend brings nothing while he is blocked, nor does a blocked giver of the code, nor an administrator', async () => {
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

  test('other rules are in force at once, also for what has been traded already', async () => {
    const asha = await server.trader(1_00_000_00);
    await trade(asha, 2_000);
    expect(await earnedBy(asha)).toEqual([]);
    const cheap = { ...DEFAULTS.loyaltyRewards, tradingAmount: 3_000, rewardAmount: 7.5 };
    await promote({ signupBonus: off, referralBonus: noReferral, loyaltyRewards: cheap });
    expect(await earnedBy(asha)).toEqual([['loyalty', 7.5]]);
  });
});

/** A second process with the same tables, and the same exchange. */
function anotherServer(): Promise<Rewards> {
  const { database: db, exchange, notices, clock } = server;
  const log = createLog({ logLevel: 'silent' });
  return Rewards.open({ db, venue: VENUE, exchange, notices, log, now: () => clock.at });
}

describe('crashes', () => {
  beforeEach(() => promote({}));

  interface Row {
    id: number;
    amount: number;
    source: string;
    expiresAt: number | null;
  }

  /** What a process leaves that died after the claim. */
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
    // Nobody heard of this deposit.
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
  test('the defaults of the specification, to whoever is logged in', async () => {
    const fresh = await startTrading({ MERIT: 400_00 });
    const reply = await fresh.call('GET /promotions', {}, await fresh.trader());
    expect(reply.body.data).toEqual({ ...DEFAULTS, savedAt: null });
    expect((await fresh.call('GET /promotions', {}, await fresh.admin())).status).toBe(200);
    expect((await fresh.call('GET /promotions', {})).status).toBe(401);
    await fresh.close();
  });

  test('what is saved is in force, in the log, and there after a restart', async () => {
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
