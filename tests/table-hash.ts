// One hash over all rows of some tables: a refused call must leave it unchanged.
import { createHash } from 'node:crypto';
import type { Queryable } from '../server/db/open.ts';

/** The tables of trading, the wallet, lessons and the desk. */
export const BUSINESS_TABLES: readonly string[] = [
  'venues',
  'instruments',
  'traders',
  'ledger_accounts',
  'transfers',
  'orders',
  'fills',
  'lots',
  'payments',
  'sandbox_orders',
  'sandbox_payments',
  'lessons',
  'enrolments',
  'lesson_ratings',
  'refunds',
  'materials',
  'visits',
  'promotions',
  'rewards',
  'notifications',
  'watchlist_stocks',
  'watchlists',
  'price_alerts',
  'drawn_lines',
  'notice_wishes',
  'users',
  'market_halts',
  'stock_halts',
  'corporate_actions',
  'entitlements',
  'messages',
  'diary_shares',
  'diary_comments',
  'flags',
  'stray_payments',
  'reports',
  'call_removals',
  'begun_acts',
  'audit_log',
];

/** `tables` are names, or selections in brackets. */
export async function tableHash(db: Queryable, tables: readonly string[]): Promise<string> {
  const sum = createHash('sha256');
  for (const table of tables) {
    const { rows } = await db.query<{ row: string }>(
      // The owner and the end of the lease are left out.
      `select (to_jsonb(t) - 'lease_until' - 'standby_until')::text as row from ${table} t order by 1`,
    );
    sum.update(`${table}\n${rows.map(({ row }) => row).join('\n')}\n`);
  }
  return sum.digest('hex');
}
