// Stores reports from calls. The words of a message are kept from then on, and only then.
import { MOST_WORDS_KEPT } from '../../contract/admin/reports.ts';
import { reasonTexts } from '../../contract/messages/reports.ts';
import type { Queryable } from '../db/open.ts';
import type { Report } from './calls.ts';

/**
 * The same report by the same person stays one report while it is open: anything new is added to its words. False if the reporter
 * is blocked or gone. Nothing is kept about a person who has deleted the account meanwhile.
 */
export async function takeReport(db: Queryable, report: Report): Promise<boolean> {
  const { account, by, room, lesson, message, reason, words, at } = report;
  const anew = [reasonTexts[reason], words].filter((text) => text !== '').join(': ');
  const { rows } = await db.query<{ isHeard: boolean }>(
    `with heard as (select account_no from users where account_no = $2 and not is_blocked and deleted_at is null for key share),
       stored as (
         insert into reports (account, reporter_account, room, lesson, message, said, said_at, reason, words, created_at)
         select $1, h.account_no, $3, (select id from lessons where public_id = $4::uuid), $5, $6, $7, $8, $9, $10 from heard h
           join users u on u.account_no = $1 and u.deleted_at is null for key share of u
         on conflict (reporter_account, room, account, message) where decision is null do update set words = (
           select case when position(more in reports.words) > 0 then reports.words
             else left(concat_ws(E'\n', nullif(reports.words, ''), more), ${MOST_WORDS_KEPT}) end
           from (select case when reports.reason = excluded.reason then excluded.words else $11 end as more) as added))
     select exists (select 1 from heard) as "isHeard"`,
    [
      account,
      by,
      room,
      lesson,
      message?.id ?? null,
      message?.text ?? null,
      message?.sentAt ?? null,
      reason,
      words,
      at,
      anew,
    ],
  );
  return rows[0].isHeard;
}
