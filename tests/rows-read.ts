// Counts the rows that PostgreSQL fetches from its tables for some work: it stays the same on a slow or busy machine. What an index alone
// answers fetches none.
import type { Database, Queryable } from '../server/db/open.ts';

export interface RowsRead {
  readonly rows: number;
  /** By table, without those that were not read. */
  readonly tables: Readonly<Record<string, number>>;
}

const FETCHED = `select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as rows
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
    const fetched = async (): Promise<Map<string, number>> => {
      const { rows } = await transaction.query<{ name: string; rows: number }>(FETCHED);
      return new Map(rows.map(({ name, rows: count }) => [name, count]));
    };
    // Of earlier transactions of this connection, too.
    const before = await fetched();
    await work(oneByOne(database, transaction));
    const read = [...(await fetched())].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
    return {
      rows: read.reduce((sum, [, count]) => sum + count, 0),
      tables: Object.fromEntries(read.filter(([, count]) => count > 0)),
    };
  });
}

/** As on a site that has been running for a while: what is seen by everybody is known, and how much there is. */
export async function settle({ query }: Queryable): Promise<void> {
  await query('vacuum analyze');
}
