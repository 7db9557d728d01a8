// The proof of the books: it accepts what the exchange has written, and names every later change.
import { beforeAll, expect, test } from 'vitest';
import {
  ASHA,
  db,
  earnReward,
  exchange,
  foundAfter,
  offer,
  order,
  RAVI,
  VENUE,
} from '../../../tests/scenes/exchange.ts';
import { verifyBooks } from './verify.ts';

beforeAll(async () => {
  const rewardId = await earnReward(ASHA, 50_00, 1000);
  const grant = { kind: 'grant-reward', account: ASHA, rewardId, amount: 50_00, expiresAt: 1000 } as const;
  await exchange.submit(grant, { account: ASHA, key: `reward:signup:${ASHA}` });
  offer(10);
  await exchange.submit(order(ASHA, 'buy', 4));
  await exchange.submit(order(RAVI, 'buy', 2));
});

test('the entries of the exchange add up', async () => {
  expect(await verifyBooks(db, VENUE)).toMatchObject({ ok: true });
});

const CORRUPTIONS: readonly [check: string, sql: string][] = [
  ['balances', `update ledger_accounts set balance = balance + 1 where owner = 'fees'`],
  ['zero-sums', `update ledger_accounts set balance = balance + 1 where owner = 'fees'`],
  ['chain', `alter table transfers disable trigger all; update transfers set reference = reference + 1 where id = 2`],
  [
    'chain',
    `alter table batches disable trigger all; update batches set settled_references[1] = settled_references[1] + 1 where settled_ids is not null`,
  ],
  [
    'balances',
    `alter table batches disable trigger all; update batches set settled_amounts[1] = settled_amounts[1] + 1`,
  ],
  ['balances', `alter table batches disable trigger all; update batches set has_balances = sequence = 1`],
  ['positions', `update lots set quantity = quantity + 1 where id = (select min(id) from lots)`],
  ['fills', `update orders set remaining = remaining + 1 where status = 'filled' and quantity > 1`],
  ['holds', `update orders set held = 1 where end_reason is not null`],
  ['rewards', `update ledger_accounts set balance = balance + 1 where owner = 'rewards'`],
  [
    'rewards',
    `insert into rewards (venue, account, kind, source, amount, earned_at, state, paid_at) values (1, 9, 'loyalty', 'x', 1, 0, 'paid', 0)`,
  ],
  ['rewards', `alter table rewards disable trigger all; update rewards set amount = amount + 1`],
  ['rewards', `delete from rewards`],
  ['bonuses', `update traders set bonus_reward = 1, bonus_left = 1, bonus_expires_at = 0 where account = 2`],
  [
    'bonuses',
    `update traders set bonus_reward = (select id from rewards), bonus_left = 1, bonus_expires_at = 0 where account = ${ASHA};
     update ledger_accounts a set balance = a.balance - b.balance from ledger_balances b
     where b.venue = a.venue and b.id = a.id and a.owner = '${ASHA}' and a.asset = 0`,
  ],
  ['no-debts', `update orders set end_reason = null, held = 1e12 where id = (select max(id) from orders)`],
  ['fees', `alter table fills disable trigger all; update fills set brokerage = brokerage + 1 where trade_id = 1`],
  ['fees', `alter table fills disable trigger all; update fills set statutory = statutory + 1 where trade_id = 1`],
  ['fills', `update orders set statutory = 1 where filled_value > 0`],
  ['fills', `update orders set intraday_value = intraday_value + 1 where filled_value > 0`],
  [
    'chain',
    `alter table transfers disable trigger all; delete from transfers where id = (select max(id) from transfers)`,
  ],
];

test.each(CORRUPTIONS)('%s: %s', async (check, sql) => {
  const found = await foundAfter(sql, (state) => verifyBooks(state, VENUE));
  expect(found?.ok).toBe(false);
  expect(found?.checks.filter(({ ok }) => !ok).map(({ name }) => name)).toContain(check);
});

test('transfers, fills and batches can be neither changed nor deleted', async () => {
  for (const table of ['transfers', 'fills', 'batches']) {
    await expect(db.query(`delete from ${table}`)).rejects.toThrow('written once');
    await expect(db.query(`update ${table} set venue = venue`)).rejects.toThrow('written once');
  }
});
