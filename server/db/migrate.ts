// Brings the database to the newest form: runs the committed SQL files of migrations/ that it has not seen, in the order of their numbers.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { runner } from 'node-pg-migrate';
import type { Database, Queryable } from './open.ts';

const FOLDER = path.join(import.meta.dirname, 'migrations');

/**
 * All missing files in one transaction, so that a failing one leaves nothing half. Several servers may start at once: an
 * advisory lock lets one work and the others wait. Returns the names of the files that ran.
 *
 * Gateways of the version before go on meanwhile. So a file only adds; and one that works for long (fills rows, makes an index on a
 * large table) takes no lock that stops reads (alter, drop), and does not come with another that does: locks last to the end of all.
 * @throws when the database has seen a file that this version does not have.
 */
export const migrate = async ({ pool }: Pick<Database, 'pool'>, folder = FOLDER): Promise<string[]> => {
  const client = await pool.connect();
  try {
    await refuseWithoutRights(client);
    // Changing a large table may take longer than any request may.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await renumber(client);
    await refuseNewerDatabase(client, folder);
    const ran = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable: 'migrations',
      singleTransaction: true,
      // Files come from several hands: one may be numbered before another that this database has seen already.
      checkOrder: false,
      advisoryLockMode: 'wait',
      logger: { info: quiet, warn: quiet, error: quiet },
    });
    // A newer one may have run meanwhile.
    await refuseNewerDatabase(client, folder);
    return ran.map(({ name }) => name);
  } finally {
    // Closed instead of given back: it carries other limits, and perhaps the lock.
    client.release(true);
  }
};

/** The library would answer with the stack of its error. Since version 15 a user may make tables only where he is told so. */
const refuseWithoutRights = async (client: Queryable): Promise<void> => {
  const { rows } = await client.query<{ person: string; database: string; mayMake: boolean }>(
    `select current_user as person, current_database() as database,
            coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayMake"`,
  );
  const [{ person, database, mayMake }] = rows;
  if (mayMake) return;
  throw new Error(
    `The user "${person}" may not make tables in the database "${database}": let it own the database (alter database ${database} owner to ${person}).`,
  );
};

/** Files that were given another number when databases had seen them already, with the name of then. */
const RENUMBERED = [
  ['0053_reports', '0054_reports'],
  ['0075_lessons_of_deleted_instructors', '0076_lessons_of_deleted_instructors'],
];

/** Under its new name such a file would run once more, and its old one would be taken for that of a newer version. */
const renumber = async (client: Queryable): Promise<void> => {
  if (!(await hasMigrations(client))) return;
  for (const [was, name] of RENUMBERED) {
    await client.query(
      'update migrations set name = $2 where name = $1 and not exists (select from migrations where name = $2)',
      [was, name],
    );
    await client.query('delete from migrations where name = $1', [was]);
  }
};

const hasMigrations = async (client: Queryable): Promise<boolean> =>
  (await client.query<{ has: boolean }>(`select to_regclass('migrations') is not null as has`)).rows[0].has;

/** An older program would misread what a newer one wrote; the library checks only the files that both know. */
const refuseNewerDatabase = async (client: Queryable, folder: string): Promise<void> => {
  if (!(await hasMigrations(client))) return;
  const { rows } = await client.query<{ name: string }>('select name from migrations order by id');
  const known = new Set(await readdir(folder));
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(`${name}.sql`));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was written by a newer version of Istock (it has seen ${unknown.join(', ')}): start that version.`,
  );
};

/** The library repeats the whole SQL in its log; the error it throws says what is needed. */
const quiet = (): void => {};
