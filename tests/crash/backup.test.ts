// A backup taken under load and restored elsewhere: everything acknowledged before it is there, and the books of the copy add up.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backUp } from '../../server/db/backup.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openBeside, openDatabase } from '../../server/db/open.ts';
import type { Queryable } from '../../server/db/open.ts';
import { SmallDisk, whyNoSmallDisk } from '../faults/small-disk.ts';
import { ADMIN, RealServer } from './real-server.ts';

const run = promisify(execFile);
const TOOL = path.resolve(import.meta.dirname, '../../server/backups.ts');
const MIGRATIONS = path.resolve(import.meta.dirname, '../../server/db/migrations');

let server: RealServer;
let folder: string;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-backup-'));
  server = await RealServer.create();
  await server.start();
  token = await server.newTrader('asha', 500_000);
}, 120_000);

afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

const tool = (verb: string, file: string, dataDir: string, more: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, [TOOL, verb, file], { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ...more } });

/** Kills a restore when half of the backup is unpacked. */
async function killHalfWay(file: string, restored: string): Promise<void> {
  const slow = path.join(folder, 'slow.tar.gz');
  await run('mkfifo', [slow]);
  const tried = tool('restore', slow, restored);
  const whole = await readFile(file);
  const pipe = await open(slow, 'w');
  await pipe.write(whole.subarray(0, Math.floor(whole.length / 2)));
  await vi.waitFor(async () => {
    const [draft] = await readdir(restored);
    expect(await readdir(path.join(restored, draft))).toContain('postgres');
  }, 10_000);
  tried.child.kill('SIGKILL');
  await expect(tried).rejects.toThrow();
  await pipe.close();
  expect(await readdir(restored)).not.toContain('postgres');
  // Nor does a supervisor that starts it make a new market in its place.
  await expect(openDatabase({ dataDir: restored, databaseUrl: undefined })).rejects.toThrow(
    'was broken off. Do it again',
  );
}

async function order(more = {}): Promise<string> {
  const body = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1, ...more };
  const reply = await server.call('POST', '/orders', { token, body });
  return (reply.body.data as { _id: string })._id;
}

test('a backup under load can be put back, whole and proven', async () => {
  const before: string[] = [];
  for (let n = 0; n < 20; n++) before.push(await order());
  let isOver = false;
  let placed = 0;
  // Placed and canceled, so that no limit is reached.
  const load = (async () => {
    for (; !isOver; placed++)
      await server.call('POST', `/cancelOrder/${await order({ orderType: 'LIMIT', price: 270 })}`, { token });
  })();
  const file = path.join(folder, 'copy.tar.gz');
  const said = await tool('backup', file, server.dataDir);
  expect(said.stdout).toContain(
    'is written. Try now and then whether it can be put back, with DATA_DIR set to an empty folder: npm run restore',
  );
  // The file contains password hashes and keys, so only its owner may read it.
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  isOver = true;
  await load;
  expect(placed).toBeGreaterThan(20);

  const restored = path.join(folder, 'restored');
  await killHalfWay(file, restored);
  expect((await tool('restore', file, restored)).stdout).toContain('its books add up');
  const copy = RealServer.on(restored);
  await copy.start();
  try {
    // The password and the old token still work, and every earlier order is there once.
    const login = await copy.call('POST', '/login', { body: { email: 'asha@example.com', password: 'secret-12' } });
    expect(login.status).toBe(200);
    const ids: string[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const { body } = await copy.call('GET', `/getOrders?page=${page}&limit=100`, { token });
      const data = body.data as { orders: { _id: string }[]; totalPages: number };
      ids.push(...data.orders.map(({ _id }) => _id));
      last = data.totalPages;
    }
    for (const id of before) expect(ids.filter((found) => found === id)).toHaveLength(1);
    const admin = await copy.call('POST', '/adminLogin', { body: ADMIN });
    const proof = await copy.call('GET', '/ledger/verify', { token: (admin.body.data as { token: string }).token });
    expect((proof.body.data as { ok: boolean }).ok).toBe(true);
  } finally {
    await copy.stop();
  }
  // The original server goes on.
  expect(await order()).toMatch(/^\d+$/);
});

/** A digest of each table, and of each file beside the database, by its name. */
async function contentsOf(dataDir: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const name = path.relative(dataDir, path.join(entry.parentPath, entry.name));
    // A lock is of the process that reads, and not of the site.
    if (entry.isFile() && !name.startsWith(`postgres${path.sep}`) && !name.startsWith('istock.lock.'))
      contents[name] = createHash('sha256')
        .update(await readFile(path.join(dataDir, name)))
        .digest('hex');
  }
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  try {
    const { rows: tables } = await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const read = async (work: Queryable): Promise<void> => {
      for (const { name } of tables) {
        const { rows } = await work.query<{ digest: string }>(
          `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${name} t`,
        );
        contents[name] = rows[0].digest;
      }
    };
    await database.transaction(read, { statementTimeoutMs: 60_000 });
  } finally {
    await database.close();
  }
  return contents;
}

async function uploadPhoto(): Promise<void> {
  const profile = await server.call('GET', '/Userprofile', { token });
  const body = { userId: (profile.body.data as { _id: string })._id, fileName: 'me.png', fileType: 'image/png' };
  const target = await server.call('POST', '/get-upload-url', { token, body });
  const url = new URL((target.body.data as { signedUrl: string }).signedUrl, server.url);
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2266aa' } })
    .png()
    .toBuffer();
  const put = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(photo),
  });
  expect(put.status).toBe(200);
}

test('the copy of a site at rest has every row and every file of it', { timeout: 240_000 }, async () => {
  await uploadPhoto();
  await order();
  await server.stop();
  try {
    const [file, restored] = [path.join(folder, 'at-rest.tar.gz'), path.join(folder, 'at-rest')];
    const before = await contentsOf(server.dataDir);
    await tool('backup', file, server.dataDir);
    await tool('restore', file, restored);
    expect(Object.keys(before).filter((name) => /^files.*photos/.test(name))).toHaveLength(1);
    expect(before.orders).toMatch(/^[1-9]/);
    expect(await contentsOf(restored)).toEqual(before);
  } finally {
    await server.start();
  }
});

test('what lies elsewhere, behind a link in the data folder, is copied as well', { timeout: 120_000 }, async () => {
  await uploadPhoto();
  await server.stop();
  const elsewhere = path.join(folder, 'larger-disk');
  await mkdir(elsewhere);
  const linked = ['files', 'secrets.json'];
  for (const name of linked) {
    await rename(path.join(server.dataDir, name), path.join(elsewhere, name));
    await symlink(path.join(elsewhere, name), path.join(server.dataDir, name));
  }
  // It leads to where it lies.
  await symlink(server.dataDir, path.join(elsewhere, 'files', 'back'));
  try {
    const [file, restored] = [path.join(folder, 'linked.tar.gz'), path.join(folder, 'linked')];
    await tool('backup', file, server.dataDir);
    await tool('restore', file, restored);
    for (const name of [path.join('files', 'photos'), ...linked])
      expect(await namesIn(path.join(restored, name))).toEqual(await namesIn(path.join(elsewhere, name)));
    expect(await readFile(path.join(restored, 'secrets.json'))).toEqual(
      await readFile(path.join(elsewhere, 'secrets.json')),
    );
    // Behind a link, too, a backup would copy itself.
    await expect(tool('backup', path.join(elsewhere, 'files', 'x'), server.dataDir)).rejects.toThrow(
      /would lie in the data folder itself/,
    );
  } finally {
    await rm(path.join(elsewhere, 'files', 'back'));
    for (const name of linked) {
      await rm(path.join(server.dataDir, name));
      await rename(path.join(elsewhere, name), path.join(server.dataDir, name));
    }
    await server.start();
  }
});

/** Of a folder, those of the files in it; of a file, its own. */
async function namesIn(place: string): Promise<string[]> {
  const names = await readdir(place).catch(() => [path.basename(place)]);
  return names.filter((name) => name !== 'back').toSorted();
}

test('a backup of an earlier version is brought up to date and proven, and that of a later one is not called good', async () => {
  const [source, files] = [path.join(folder, 'earlier'), path.join(folder, 'earlier-files')];
  await mkdir(files);
  const all = await readdir(MIGRATIONS);
  for (const name of all.filter((each) => each < '0057'))
    await copyFile(path.join(MIGRATIONS, name), path.join(files, name));
  const [earlier, later] = ['earlier.tar.gz', 'later.tar.gz'].map((name) => path.join(folder, name));
  const database = await openDatabase({ dataDir: source, databaseUrl: undefined });
  try {
    await migrate(database, files);
    await backUp(database, source, earlier);
    await migrate(database);
    await database.query(`insert into migrations (name, run_on) values ('9999_of_next_year', now())`);
    await backUp(database, source, later);
  } finally {
    await database.close();
  }
  expect((await tool('restore', earlier, path.join(folder, 'from-earlier'))).stdout).toContain('its books add up');
  await expect(tool('restore', later, path.join(folder, 'from-later'))).rejects.toThrow(
    'The database was written by a newer version of Istock (it has seen 9999_of_next_year): start that version.',
  );
});

test('nothing is overwritten, and other files are not taken for a backup', async () => {
  const file = path.join(folder, 'taken.tar.gz');
  await writeFile(file, 'something else');
  await expect(tool('backup', file, server.dataDir)).rejects.toThrow(/is there already/);
  await expect(tool('restore', file, server.dataDir)).rejects.toThrow(/holds a market already/);
  await expect(tool('restore', file, path.join(folder, 'new'))).rejects.toThrow(
    /is not a backup of Istock, or a damaged one. tar could not/,
  );
  // A backup inside the data folder would copy itself without end.
  await expect(tool('backup', path.join(server.dataDir, 'files', '..', 'x'), server.dataDir)).rejects.toThrow(
    /would lie in the data folder itself; choose a place outside of/,
  );
  expect(await readdir(server.dataDir)).not.toContain('x');
  await expect(tool('backup', path.join(folder, 'none', 'x'), server.dataDir)).rejects.toThrow(/There is no folder/);
  const empty = path.join(folder, 'empty');
  await expect(tool('backup', path.join(folder, 'of-nothing'), empty)).rejects.toThrow(
    `There is no market in ${empty}.`,
  );
  expect(await readdir(folder)).not.toContain('empty');
  await expect(tool('restore', path.join(folder, 'missing'), path.join(folder, 'new'))).rejects.toThrow(/no file/);
  expect((await readdir(folder)).filter((name) => name.startsWith('.istock-backup-'))).toEqual([]);
});

test('a place that this user may not write to is named as such', async () => {
  // Even root writes nothing there.
  await expect(tool('backup', '/sys/copy.tar.gz', server.dataDir)).rejects.toThrow(
    'This user may not write in /sys: give the folder to the user that runs Istock, or choose another one.',
  );
});

test('a full disk is reported, so that a good backup is not taken for a damaged one', async () => {
  const programs = path.join(folder, 'programs');
  await mkdir(programs);
  const full = async (sentence: string) => {
    await writeFile(path.join(programs, 'tar'), `#!/bin/sh\necho '${sentence}' >&2\nexit 2\n`, { mode: 0o755 });
    return { PATH: `${programs}${path.delimiter}${process.env.PATH}` };
  };
  const [file, restored] = [path.join(folder, 'full.tar.gz'), path.join(folder, 'full')];
  await expect(
    tool('backup', file, server.dataDir, await full('gzip: stdout: No space left on device')),
  ).rejects.toThrow(`The disk of ${folder} is full: while a backup is made it takes as much room as the data folder`);
  expect(await readdir(folder)).not.toContain('full.tar.gz');
  await writeFile(file, '');
  const stopped = tool('restore', file, restored, await full('tar: ./x: Wrote only 512 of 10240 bytes'));
  await expect(stopped).rejects.toThrow(`The disk of ${restored} is full: nothing of the backup is put back.`);
  await expect(stopped).rejects.not.toThrow('damaged');
});

test('a copy from which a part of what was written meanwhile is missing is not taken for a backup', async () => {
  const database = await openBeside({ dataDir: server.dataDir, databaseUrl: undefined });
  const log = path.join(server.dataDir, 'postgres', 'data', 'pg_wal');
  const [file, aside] = [path.join(folder, 'torn.tar.gz'), path.join(folder, 'aside')];
  let lost = '';
  const next = `select pg_walfile_name(pg_logical_emit_message(true, 'next', '')) as name from pg_switch_wal()`;
  // Several files are filled during the backup, and one in their middle is recycled before it is copied.
  const connect = async () => {
    const client = await database.pool.connect();
    const query = async (sql: string, values: unknown[]) => {
      if (!sql.includes('pg_backup_stop')) return client.query(sql, values);
      for (const n of [0, 1, 2]) {
        const { rows } = await client.query<{ name: string }>(next);
        if (n === 1) lost = path.join(log, rows[0].name);
      }
      const result = await client.query(sql, values);
      await rename(lost, aside);
      return result;
    };
    return { query, release: () => client.release(true) };
  };
  try {
    await expect(backUp({ pool: { connect } } as never, server.dataDir, file)).rejects.toThrow(
      'So much was written meanwhile that a part of it is gone; try again at a quieter time.',
    );
    expect(await readdir(folder)).not.toContain(path.basename(file));
  } finally {
    await rename(aside, lost);
    await database.close();
  }
});

test('a full disk of the database itself is reported, not only that PostgreSQL is gone', async (context) => {
  const why = await whyNoSmallDisk();
  if (why !== null) return context.skip(why);
  const [small, file] = [path.join(folder, 'small'), path.join(folder, 'of-small.tar.gz')];
  const disk = new SmallDisk(small, 400);
  try {
    const database = await openDatabase({ dataDir: small, databaseUrl: undefined });
    try {
      disk.fill(0);
      // The preallocated part of its log is used up first.
      const write = () => database.query(`select pg_logical_emit_message(false, 'fill', repeat('x', 4000000))`);
      for (let isFull = false; !isFull;)
        await write().catch(() => {
          isFull = true;
        });
      await expect(backUp(database, small, file)).rejects.toThrow(
        `The disk of ${small} is full, so that PostgreSQL cannot go on. Make room there, then try again.`,
      );
      expect(await readdir(folder)).not.toContain('of-small.tar.gz');
    } finally {
      disk.empty();
      await database.close();
    }
  } finally {
    disk.remove();
  }
});

const workplaces = async () => (await readdir(folder)).filter((name) => name.startsWith('.istock-backup-'));

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a backup that %s stops half way leaves nothing behind', async (signal, code) => {
  const file = path.join(folder, `stopped-${signal}.tar.gz`);
  const tried = tool('backup', file, server.dataDir);
  const ended = tried.catch((error: unknown) => error);
  // The draft is made after everything is copied, so that it is being packed now.
  await vi.waitFor(async () => {
    const [workplace] = await workplaces();
    expect(await readdir(path.join(folder, workplace))).toContain('draft');
  }, 30_000);
  tried.child.kill(signal);
  expect(await ended).toMatchObject({ code, stderr: 'Stopped. Nothing of it is left behind.\n' });
  expect(await workplaces()).toEqual([]);
  expect(await readdir(folder)).not.toContain(path.basename(file));
});

test('files that a killed backup left yesterday are removed by the next one; those of one that may still run are not', async () => {
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  const [killed, running, young] = ['999999999-a', `${process.pid}-b`, '999999999-c'].map((name) =>
    path.join(folder, `.istock-backup-${name}`),
  );
  for (const each of [killed, running, young]) {
    await mkdir(each);
    await writeFile(path.join(each, 'draft'), 'secrets');
  }
  for (const each of [killed, running]) await utimes(each, yesterday, yesterday);
  await tool('backup', path.join(folder, 'next.tar.gz'), server.dataDir);
  expect((await workplaces()).toSorted()).toEqual([running, young].map((each) => path.basename(each)).toSorted());
  for (const each of [running, young]) await rm(each, { recursive: true });
});

test('a demo that was tried in the same place is not part of the copy, and a file is written relative to the working folder', async () => {
  await mkdir(path.join(server.dataDir, 'demo', 'postgres'), { recursive: true });
  await writeFile(path.join(server.dataDir, 'demo', 'secrets.json'), '{}');
  const env = { ...process.env, DATA_DIR: server.dataDir, DATABASE_URL: '', INIT_CWD: folder };
  const said = await run(process.execPath, [TOOL, 'backup', 'here.tar.gz'], { env });
  expect(said.stdout).toContain(`${path.join(folder, 'here.tar.gz')} is written`);
  const { stdout } = await run('tar', ['-tzf', path.join(folder, 'here.tar.gz')], { maxBuffer: 10_000_000 });
  expect(stdout).toContain('./secrets.json');
  expect(stdout).not.toMatch(/demo/);
});
