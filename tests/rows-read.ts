// Counts the rows that PostgreSQL fetches from its tables for some work: it stays the same on a slow or busy machine. What an index alone
// answers fetches none.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Queryable } from '../server/db/open.ts';

export interface RowsRead {
  readonly rows: number;
  /** How often a table or an index was gone into: once for each row of another table where they are looked up one by one. */
  readonly scans: number;
  /** By table, without those that were not read. */
  readonly tables: Readonly<Record<string, number>>;
}

const FETCHED = `select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as rows,
    (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::bigint as scans
  from pg_stat_xact_user_tables`;

/** One statement after another, and all on one connection: its transactions are part of the one that counts. */
function oneByOne(database: Database, transaction: Queryable): Database {
  let last: Promise<unknown> = Promise.resolve();
  const query = ((...asked: Parameters<Queryable['query']>) => {
    const answered = last.then(() => transaction.query(...asked));
    last = answered.catch(() => {});
    return answered;
  }) as Queryable['query'];
  return { ...database, query, transaction: (work) => work({ query }) };
}

export function rowsRead(database: Database, work: (asked: Database) => Promise<unknown>): Promise<RowsRead> {
  return database.transaction(async (transaction) => {
    const fetched = async () => {
      const { rows } = await transaction.query<{ name: string; rows: number; scans: number }>(FETCHED);
      return new Map(rows.map(({ name, ...counts }) => [name, counts]));
    };
    // Of earlier transactions of this connection, too.
    const before = await fetched();
    await work(oneByOne(database, transaction));
    const read = [...(await fetched())].map(([name, { rows, scans }]) => {
      const known = before.get(name) ?? { rows: 0, scans: 0 };
      return { name, rows: rows - known.rows, scans: scans - known.scans };
    });
    const sumOf = (what: 'rows' | 'scans'): number => read.reduce((sum, counts) => sum + counts[what], 0);
    const tables = Object.fromEntries(read.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]));
    return { rows: sumOf('rows'), scans: sumOf('scans'), tables };
  });
}

/** Smaller tables may be written all the time, as that of the venues is. */
const LARGE_PAGES = 50;

/**
 * As on a site that has been running for a while: what is seen by everybody is known, and how much there is. While somebody looks at what was
 * there before, as the count of the desk's totals does, all of it is new: then it is done again.
 */
export async function settle({ query }: Queryable): Promise<void> {
  for (;;) {
    await query('vacuum analyze');
    const { rows } = await query<{ unseen: number }>(
      `select count(*) as unseen from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relpages >= ${LARGE_PAGES} and relallvisible < relpages`,
    );
    if (rows[0].unseen === 0) return;
    await sleep(50);
  }
}
