// Stores since when and why something is halted, in the transaction of its log entry.
import type { AuditEntry } from '../audit.ts';
import type { Queryable } from '../db/open.ts';
import type { FollowUps } from '../desk-acts.ts';

export function haltRows(venue: number): FollowUps {
  const resumeMarket = (transaction: Queryable, { at, actor }: AuditEntry): Promise<unknown> =>
    transaction.query(
      'update market_halts set resumed_at = $2, resumed_by = $3 where venue = $1 and resumed_at is null',
      [venue, at, actor],
    );
  const resumeStock = (transaction: Queryable, { at, actor, subject }: AuditEntry): Promise<unknown> =>
    transaction.query(
      `update stock_halts set resumed_at = $3, resumed_by = $4
       where venue = $1 and instrument = (select id from instruments where venue = $1 and symbol = $2) and resumed_at is null`,
      [venue, subject, at, actor],
    );
  return {
    'resume-market': async (transaction, entry) => void (await resumeMarket(transaction, entry)),
    'resume-stock': async (transaction, entry) => void (await resumeStock(transaction, entry)),
    // At most one halt may be open, even if an earlier version has left one.
    async 'halt-market'(transaction, entry) {
      await resumeMarket(transaction, entry);
      await transaction.query(
        'insert into market_halts (venue, halted_at, halted_by, reason) values ($1, $2, $3, $4)',
        [venue, entry.at, entry.actor, reasonOf(entry)],
      );
    },
    async 'halt-stock'(transaction, entry) {
      await resumeStock(transaction, entry);
      await transaction.query(
        `insert into stock_halts (venue, instrument, halted_at, halted_by, reason)
         select $1, id, $3, $4, $5 from instruments where venue = $1 and symbol = $2`,
        [venue, entry.subject, entry.at, entry.actor, reasonOf(entry)],
      );
    },
  };
}

function reasonOf({ detail }: AuditEntry): string {
  return 'reason' in detail ? String(detail.reason) : '';
}
