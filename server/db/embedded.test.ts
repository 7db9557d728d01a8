// Starts the embedded PostgreSQL for real: kept data, a second owner refused, and a start after every kind of end.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { SmallDisk, whyNoSmallDisk } from '../../tests/faults/small-disk.ts';
import type { Cluster } from './cluster.ts';
import { startPostgres, type EmbeddedOptions, type RunningPostgres } from './embedded.ts';
import { isAlive } from './folder-lock.ts';
import { makeLogRoom } from './log-room.ts';
import { openDatabase, type Database, type Queryable } from './open.ts';
import { end, stopSurvivor } from './postmaster.ts';

const folders: string[] = [];
const running: { stop: () => Promise<void> }[] = [];

/** Made by the first test that uses it; making a database is the slow part. */
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'istock-pg-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** For a test that needs a folder of its own, `within` one that is made for it. */
const newFolder = async (within = ''): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'istock-pg-'));
  folders.push(folder);
  return path.join(folder, within);
};

const start = async (options: EmbeddedOptions): Promise<RunningPostgres> => {
  const server = await startPostgres(options);
  running.push(server);
  return server;
};

const open = async (folder: string, report?: (sentence: string) => void): Promise<Database> => {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, report);
  running.push({ stop: database.close });
  return database;
};

/** Another process that holds the folder, as an Istock of its own would. */
const startElsewhere = (folder: string): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const embedded = JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'));
    const script = `import(${embedded}).then((m) => m.startPostgres({ dataDir: process.argv[1] })).then(() => process.send('ready')); setInterval(() => {}, 1e6)`;
    const child = spawn(process.execPath, ['-e', script, folder], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.on('message', () => resolve(child)).on('exit', () => reject(new Error('it ended')));
  });

const kill = (child: ChildProcess): Promise<unknown> => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  return ended;
};

const postmasterOf = (folder: string): number =>
  Number(readFileSync(path.join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

const until = async (isDone: () => boolean, limitMs = 30_000): Promise<boolean> => {
  for (let waitedMs = 0; waitedMs < limitMs && !isDone(); waitedMs += 10)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return isDone();
};

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  test('keeps its data, and promises that an answered commit is on the disk', async () => {
    const first = await open(dataDir);
    await first.query(`create table kept as select 'still here' as note`);
    await first.close();
    running.pop();
    const second = await open(dataDir);
    expect((await second.query('select note from kept')).rows).toEqual([{ note: 'still here' }]);
    const names = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'data_checksums',
      'server_encoding',
      'listen_addresses',
    ];
    const { rows } = await second.query('select current_setting(name) as value from unnest($1::text[]) as name', [
      names,
    ]);
    expect(rows.map(({ value }) => value)).toEqual(['on', 'on', 'on', 'on', 'UTF8', '']);
  });

  test('fills files of its log once, for commits to come', async () => {
    const database = await open(dataDir);
    const files = async (): Promise<number> => {
      const { rows } = await database.query<{ count: number }>(
        `select count(*) from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`,
      );
      return rows[0].count;
    };
    const before = await files();
    await makeLogRoom(database, { most: before + 2, restMs: 0 });
    expect(await files()).toBeGreaterThan(before);
    const asked: unknown[] = [];
    const watched: Queryable = { query: (query) => (asked.push(query), database.query(query)) };
    await makeLogRoom(watched, { most: before + 1, restMs: 0 });
    // It looked, and found enough.
    expect(asked).toHaveLength(1);
  });

  test('sorts and compares text by code point, whatever the machine', async () => {
    const database = await open(dataDir);
    const { rows } = await database.query(
      `select string_agg(word, '' order by word) as words from unnest(array['b', 'A', 'a', 'B']) as word`,
    );
    expect(rows).toEqual([{ words: 'ABab' }]);
  });

  test('asks for a password', async () => {
    const { connection } = await start({ dataDir });
    const wrong = new URLSearchParams({ host: connection.host, user: connection.user, password: 'wrong' });
    await expect(openDatabase({ dataDir: '', databaseUrl: `postgres:///postgres?${wrong}` })).rejects.toThrow(
      /password authentication failed/,
    );
  });

  test('listens on this machine alone where the folder is too deep for a socket', async () => {
    const { connection } = await start({ dataDir: await newFolder('deep'.repeat(30)) });
    expect(connection.host).toBe('127.0.0.1');
    expect(connection.port).toBeGreaterThan(1023);
  });

  test('does not do what the environment says to programs of other databases', async () => {
    vi.stubEnv('PGSSLMODE', 'require');
    vi.stubEnv('PGSSLNEGOTIATION', 'direct');
    vi.stubEnv('PGOPTIONS', '-c search_path=elsewhere -c default_transaction_read_only=on');
    const { query } = await open(dataDir);
    expect((await query('show search_path')).rows).toEqual([{ search_path: '"$user", public' }]);
    vi.unstubAllEnvs();
  });

  test('lies in a folder of any name', async () => {
    const db = await open(await newFolder(`Börse "Süd", 'Nord' & 50 %; $HOME`));
    expect((await db.query(`select 1 from pg_settings where name = 'port'`)).rowCount).toBe(1);
  });

  test('a first start that was cut off leaves nothing that disturbs the next', async () => {
    const folder = await newFolder();
    mkdirSync(path.join(folder, 'postgres', 'data.new', 'base'), { recursive: true });
    const database = await open(folder);
    await expect(database.query('select 1')).resolves.toBeDefined();
  });

  test('refuses files of another major version', async () => {
    const folder = await newFolder();
    mkdirSync(path.join(folder, 'postgres', 'data'), { recursive: true });
    writeFileSync(path.join(folder, 'postgres', 'data', 'PG_VERSION'), '15\n');
    await expect(startPostgres({ dataDir: folder })).rejects.toThrow(/was made by PostgreSQL 15/);
  });

  test('a second one is refused while the first lives, and may start when it was killed', async () => {
    const owner = await startElsewhere(dataDir);
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      `Another Istock (process ${owner.pid}) is already running`,
    );
    await kill(owner);
    const database = await open(dataDir);
    await expect(database.query('select 1')).resolves.toBeDefined();
  });
});

describe('unplanned ends', () => {
  test('PostgreSQL ends by itself when its owner was killed', async () => {
    const owner = await startElsewhere(dataDir);
    const postmaster = postmasterOf(dataDir);
    await kill(owner);
    expect(await until(() => !isAlive(postmaster))).toBe(true);
  });

  test('so does one that was not ready yet, as while it recovers', async () => {
    const folder = await newFolder();
    const [bin, data] = [path.join(folder, 'bin'), path.join(folder, 'data')];
    for (const each of [bin, data]) mkdirSync(each);
    // Like PostgreSQL it writes its number down at once.
    writeFileSync(path.join(bin, 'postgres'), '#!/bin/sh\necho $$ > "$2/postmaster.pid"\nexec sleep 600\n', {
      mode: 0o755,
    });
    const programs = { prefix: [], bin, identity: {} };
    const cluster = { programs, folder, data, log: path.join(folder, 'log'), connection: { host: folder, port: 5432 } };
    const postmasterFile = JSON.stringify(path.join(import.meta.dirname, 'postmaster.ts'));
    const script = `import(${postmasterFile}).then((m) => m.launch(JSON.parse(process.argv[1])))`;
    const owner = spawn(process.execPath, ['-e', script, JSON.stringify(cluster)], { stdio: 'ignore' });
    const number = (): number => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8'));
    expect(await until(() => existsSync(path.join(data, 'postmaster.pid')) && number() > 1)).toBe(true);
    const postmaster = number();
    // Nobody watches it in its first moment; the next start would stop it.
    expect(await until(() => watchersOf(postmaster).length > 0)).toBe(true);
    await kill(owner);
    const hasEnded = await until(() => !isAlive(postmaster), 10_000);
    if (!hasEnded) process.kill(postmaster);
    expect(hasEnded).toBe(true);
  });

  test('a PostgreSQL that outlived its owner is stopped, and nothing is lost', async () => {
    const owner = await startElsewhere(dataDir);
    // Without its watcher, as after a kill of everything that belongs to the owner.
    const postmaster = postmasterOf(dataDir);
    process.kill(watchersOf(postmaster)[0], 'SIGKILL');
    await kill(owner);
    expect(isAlive(postmaster)).toBe(true);
    const sentences: string[] = [];
    await open(dataDir, (sentence) => sentences.push(sentence));
    expect(sentences).toEqual(['Stopping the PostgreSQL that an earlier run left behind ...']);
    expect(isAlive(postmaster)).toBe(false);
  });

  test('another program under the number of a PostgreSQL that was killed does not keep the next from starting', async () => {
    const owner = await startElsewhere(dataDir);
    const postmaster = postmasterOf(dataDir);
    // Or it would start PostgreSQL again before it is killed itself.
    process.kill(owner.pid!, 'SIGSTOP');
    process.kill(watchersOf(postmaster)[0], 'SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await kill(owner);
    const other = spawn('sleep', ['600']);
    for (const name of ['data/postmaster.pid', '.s.PGSQL.5432.lock']) {
      const file = path.join(dataDir, 'postgres', name);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)));
    }
    try {
      const database = await open(dataDir);
      await expect(database.query('select 1')).resolves.toBeDefined();
    } finally {
      await kill(other);
    }
  });

  test('a process that outlives its killed PostgreSQL by a moment only holds the next one up', async () => {
    const owner = await startElsewhere(dataDir);
    const postmaster = postmasterOf(dataDir);
    process.kill(owner.pid!, 'SIGSTOP');
    process.kill(watchersOf(postmaster)[0], 'SIGKILL');
    const [child] = childrenOf(postmaster);
    process.kill(child, 'SIGSTOP');
    process.kill(postmaster, 'SIGKILL');
    await kill(owner);
    setTimeout(() => process.kill(child, 'SIGCONT'), 700);
    const database = await open(dataDir);
    await expect(database.query('select 1')).resolves.toBeDefined();
  });

  test('a killed PostgreSQL leaves no number that the next, which in a container often has the same, could be taken for', async () => {
    const folder = await newFolder();
    const left = path.join(folder, 'postmaster.pid');
    writeFileSync(left, '999999999\n/data/postgres/data\n1\n5432\n/data/postgres\n\n 1 2\nready\n');
    await stopSurvivor({ data: folder, folder } as Cluster, () => {});
    expect(readFileSync(left, 'utf8').split('\n')[0]).toBe(String(process.pid));
  });

  test('files of a start that was cut off before it wrote them do not keep the next from starting', async () => {
    await (await startPostgres({ dataDir })).stop();
    for (const name of ['data/postmaster.pid', '.s.PGSQL.5432.lock'])
      writeFileSync(path.join(dataDir, 'postgres', name), '', { mode: 0o600 });
    await expect((await open(dataDir)).query('select 1')).resolves.toBeDefined();
  });

  test('on a full disk, what a killed PostgreSQL left written is not lost', async () => {
    const folder = await newFolder();
    const left = path.join(folder, 'postmaster.pid');
    const text = '999999999\n/data/postgres/data\n1\n5432\n/data/postgres\n\n 1 2\nready\n';
    writeFileSync(left, text);
    const script = `const { stopSurvivor } = await import(process.argv[1]); await stopSurvivor({ data: process.argv[2], folder: process.argv[2] });`;
    const args = ['--input-type=module', '-e', script, path.join(import.meta.dirname, 'postmaster.ts'), folder];
    const full = `trap '' XFSZ; ulimit -f 0; exec "$@"`;
    expect(() => execFileSync('/bin/sh', ['-c', full, 'sh', process.execPath, ...args], { stdio: 'pipe' })).toThrow(
      /EFBIG/,
    );
    expect(readFileSync(left, 'utf8')).toBe(text);
  });

  test('one that does not end in order is ended at once', async () => {
    const deaf = spawn('/bin/sh', ['-c', `trap '' INT; echo begun; while :; do sleep 0.05; done`]);
    await new Promise((resolve) => deaf.stdout.once('data', resolve));
    await end({} as Cluster, deaf, 200);
    expect(deaf.signalCode).toBe('SIGQUIT');
  });

  test('a disk that is too small for a market is refused before anything is made on it', async (context) => {
    const why = await whyNoSmallDisk();
    if (why !== null) return context.skip(why);
    const folder = await newFolder('small');
    const disk = new SmallDisk(folder, 60);
    try {
      await expect(open(folder)).rejects.toThrow(
        `The disk of ${folder} has 62 MB left, and a new market needs 350. Make room on it, or set DATA_DIR to a folder on another one.`,
      );
      // A restore would take it for a market.
      expect(readdirSync(folder)).not.toContain('postgres');
    } finally {
      disk.remove();
    }
  });

  test('PostgreSQL is started again when it is killed, and the pool works on', async () => {
    const sentences: string[] = [];
    const database = await open(dataDir, (sentence) => sentences.push(sentence));
    await database.query('create table survivor as select 1 as n');
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    let rows: unknown[] = [];
    for (let tries = 0; tries < 600 && rows.length === 0; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      rows = await database.query('select n from survivor').then(
        (result) => result.rows,
        () => [],
      );
    }
    expect(rows).toEqual([{ n: 1 }]);
    expect(sentences.join(' ')).toContain('PostgreSQL ended by itself (SIGKILL)');
  });
});

/** The watcher is the shell that carries the postmaster's number as its last argument. */
const watchersOf = (postmaster: number): number[] =>
  execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('read -r _') && line.trimEnd().endsWith(` ${postmaster}`))
    .map((line) => Number(line.trim().split(' ')[0]));

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);
