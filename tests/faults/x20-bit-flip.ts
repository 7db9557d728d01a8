// X20: stored data is changed, past every rule of the database. The proof names it, and the next start refuses to trade.
import { prove } from './proof.ts';
import { Journal } from './journal.ts';
import { outcomeOf } from './fault.ts';
import type { Fault, Outcome } from './fault.ts';
import type { Stage } from './stage.ts';
import { Load, makeTraders } from './traders.ts';
import { setTimeout as sleep } from 'node:timers/promises';

interface Flip {
  /** The name of the check that must find it. */
  readonly check: string;
  readonly table: string;
  /** Its key, within the venue. */
  readonly key: string;
  /** The row, and its change. */
  readonly where: string;
  readonly set: string;
  /** No sum finds it, but the next start does, which reads it. */
  readonly isSeenAtStart?: boolean;
}

const newest = (table: string, order: string): string =>
  `ctid = (select ctid from ${table} where venue = 1 order by ${order} desc limit 1)`;

const FLIPS: readonly Flip[] = [
  {
    check: 'chain',
    table: 'transfers',
    key: 'id',
    where: newest('transfers', 'id'),
    set: 'amount = (amount::bit(64) # 2::bit(64))::bigint',
  },
  {
    check: 'chain',
    table: 'batches',
    key: 'sequence',
    where: `ctid = (select ctid from batches where venue = 1 and settled_ids is not null order by sequence desc limit 1)`,
    set: 'settled_amounts[1] = (settled_amounts[1]::bit(64) # 2::bit(64))::bigint',
  },
  {
    check: 'balances',
    table: 'ledger_accounts',
    key: 'id',
    where: newest('ledger_accounts', 'id'),
    set: 'balance = balance + 1',
  },
  {
    check: 'fills',
    table: 'fills',
    key: 'trade_id, side',
    where: newest('fills', 'trade_id'),
    set: 'price = price + 1',
  },
  { check: 'positions', table: 'lots', key: 'id', where: newest('lots', 'id'), set: 'quantity = quantity + 1' },
  {
    check: 'chain',
    table: 'batches',
    key: 'sequence',
    where: newest('batches', 'sequence'),
    set: `hash = set_byte(hash, 7, get_byte(hash, 7) # 16)`,
  },
  {
    check: 'instruments',
    table: 'instruments',
    key: 'id',
    where: newest('instruments', 'id'),
    set: 'last_price = 0',
    isSeenAtStart: true,
  },
  {
    check: 'lots',
    table: 'lots',
    key: 'id',
    where: newest('lots', 'id'),
    set: `product = 'delivers'`,
    isSeenAtStart: true,
  },
  { check: 'venues', table: 'venues', key: 'id', where: 'id = 1', set: `fees = '{"flatFee":-1}'`, isSeenAtStart: true },
];

/** As a superuser could, so that no trigger prevents it. */
async function rewrite(stage: Stage, statements: readonly string[]): Promise<void> {
  const database = await stage.database.direct();
  await database.transaction(async (work) => {
    await work.query('set local session_replication_role = replica');
    for (const statement of statements) await work.query(statement);
  });
}

/** Changes one row and remembers its old content. What is the newest row may be another one a moment later: it is looked for once. */
function damage(stage: Stage, { table, key, where, set }: Flip): Promise<void> {
  return rewrite(stage, [
    `create table before_flip as select * from ${table} where ${where}`,
    `update ${table} set ${set} where (${key}) in (select ${key} from before_flip)`,
  ]);
}

/** Only that row: everything the server has written since, such as a reward that was due, is still true. */
function repair(stage: Stage, { table, key }: Flip): Promise<void> {
  return rewrite(stage, [
    `delete from ${table} where (${key}) in (select ${key} from before_flip)`,
    `insert into ${table} select * from before_flip`,
    'drop table before_flip',
  ]);
}

async function isNamed({ server }: Stage, check: string): Promise<boolean> {
  const { body } = await server.call('GET', '/ledger/verify', { token: await server.adminToken() });
  const { ok, checks } = body.data as { ok: boolean; checks: { name: string; ok: boolean }[] };
  return !ok && checks.some((each) => each.name === check && !each.ok);
}

async function flip(stage: Stage, change: Flip): Promise<string[]> {
  const { check, table, isSeenAtStart = false } = change;
  const wrong: string[] = [];
  await damage(stage, change);
  if (!isSeenAtStart && !(await isNamed(stage, check)))
    wrong.push(`a change in ${table} is not named by the check ${check}`);
  await stage.server.stop();
  const said = await stage.server.start().then(
    () => 'it trades',
    (error: Error) => error.message,
  );
  if (said === 'it trades') wrong.push(`a start on a changed ${table} is not refused`);
  else if (!said.includes(`${check}:`)) wrong.push(`the refusal does not name ${check}: ${said}`);
  await stage.server.kill();
  await repair(stage, change);
  await stage.server.start();
  return wrong;
}

export const bitFlip: Fault = {
  id: 'X20',
  what: 'a stored transfer, balance, fill, lot, hash, stock or fee is changed by hand',
  cycles: { day: FLIPS.length, night: FLIPS.length * 10 },
  async run(stage, cycle): Promise<Outcome> {
    const journal = new Journal();
    const load = new Load(stage, await makeTraders(stage.server, 3), journal);
    await sleep(600);
    await load.stop();
    const beganAt = performance.now();
    const wrong = await flip(stage, FLIPS[cycle % FLIPS.length]);
    const recoveryMs = performance.now() - beganAt;
    const { acknowledged } = journal;
    wrong.push(...(await prove({ stage, journal, screens: [] })));
    const { lost, unasked } = journal;
    return outcomeOf({ wrong, recoveryMs, requests: journal.requests.length, acknowledged, lost, unasked });
  },
};
