// Two administrators with the same form: a save over a meanwhile changed state is refused with that reason, and undoes nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteName } from '../contract/routes.ts';
import { startTrading } from '../tests/trading.ts';
import type { Trading } from '../tests/trading.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
beforeAll(async () => {
  server = await startTrading();
  admin = await server.admin();
});
afterAll(() => server.close());

const ask = (name: RouteName, input: object = {}) => server.call(name, input, { token: admin.token });
const HOUR = 3_600_000;

const promotions = {
  signupBonus: { enabled: true, amount: 50, minimumDepositRequired: 0, expiryDays: 30 },
  referralBonus: {
    enabled: true,
    referrerAmount: 10,
    refereeAmount: 5,
    maxReferralsPerUser: 9,
    minimumDepositRequired: 1,
  },
  loyaltyRewards: { enabled: false, tradingAmount: 1000, rewardAmount: 1, timeframeInDays: 30 },
};

async function lesson(): Promise<{ id: string; form: object }> {
  const teacher = await server.instructor();
  const form = {
    instructor_name: teacher.name,
    instructor_email: teacher.email,
    specialization: 'risk',
    topic: 'Stops',
    about: 'Two lines.\nOf text.',
    hourly_rate: 99.5,
    start_time: new Date(server.clock.at + HOUR).toISOString(),
    end_time: new Date(server.clock.at + 2 * HOUR).toISOString(),
  };
  return { id: (await ask('POST /createSession', form)).body.data.id, form };
}

type Case = readonly [name: RouteName, before: object, mine: object, theirs: object, id?: string];

const CASES: Record<string, () => Promise<Case> | Case> = {
  limits: () => {
    const before = { maxBuyLimit: 1000, maxSellLimit: 900, timeframeInHours: 24 };
    return ['POST /updateLimit', before, { ...before, maxSellLimit: 70 }, { ...before, maxBuyLimit: 5 }];
  },
  fees: () => {
    const volumeDiscounts = [{ minVolume: 1, maxVolume: 9, discountRate: 0.07 }];
    const before = { standardCommissionRate: 0.0123, flatTransactionFee: 5.01, volumeDiscounts };
    return ['POST /updateFees', before, { ...before, flatTransactionFee: 6 }, { ...before, volumeDiscounts: [] }];
  },
  promotions: () => {
    const theirs = { ...promotions, signupBonus: { ...promotions.signupBonus, enabled: false } };
    const mine = { ...promotions, loyaltyRewards: { ...promotions.loyaltyRewards, rewardAmount: 2 } };
    return ['POST /createPromotions', promotions, mine, theirs];
  },
  lesson: async () => {
    const { id, form } = await lesson();
    return ['POST /updateSession/{id}', form, { ...form, topic: 'Mine' }, { ...form, hourly_rate: 100 }, id];
  },
};

test.each(Object.keys(CASES))('%s', async (name) => {
  const [call, before, mine, theirs, id] = await CASES[name]();
  const save = (form: object, seen?: object) => ask(call, { id, ...form, ...(seen && { seen }) });
  expect((await save(before)).status).toBe(200);
  // As it stands it may be saved again: nothing changes, and the log says of nobody that something did.
  const same = await server.stateHash();
  for (const seen of [before, undefined]) expect((await save(before, seen)).status).toBe(200);
  expect(await server.stateHash()).toBe(same);
  expect((await save(theirs, before)).status).toBe(200);
  const state = await server.stateHash();
  // Pressed again after the answer was lost: it is in force, and nothing is saved anew.
  expect((await save(theirs, before)).status).toBe(200);
  expect(await server.stateHash()).toBe(state);
  const refused = await save(mine, before);
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'changed-meanwhile']);
  expect(refused.body.message).toMatch(/^Another administrator has changed this in the meantime/);
  expect(await server.stateHash()).toBe(state);
  // Over what is in force by now, and by a client that does not say what it has seen.
  expect((await save(mine, theirs)).status).toBe(200);
  expect((await save(theirs)).status).toBe(200);
  expect((await save(mine, { nonsense: true })).status).toBe(400);
});
