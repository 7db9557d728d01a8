// Rewards on a real exchange for one test file: promotions, people who arrive, pay in and trade.
import { afterAll, beforeAll, expect } from 'vitest';
import type { PromotionsInput, RewardsData } from '../../contract/rewards.ts';
import { verifyBooks } from '../../server/exchange/proof/verify.ts';
import { createLog } from '../../server/log.ts';
import { Rewards } from '../../server/rewards/rewards.ts';
import { startTrading, type Trading, VENUE } from '../trading.ts';

export type Trader = Awaited<ReturnType<Trading['trader']>>;
type Wire = { [Part in keyof PromotionsInput]: PromotionsInput[Part] };

export const DAY_MS = 86_400_000;
/** Spec 9, in rupees. */
export const DEFAULTS: Wire = {
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

export let server: Trading;
export let admin: Trader;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, PENNY: 10_00 });
  server.rewards.watch();
  admin = await server.admin();
});
afterAll(() => server.close());

export const off = { ...DEFAULTS.signupBonus, enabled: false };
export const noReferral = { ...DEFAULTS.referralBonus, enabled: false };
export const noLoyalty = { ...DEFAULTS.loyaltyRewards, enabled: false };

export async function promote(change: Partial<Wire>): Promise<void> {
  const reply = await server.call('POST /createPromotions', { ...DEFAULTS, ...change }, admin);
  expect([reply.status, reply.body.message]).toEqual([200, 'promotion created successfully']);
  await server.rewards.idle();
}

/** Opens an account as a sign-up does: the account exists, and its welcome rewards are due. */
export async function arrive(referrer?: Trader): Promise<Trader> {
  const trader = await server.trader();
  if (referrer !== undefined)
    await server.database.query('update users set referred_by = $2 where id = $1', [trader.id, referrer.id]);
  await server.rewards.look(trader.accountNo);
  return trader;
}

let payments = 0;
/** A payment with an id of its own. */
export const nextPayment = (): number => ++payments;

export async function deposit(trader: Trader, rupees: number): Promise<void> {
  const [account, paymentId] = [trader.accountNo, nextPayment()];
  const command = { kind: 'deposit', account, amount: Math.round(rupees * 100), paymentId } as const;
  await server.exchange.submit(command, { account, key: `payment:${paymentId}` });
  await server.rewards.idle();
}

export const setBlocked = (trader: Trader, isBlocked: boolean) =>
  server.database.query('update users set is_blocked = $2 where id = $1', [trader.id, isBlocked]);

export async function rewardsOf(trader: Trader): Promise<RewardsData> {
  return (await server.call('GET /rewards', {}, trader)).body.data;
}
export const earnedBy = async (trader: Trader) =>
  (await rewardsOf(trader)).earned.map(({ kind, amount }) => [kind, amount]);
export const balance = async (trader: Trader): Promise<number> =>
  (await server.call('GET /portfolio', {}, trader)).body.data.balance;
export const noticesTo = ({ accountNo }: Trader) =>
  server.told.filter(({ account }) => account === accountNo).map(({ notification }) => notification.message);

export async function expectBooks(): Promise<void> {
  const { checks } = await verifyBooks(server.database, VENUE);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
}

export const buy = (trader: Trader, quantity: number, price: number, stock = 'PENNY') =>
  server.call('POST /orders', { stock, type: 'BUY', orderType: 'LIMIT', quantity, price, timeInForce: 'GTC' }, trader);
export const sell = (trader: Trader, quantity: number, price: number, stock = 'PENNY') =>
  server.call('POST /orders', { stock, type: 'SELL', orderType: 'LIMIT', quantity, price }, trader);

/** A second process with the same tables, and the same exchange. */
export function anotherServer(): Promise<Rewards> {
  const { database: db, exchange, notices, clock } = server;
  const log = createLog({ logLevel: 'silent' });
  return Rewards.open({ db, venue: VENUE, exchange, notices, log, now: () => clock.at });
}
