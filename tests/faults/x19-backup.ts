// X19: a backup is taken in the middle of trading and restored elsewhere. The copy opens by itself, and has every earlier order once.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openBeside } from '../../server/db/open.ts';
import { RealServer } from '../crash/real-server.ts';
import { underLoad } from './fault.ts';
import type { Fault, Scene } from './fault.ts';

const run = promisify(execFile);
const TOOL = path.resolve(import.meta.dirname, '../../server/backups.ts');

const tool = (verb: string, file: string, dataDir: string) =>
  run(process.execPath, [TOOL, verb, file], { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } });

async function backUpAndRestore({ stage, journal, wrong }: Scene, cycle: number): Promise<void> {
  const file = path.join(stage.folder, `copy-${cycle}.tar.gz`);
  const restored = path.join(stage.folder, `restored-${cycle}`);
  const before = journal.placed.map(({ sequence }) => sequence);
  await tool('backup', file, path.join(stage.folder, 'database'));
  const { stdout } = await tool('restore', file, restored);
  if (!stdout.includes('its books add up')) wrong.push(`the restore said: ${stdout}`);
  const copy = RealServer.on(restored);
  try {
    await copy.start();
    const db = await openBeside({ dataDir: restored, databaseUrl: undefined });
    const { rows } = await db.query<{ id: number }>('select id from orders where venue = 1 and id = any($1)', [before]);
    await db.close();
    if (rows.length !== before.length) wrong.push(`the copy has ${rows.length} of ${before.length} orders from before`);
    const { body } = await copy.call('GET', '/ledger/verify', { token: await copy.adminToken() });
    if (!(body.data as { ok: boolean }).ok) wrong.push('the books of the copy do not add up');
  } finally {
    await copy.remove();
    await rm(file, { force: true });
  }
}

export const backup: Fault = {
  id: 'X19',
  what: 'a backup under load, restored elsewhere',
  cycles: { day: 1, night: 5 },
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 5_000 }, async (scene) => {
      await backUpAndRestore(scene, cycle);
      return performance.now();
    }),
};
