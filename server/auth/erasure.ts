// What is erased about a person who leaves, table by table. What the books consist of stays, under an account without a name.
import { randomBytes } from 'node:crypto';
import { DELETED_DOMAIN } from '../../contract/wire/email.ts';
import type { Queryable } from '../db/open.ts';
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

/**
 * What others were told of the person stays, without the name: $1 is the person's id, $2 the words in place of the name. First of all, since it is
 * found by what is erased then.
 */
const NAMELESS: readonly string[] = [
  `update notifications n set message = replace(n.message, u.name, $2)
   from users u join diary_shares s on s.learner = u.id join users i on i.id = s.instructor
   where u.id = $1 and n.account = i.account_no and n.source like 'diary-opened:' || u.account_no || ':%'`,
  `update notifications n set message = replace(n.message, u.name, $2) from users u join diary_comments c on c.author = u.id
   where u.id = $1 and n.account = c.account and n.source = 'diary-comment:' || c.public_id`,
  // By the name with which the lesson was planned, which is how this message begins. It was sent at the moment in which the lesson was given away.
  `update notifications n set message = replace(n.message, t.name, $2)
   from (select l.id as lesson, l.instructor_name as name from users u join lessons l on l.instructor_email = u.email where u.id = $1
     union select p.lesson, p.name from users u join past_instructors p on p.email = u.email where u.id = $1) t
     join past_instructors g on g.lesson = t.lesson join enrolments e on e.lesson = t.lesson
   where n.account = e.account and n.source = 'lesson:' || t.lesson || ':instructor:' || g.until and strpos(n.message, t.name) in (1, 2)`,
];

/** Inside one transaction, with the person's row locked. */
export async function erase(transaction: Queryable, person: Leaving, at: number): Promise<void> {
  const { id, account, email } = person;
  const unused = unusedEmail();
  const values: Record<By, string | number> = { id, account, email };
  for (const statement of NAMELESS) await transaction.query(statement, [id, DELETED_NAME]);
  for (const [by, statement] of ERASED) await transaction.query(statement, [values[by]]);
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
