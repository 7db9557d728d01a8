// What is erased about a person who leaves, table by table. What the books consist of stays, under an account without a name.
import { randomBytes } from 'node:crypto';
import { reportMessages } from '../../contract/messages/reports.ts';
import { sharedDiaryMessages } from '../../contract/messages/shared-diary.ts';
import { DELETED_DOMAIN } from '../../contract/wire/email.ts';
import type { Queryable } from '../db/open.ts';
import { errorBody, replyNotKept } from '../http-error.ts';
import { newReferralCode } from './signup.ts';

const DELETED_NAME = 'Deleted account';

/** An address that nobody has, and that nobody could have taken by chance before. */
function unusedEmail(): string {
  return `deleted-${randomBytes(12).toString('hex')}@${DELETED_DOMAIN}`;
}

export interface Leaving {
  readonly id: string;
  readonly account: number;
  readonly email: string;
}

/** Statements take the person's id, account number and address as $1, $2 and $3. */
const BY_ID = 'id';
const BY_ACCOUNT = 'account';
const BY_EMAIL = 'email';
type By = typeof BY_ID | typeof BY_ACCOUNT | typeof BY_EMAIL;

const ERASED: readonly (readonly [by: By, statement: string])[] = [
  [BY_ID, 'delete from otps where subject in (select id from resets where user_id = $1)'],
  [BY_ID, 'delete from resets where user_id = $1'],
  [BY_EMAIL, 'delete from otps where subject in (select id from signups where email = $1)'],
  [BY_EMAIL, 'delete from signups where email = $1'],
  [BY_EMAIL, 'delete from mailbox where recipient = $1'],
  [BY_EMAIL, 'delete from outbox where recipient = $1'],
  [BY_ID, 'delete from logins where user_id = $1'],
  [BY_ID, 'delete from identities where user_id = $1'],
  [BY_ID, 'delete from second_factors where user_id = $1'],
  [BY_ID, 'delete from recovery_codes where user_id = $1'],
  // The files follow: the job that deletes them needs the rows until then.
  [BY_ID, `update photos set state = 'discarded' where user_id = $1`],
  [BY_ID, `update messages set message = '' where user_id = $1`],
  [BY_ACCOUNT, 'delete from notice_wishes where account = $1'],
  [BY_ACCOUNT, 'delete from watchlist_stocks where account = $1'],
  [BY_ACCOUNT, 'delete from watchlists where account = $1'],
  [BY_ACCOUNT, 'delete from price_alerts where account = $1'],
  [BY_ACCOUNT, 'delete from drawn_lines where account = $1'],
  [BY_ACCOUNT, 'delete from diary_notes where account = $1'],
  // What an instructor wrote in other people's diaries belongs to them, and stays without a name.
  [BY_ACCOUNT, 'delete from diary_comments where account = $1'],
  [BY_ID, 'delete from diary_shares where learner = $1 or instructor = $1'],
  // What was said, and by whom. Reports that this person made about others are still looked at, without the reporter's own words.
  [BY_ACCOUNT, 'delete from reports where account = $1'],
  [BY_ACCOUNT, `update reports set words = '' where reporter_account = $1`],
  // The stars rate the lesson, and stay without a name.
  [BY_ACCOUNT, `update lesson_ratings set words = '', hidden_reason = '' where account = $1`],
  [BY_ACCOUNT, 'delete from call_removals where account = $1'],
  // After the reports: a warning is stored by somebody who has locked the report, and has been waited for there.
  [BY_ACCOUNT, 'delete from notifications where account = $1'],
  // Last, as in a call under way, which changes what it is about and then keeps its reply: otherwise the two would wait for each other.
  [BY_ID, 'delete from idempotency_keys where user_id = $1'],
];

/** SQL: a message about the person `u` that goes on with `rest` after the name, whichever name that was. */
const nameless = (rest: string): string =>
  `case strpos(n.message, '${rest}') when 0 then replace(n.message, u.name, $2)
     else $2 || substr(n.message, strpos(n.message, '${rest}')) end`;

/** The invisible marks round a name that is written from right to left: `isolated`. */
const MARKS = '\u2068\u2069';

/**
 * What others were told of the person stays, without the name: $1 is the person's id, $2 the words in place of the name. First of all, since it is
 * found by what is erased then. It need not be there any more: comments are removed, places given back.
 */
const NAMELESS: readonly string[] = [
  `update notifications n set message = ${nameless(' has opened the diary ')}
   from users u join diary_shares s on s.learner = u.id join users i on i.id = s.instructor
   where u.id = $1 and n.account = i.account_no and n.source like 'diary-opened:' || u.account_no || ':%'`,
  // By the name, since of a comment that has been removed nobody knows whose it was; but not if it is one of a namesake.
  `update notifications n set message = ${nameless(' has commented ')}
   from users u join diary_shares s on s.instructor = u.id join users l on l.id = s.learner
   where u.id = $1 and n.account = l.account_no and n.source like 'diary-comment:%'
     and starts_with(translate(n.message, '${MARKS}', ''), u.name || ' has commented ')
     and not exists (select from diary_comments c where n.source = 'diary-comment:' || c.public_id and c.author <> u.id)`,
  // Told at the moment in which a lesson was given to the person, by the name of that moment: it may be planned under another one now.
  `update notifications n set message = ${nameless(' teaches \u201c')}
   from users u join (
       select lesson, email, lag(until) over (partition by lesson order by until, id) as since from past_instructors
       union all
       select l.id, l.instructor_email, max(p.until) from past_instructors p join lessons l on l.id = p.lesson group by l.id
     ) given on given.email = u.email
   where u.id = $1 and n.source = 'lesson:' || given.lesson || ':instructor:' || given.since
     and n.source like 'lesson:%:instructor:%'`,
];

/**
 * Replies that others were given, and are kept for the case that they ask again, name the person in a field or in one of two sentences;
 * those about a lesson may have another name that it was planned under. A caller who asks again is told that it was done.
 */
async function forgetReplies(transaction: Queryable, { id, email }: Leaving): Promise<void> {
  const { rows } = await transaction.query<{ name: string; lessons: string[] }>(
    `select u.name, array(
         select '"' || l.public_id || '"' from lessons l
         where l.instructor_email = u.email or exists (select from past_instructors p where p.lesson = l.id and p.email = u.email)
       ) as lessons from users u where u.id = $1`,
    [id],
  );
  const [{ name, lessons }] = rows;
  const sentences = [sharedDiaryMessages.closed(name), reportMessages.letIn(name)];
  const words = [...[id, email, ...sentences].map((word) => JSON.stringify(word)), `:${JSON.stringify(name)}`];
  const refusal = replyNotKept();
  await transaction.query(
    `update idempotency_keys set status = $1, body = $2
     where exists (select from unnest($3::text[]) word where position(word in body) > 0)
       or position('"instructor_name"' in body) > 0 and exists (select from unnest($4::text[]) lesson where position(lesson in body) > 0)`,
    [refusal.status, errorBody(refusal), words, lessons],
  );
}

/**
 * What the person has in common with others, who may leave at the same time: the second of them waits here, before anything is changed that
 * the first one still has to change.
 */
const COMMON: readonly (readonly [by: By, statement: string])[] = [
  [BY_ID, 'select from diary_shares where learner = $1 or instructor = $1 order by id for update'],
  [BY_ACCOUNT, 'select from reports where account = $1 or reporter_account = $1 order by id for update'],
];

/** Inside one transaction, with the person's row locked. */
export async function erase(transaction: Queryable, person: Leaving, at: number): Promise<void> {
  const { id, account, email } = person;
  const unused = unusedEmail();
  const values: Record<By, string | number> = { id, account, email };
  for (const [by, statement] of COMMON) await transaction.query(statement, [values[by]]);
  for (const statement of NAMELESS) await transaction.query(statement, [id, DELETED_NAME]);
  for (const [by, statement] of ERASED) await transaction.query(statement, [values[by]]);
  await forgetReplies(transaction, person);
  await transaction.query(
    'update lessons set instructor_name = $2, instructor_email = $3 where instructor_email = $1',
    [email, DELETED_NAME, unused],
  );
  await transaction.query('update past_instructors set name = $2, email = $3 where email = $1', [
    email,
    DELETED_NAME,
    unused,
  ]);
  await transaction.query(
    `update users set email = $2, name = $3, password_hash = null, profile_photo = null, referral_code = $4,
       email_proven_at = null, is_blocked = true, deleted_at = $5 where id = $1`,
    [id, unused, DELETED_NAME, newReferralCode(), at],
  );
}
