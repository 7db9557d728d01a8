// X21: the database or the server dies, or the disk is full, in the middle of a migration. Nothing of it is left, and a plain start finishes it.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../server/db/open.ts';
import { outcomeOf } from './fault.ts';
import type { Fault, Outcome } from './fault.ts';
import { Journal } from './journal.ts';
import { prove } from './proof.ts';
import { SmallDisk, whyNoSmallDisk } from './small-disk.ts';
import { Stage } from './stage.ts';
import { Load, makeTraders } from './traders.ts';

const DISK_MB = 900;
/** Enough rows that their index takes time, and space. */
const PEOPLE = 8_000;
const MOST_MS = 60_000;
const MIGRATION = '0051_search_pairs';
const INDEX = 'users_by_pairs';
const UNDO = [
  `drop index ${INDEX}`,
  'drop function search_pairs(text)',
  `delete from migrations where name = '${MIGRATION}'`,
];
const CROWD = `insert into users (id, email, name, password_hash, role, referral_code, created_at)
  select gen_random_uuid(), md5(n::text) || '@example.com', md5('name' || n), 'none', 'user', 'crowd-' || n, n
  from generate_series(1, ${PEOPLE}) n on conflict do nothing`;

let disk: SmallDisk;

/** Breaks a start off at the statement that creates the index. Returns the output of the start. */
type Act = (stage: Stage) => Promise<string>;

const startOf = ({ server }: Stage): Promise<string> =>
  server.start().then(
    () => 'it opened',
    (error: Error) => error.message,
  );

const killDatabase: Act = async (stage) => {
  const halted = stage.proxy.halt('handed-over', `create index ${INDEX}`);
  const said = startOf(stage);
  await halted;
  await stage.database.stop('kill');
  stage.proxy.disarm();
  stage.proxy.reset();
  const sentence = await said;
  await stage.database.start();
  return sentence;
};

const killServer: Act = async (stage) => {
  const halted = stage.proxy.halt('answered', `create index ${INDEX}`);
  const said = startOf(stage);
  await halted;
  await stage.server.kill();
  stage.proxy.disarm();
  return said;
};

const fillDisk: Act = async (stage) => {
  try {
    disk.fill(0);
    return await startOf(stage);
  } finally {
    disk.empty();
    await stage.database.stop('fast');
    await stage.database.start();
  }
};

const ACTS = [killDatabase, killServer, fillDisk];

async function isMigrated(stage: Stage): Promise<boolean> {
  const { rows } = await (
    await stage.database.direct()
  ).query<{ done: boolean }>(
    `select to_regclass('${INDEX}') is not null and exists (select 1 from migrations where name = $1) as done`,
    [MIGRATION],
  );
  return rows[0].done;
}

export const migration: Fault = {
  id: 'X21',
  what: 'database or server killed, or the disk full, in the middle of a migration',
  cycles: { day: ACTS.length, night: 10 * ACTS.length },
  async open() {
    const why = await whyNoSmallDisk();
    if (why !== null) return why;
    return Stage.open({}, (folder) => {
      disk = new SmallDisk(path.join(folder, 'database'), DISK_MB);
      return () => disk.remove();
    });
  },
  async run(stage, cycle): Promise<Outcome> {
    const journal = new Journal();
    const load = new Load(stage, await makeTraders(stage.server, 3), journal);
    await sleep(600);
    await load.stop();
    await stage.server.stop();
    const database = await stage.database.direct();
    const undo = async (work: Queryable): Promise<void> => {
      for (const statement of [CROWD, ...UNDO]) await work.query(statement);
    };
    await database.transaction(undo, { statementTimeoutMs: MOST_MS });
    const wrong: string[] = [];
    const said = await ACTS[cycle % ACTS.length](stage);
    if (said === 'it opened') wrong.push('it opened on a migration that was broken off');
    if (/TypeError|RangeError/.test(said)) wrong.push(`the start ended without a sentence: ${said}`);
    if (await isMigrated(stage)) wrong.push('what was broken off is there all the same');
    await stage.server.kill();
    const beganAt = performance.now();
    await stage.server.start();
    const recoveryMs = performance.now() - beganAt;
    if (!(await isMigrated(stage))) wrong.push('a plain start did not finish the migration');
    const { acknowledged } = journal;
    wrong.push(...(await prove({ stage, journal, screens: [] })));
    const { lost, unasked } = journal;
    return outcomeOf({ wrong, recoveryMs, requests: journal.requests.length, acknowledged, lost, unasked });
  },
};
