// Makes a streaming copy of a running embedded PostgreSQL, and starts it.
import { chown, mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backUp, restore } from '../../server/db/backup.ts';
import type { Connection } from '../../server/db/cluster.ts';
import { startPostgres } from '../../server/db/embedded.ts';
import type { RunningPostgres } from '../../server/db/embedded.ts';
import type { Database } from '../../server/db/open.ts';

export async function startCopy(
  primary: Database,
  fromDir: string,
  toDir: string,
  { host, port, user, password }: Connection,
): Promise<RunningPostgres> {
  const file = `${toDir}.tar.gz`;
  await backUp(primary, fromDir, file);
  await mkdir(toDir, { recursive: true, mode: 0o700 });
  await restore(file, toDir);
  const data = path.join(toDir, 'postgres', 'data');
  const { uid, gid } = await stat(path.join(fromDir, 'postgres', 'data'));
  const settings = `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password}'\n`;
  for (const [name, text] of [
    ['standby.signal', ''],
    ['postgresql.auto.conf', settings],
  ] as const) {
    await writeFile(path.join(data, name), text, { mode: 0o600 });
    await chown(path.join(data, name), uid, gid);
  }
  return startPostgres({ dataDir: toDir });
}
