// Checks the database door on a real server: exact numbers, transactions that end one way or the other, clear failures.
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { makeCertificates } from '../../tests/setup/certificates.ts';
import { migrate } from './migrate.ts';
import { isUnavailable, openDatabase } from './open.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.query('create table door (id bigint primary key, note text)');
});
afterAll(() => database.close());

const count = async (): Promise<number> =>
  (await database.query<{ n: number }>('select count(*) as n from door')).rows[0].n;

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => Promise.reject(new Error('it should have failed')),
    (error: Error) => error,
  );

describe('values', () => {
  test('bigint is an exact number, also in lists', async () => {
    const { rows } = await database.query(`select 9007199254740991 as big, array[1, null, -7]::bigint[] as list`);
    expect(rows).toEqual([{ big: 9007199254740991, list: [1, null, -7] }]);
  });

  test('a bigint that no number can carry is refused', async () => {
    expect((await failure(database.query('select 9007199254740993 as big'))).message).toContain('9007199254740993');
    await expect(database.query('select 1 as n')).resolves.toMatchObject({ rows: [{ n: 1 }] });
  });

  test('a date stays the day it is', async () => {
    const { rows } = await database.query(`select date '2026-01-01' as day`);
    expect(rows).toEqual([{ day: '2026-01-01' }]);
  });
});

describe('transaction', () => {
  test('stores everything, or nothing when the work fails', async () => {
    await database.transaction((work) => work.query('insert into door values (1, $1)', ['kept']));
    const error = await failure(
      database.transaction(async (work) => {
        await work.query('insert into door values (2, $1)', ['lost']);
        throw new Error('changed my mind');
      }),
    );
    expect(error.message).toBe('changed my mind');
    expect(await count()).toBe(1);
  });

  test('a failed statement whose error was swallowed does not pass for stored', async () => {
    const error = await failure(
      database.transaction(async (work) => {
        await work.query('insert into door values (3, $1)', ['lost']);
        await work.query('select no_such_column').catch(() => {});
      }),
    );
    expect(error.message).toContain('rolled back');
    expect(await count()).toBe(1);
  });

  test('a deferred rule that fails at COMMIT is a known failure', async () => {
    await database.query('create table rule (n int unique deferrable initially deferred)');
    const error = await failure(database.transaction((work) => work.query('insert into rule values (1), (1)')));
    expect(error).toMatchObject({ code: '23505', name: 'error' });
    expect(isUnavailable(error)).toBe(false);
  });

  test('a connection that breaks at COMMIT is an unknown outcome', async () => {
    const error = await failure(
      database.transaction(async (work) => {
        const { rows } = await work.query<{ pid: number }>('select pg_backend_pid() as pid');
        await database.query('select pg_terminate_backend($1)', [rows[0].pid]);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }),
    );
    expect(error.name).toBe('CommitUnknownError');
    expect(isUnavailable(error)).toBe(true);
    expect(await count()).toBe(1);
  });

  test('a database that takes no writes any more is one that is away', async () => {
    const error = await failure(
      database.transaction(async (work) => {
        await work.query('set transaction read only');
        await work.query(`insert into door values (3, 'late')`);
      }),
    );
    expect(error).toMatchObject({ code: '25006' });
    expect(isUnavailable(error)).toBe(true);
  });

  test('a statement that takes too long is ended, and may be allowed more', async () => {
    const during = (statement: string, statementTimeoutMs: number) =>
      database.transaction((work) => work.query(statement), { statementTimeoutMs });
    const error = await failure(during('select pg_sleep(2)', 50));
    expect(error).toMatchObject({ code: '57014' });
    expect(isUnavailable(error)).toBe(true);
    const { rows } = await during(`select current_setting('statement_timeout') as most`, 60_000);
    expect(rows).toEqual([{ most: '1min' }]);
  });
});

describe('limits of every connection', () => {
  test.each([
    ['statement_timeout', '5s'],
    ['lock_timeout', '2s'],
    ['idle_in_transaction_session_timeout', '10s'],
  ])('%s is %s', async (name, value) => {
    expect((await database.query('select current_setting($1) as value', [name])).rows).toEqual([{ value }]);
  });

  test.each(['', '-c geqo=off'])('hold where the database says otherwise, with options "%s"', async (options) => {
    const { rows } = await database.query<{ name: string }>('select current_database() as name');
    const wanted = { idle_session_timeout: '0', default_transaction_isolation: 'read committed' };
    await database.query(`alter database ${rows[0].name} set idle_session_timeout = '5min'`);
    await database.query(`alter database ${rows[0].name} set default_transaction_isolation = 'serializable'`);
    const address = new URL(database.url);
    if (options !== '') address.searchParams.set('options', options);
    const other = await openDatabase({ dataDir: '', databaseUrl: address.href });
    for (const [name, value] of Object.entries({ ...wanted, geqo: options === '' ? 'on' : 'off' }))
      expect((await other.query('select current_setting($1) as value', [name])).rows).toEqual([{ value }]);
    await other.close();
    await database.query(`alter database ${rows[0].name} reset all`);
  });
});

describe('a database that is away', () => {
  test('is told in a sentence without the password', async () => {
    const { message } = await failure(
      openDatabase({ dataDir: '', databaseUrl: 'postgres://me:hunter2@127.0.0.1:1/none' }),
    );
    expect(message).toBe(
      'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct DATABASE_URL.',
    );
    expect(message).not.toContain('hunter2');
  });

  test('is told in a sentence, too, where the file of the authority is missing', async () => {
    const databaseUrl = 'postgres://me@127.0.0.1:1/none?sslmode=verify-full&sslrootcert=/no/ca.pem';
    expect((await failure(openDatabase({ dataDir: '', databaseUrl }))).message).toBe(
      "The database cannot be reached: ENOENT: no such file or directory, open '/no/ca.pem'. Start it, or correct DATABASE_URL.",
    );
  });

  test('says which file to name where nobody here knows who signed its certificate', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'istock-certificate-'));
    const { keyFile, certFile } = await makeCertificates(folder);
    const [key, cert] = await Promise.all([keyFile, certFile].map((file) => readFile(file)));
    await rm(folder, { recursive: true });
    // As PostgreSQL does: asked for TLS, it answers S and goes on in TLS.
    const server = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          socket.write('S');
          new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => {});
        });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const databaseUrl = `postgres://me:secret@127.0.0.1:${port}/none?sslmode=verify-full`;
    const { message } = await failure(openDatabase({ dataDir: '', databaseUrl }));
    server.close();
    expect(message).toMatch(/nobody whom this machine knows has signed its certificate.*sslrootcert=/);
  });

  test('a password that was changed there and not yet here is reported as an outage', async () => {
    const databaseUrl = database.url.replace(/:[^:@/]*@/, ':yesterdays@');
    const { message, cause } = await failure(openDatabase({ dataDir: '', databaseUrl }));
    expect(message).toMatch(/^The database cannot be reached: password authentication failed/);
    expect(isUnavailable(cause)).toBe(true);
  });
});

describe('a database that is not as it should be', () => {
  /** The report about a database in which its user, or its operator, has changed one setting. */
  const saidOf = async (setting: string): Promise<string[]> => {
    const said: string[] = [];
    const settings = { dataDir: '', databaseUrl: withSetting(`-c ${setting}`) };
    const opened = await openDatabase(settings, (sentence) => said.push(sentence)).catch((error: Error) => {
      said.push(error.message);
    });
    await opened?.close();
    return said;
  };
  const withSetting = (setting: string, name = 'options'): string =>
    `${database.url}${database.url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(setting)}`;

  test('is refused where it can only be read, as a copy can', async () => {
    expect(await saidOf('default_transaction_read_only=on')).toEqual([
      'The database can only be read: it is a copy of another one, or default_transaction_read_only is on. DATABASE_URL must name one that takes writes.',
    ]);
  });

  test('is told of where it may lose what it has acknowledged', async () => {
    expect((await saidOf('synchronous_commit=off')).join()).toMatch(
      /synchronous_commit off: a power cut may take what/,
    );
  });

  test('is refused behind a pooler that drops the limits of connections', async () => {
    const databaseUrl = withSetting('0', 'statement_timeout');
    const { message } = await failure(openDatabase({ dataDir: '', databaseUrl }));
    expect(message).toMatch(/^A pooler such as pgbouncer stands before the database .* must name PostgreSQL itself/);
  });

  test('is refused in a sentence where its user may not make tables', async () => {
    const nowhere = await openDatabase({ dataDir: '', databaseUrl: withSetting('-c search_path=nowhere') });
    const { message } = await failure(migrate(nowhere));
    await nowhere.close();
    expect(message).toMatch(/^The user "\w+" may not make tables in the database "\w+": let it own the database/);
    expect(message).not.toContain('\n');
  });
});

describe('migrations', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'istock-migrations-'));
    await database.query('drop table if exists migrations');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql);

  test('run once, in order, also when several servers start at once', async () => {
    await write('0002_second.sql', 'alter table made add column b int;');
    await write('0001_first.sql', 'create table made (a int);');
    const ran = await Promise.all([1, 2, 3].map(() => migrate(database, folder)));
    expect(ran.flat()).toEqual(['0001_first', '0002_second']);
    expect(await migrate(database, folder)).toEqual([]);
  });

  test('a file that came later under a lower number runs too', async () => {
    await write('0000_late.sql', 'create table late (a int);');
    expect(await migrate(database, folder)).toEqual(['0000_late']);
    await rm(path.join(folder, '0000_late.sql'));
    await database.query(`delete from migrations where name = '0000_late'`);
  });

  test('a failing file leaves nothing half', async () => {
    await write('0003_third.sql', 'create table third (a int);');
    await write('0004_broken.sql', 'create table fourth (a int); insert into no_such_table values (1);');
    await failure(migrate(database, folder));
    const { rows } = await database.query(
      `select to_regclass('third') as third, (select count(*) from migrations) as ran`,
    );
    expect(rows).toEqual([{ third: null, ran: 2 }]);
    await rm(path.join(folder, '0004_broken.sql'));
    expect(await migrate(database, folder)).toEqual(['0003_third']);
  });

  test('reads do not wait for a long migration, and a second server does', async () => {
    await database.query('create table busy as select n as a from generate_series(1, 1000) n');
    const slow = 'insert into third select a from busy; create index on busy (a); select pg_advisory_xact_lock(4242);';
    await write('0005_slow.sql', slow);
    const holder = await database.pool.connect();
    await holder.query('select pg_advisory_lock(4242)');
    const both = Promise.all([migrate(database, folder), migrate(database, folder)]);
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = 4242 and not granted`;
    await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(1);
    for (let n = 0; n < 5; n++)
      expect((await database.query('select count(*) as n, (select count(*) from third) as m from busy')).rows).toEqual([
        { n: 1000, m: 0 },
      ]);
    await holder.query('select pg_advisory_unlock(4242)');
    holder.release();
    expect((await both).flat()).toEqual(['0005_slow']);
    await rm(path.join(folder, '0005_slow.sql'));
    await database.query(`delete from migrations where name = '0005_slow'`);
  });

  test('a file that has another number since a database has seen it does not run there once more', async () => {
    await write('0054_reports.sql', 'create table once (a int);');
    await migrate(database, folder);
    const names = async () => (await database.query(`select name from migrations where name like '%reports'`)).rows;
    await database.query(`update migrations set name = '0053_reports' where name = '0054_reports'`);
    expect(await migrate(database, folder)).toEqual([]);
    expect(await names()).toEqual([{ name: '0054_reports' }]);
    // A version in between has run it under both numbers.
    await database.query(`insert into migrations (name, run_on) values ('0053_reports', now())`);
    expect(await migrate(database, folder)).toEqual([]);
    expect(await names()).toEqual([{ name: '0054_reports' }]);
  });

  test('an older program refuses a newer database, and changes nothing in it', async () => {
    await rm(path.join(folder, '0003_third.sql'));
    await write('0004_of_another_branch.sql', 'create table other (a int);');
    expect((await failure(migrate(database, folder))).message).toContain('it has seen 0003_third');
    expect((await database.query(`select to_regclass('other') as other`)).rows).toEqual([{ other: null }]);
  });
});
