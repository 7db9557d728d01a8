// Stores what people in calls report. The words of a message are kept from then on, and only then.
import { MOST_WORDS_KEPT } from '../../contract/admin/reports.ts';
import { reasonTexts } from '../../contract/messages/reports.ts';
import type { Queryable } from '../db/open.ts';
import type { Report } from './calls.ts';

/**
 * The same thing from the same person is one report as long as it is open: what is said of it again is added to its words. False when
 * whoever reports it is blocked, or gone. Of somebody who has closed the account meanwhile nothing is kept.
 */
export async function takeReport(db: Queryable, report: Report): Promise<boolean> {
  const { account, by, room, lesson, message, reason, words, at } = report;
  const anew = [reasonTexts[reason], words].filter((text) => text !== '').join(': ');
  const { rows } = await db.query<{ isHeard: boolean }>(
    `with heard as (select account_no from users where account_no = $2 and not is_blocked and deleted_at is null),
       stored as (
         insert into reports (account, reporter_account, room, lesson, message, said, said_at, reason, words, created_at)
         select $1, h.account_no, $3, (select id from lessons where public_id = $4::uuid), $5, $6, $7, $8, $9, $10 from heard h
           join users u on u.account_no = $1 and u.deleted_at is null
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
