// Which diary is open to whom. Only the learner opens and closes it, for instructors of the learner's lessons, and always until a given time.
import { DAY_MS, dayText, marketDay } from '../../../core/market/day.ts';
import { randomUUID } from 'node:crypto';
import type { DiaryShare, ShareDays } from '../../../contract/user/shared-diary.ts';
import { diaryOpenedNotice } from '../../../contract/messages/shared-diary.ts';
import type { UserRole } from '../../../contract/auth.ts';
import type { Queryable } from '../../db/open.ts';
import { isThereMeanwhile, staysMeanwhile } from '../../db/people.ts';
import { isUuid } from '../../db/uuid.ts';
import { unauthorized } from '../../http-error.ts';
import type { Caller } from '../../handler.ts';
import type { SharedDiaryContext } from './context.ts';

/** Instructors of lessons that this account has, and those to whom its diary is open. $1 the account, $2 the person, $3 now. */
const KNOWN = `
  with taught as (
    select l.instructor_email as email, count(*) as lessons from enrolments e join lessons l on l.id = e.lesson
    where e.account = $1 and l.status <> 'CANCELED' group by l.instructor_email),
  opened as (select instructor, expires_at from diary_shares where learner = $2 and closed_at is null and expires_at > $3)
  select u.id as "instructorId", u.name, coalesce(t.lessons, 0) as lessons, o.expires_at as "openUntil"
  from (select id from users where email in (select email from taught) union select instructor from opened) known
    join users u on u.id = known.id left join taught t on t.email = u.email left join opened o on o.instructor = u.id
  where u.role = 'instructor' and not u.is_blocked and u.id <> $2`;

type KnownRow = Omit<DiaryShare, 'openUntil'> & { openUntil: number | null };

export async function sharesOf(db: Queryable, { id, accountNo }: Caller, at: number): Promise<DiaryShare[]> {
  const { rows } = await db.query<KnownRow>(`${KNOWN} order by u.name, u.id`, [accountNo, id, at]);
  return rows.map(({ openUntil, ...known }) => ({
    ...known,
    openUntil: openUntil === null ? null : new Date(openUntil).toISOString(),
  }));
}

/**
 * Null if the caller has no lesson of this instructor. Opening it again sets a new end. Returns what `answerOf` makes of it in the same
 * transaction.
 */
export async function openShare<Answer>(
  { db, notices, now }: SharedDiaryContext,
  learner: Caller,
  { instructorId, days }: { instructorId: string; days: ShareDays },
  answerOf: (transaction: Queryable, opened: { name: string; until: number }) => Promise<Answer>,
): Promise<Answer | null> {
  if (!isUuid(instructorId)) return null;
  const at = now();
  const until = at + days * DAY_MS;
  const [answer, show] = await db.transaction(async (transaction) => {
    if (!(await staysMeanwhile(transaction, learner.accountNo))) throw unauthorized();
    const { rows } = await transaction.query<KnownRow & { account: number }>(
      `select known.*, u.account_no as account from (${KNOWN}) known join users u on u.id = known."instructorId"
       where known."instructorId" = $4 and known.lessons > 0`,
      [learner.accountNo, learner.id, at, instructorId],
    );
    const known = rows.at(0);
    if (known === undefined || !(await isThereMeanwhile(transaction, known.instructorId)))
      return [null, () => {}] as const;
    await transaction.query(
      `insert into diary_shares as share (public_id, learner, instructor, opened_at, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (learner, instructor) where closed_at is null do update set expires_at = excluded.expires_at,
         opened_at = case when share.expires_at > excluded.opened_at then share.opened_at else excluded.opened_at end`,
      [randomUUID(), learner.id, known.instructorId, at, until],
    );
    // Once for each day on which it ends: opening and closing it again and again would fill the instructor's notifications.
    const source = `diary-opened:${learner.accountNo}:${dayText(marketDay(until))}`;
    const message = diaryOpenedNotice(learner.name, until);
    const notice = { account: known.account, kind: 'lesson', message, at, source } as const;
    const stored = await notices.store(transaction, [notice]);
    return [await answerOf(transaction, { name: known.name, until }), stored] as const;
  });
  show();
  return answer;
}

/** Takes effect at once. Returns the instructor; null if there is nobody with this id. */
export async function closeShare(
  { db, now }: SharedDiaryContext,
  learner: Caller,
  instructorId: string,
): Promise<string | null> {
  if (!isUuid(instructorId)) return null;
  await db.query(
    'update diary_shares set closed_at = $3 where learner = $1 and instructor = $2 and closed_at is null',
    [learner.id, instructorId, now()],
  );
  const { rows } = await db.query<{ name: string }>(
    `select u.name from users u where u.id = $2
     and exists (select 1 from diary_shares s where s.learner = $1 and s.instructor = u.id)`,
    [learner.id, instructorId],
  );
  return rows.at(0)?.name ?? null;
}

export interface OpenShare {
  readonly publicId: string;
  readonly openedAt: number;
  readonly expiresAt: number;
  readonly learnerId: string;
  readonly account: number;
  readonly role: UserRole;
  readonly name: string;
  readonly email: string;
}

/** Diaries that are open now. $1 the instructor, $2 now. */
const OPEN = `select s.public_id as "publicId", s.opened_at as "openedAt", s.expires_at as "expiresAt", u.id as "learnerId",
    u.account_no as account, u.role, u.name, u.email
  from diary_shares s join users u on u.id = s.learner
  where s.instructor = $1 and s.closed_at is null and s.expires_at > $2 and u.deleted_at is null`;

export async function openShares(
  db: Queryable,
  instructor: Caller,
  at: number,
): Promise<(OpenShare & { comments: number })[]> {
  const { rows } = await db.query<OpenShare & { comments: number }>(
    `select o.*, (select count(*) from diary_comments c where c.account = o.account) as comments
     from (${OPEN}) o order by o."openedAt" desc, o."publicId"`,
    [instructor.id, at],
  );
  return rows;
}

/** Null for any diary that is not open to this instructor now. `isLocked`: it stays open until the transaction ends. */
export async function findOpenShare(
  db: Queryable,
  instructor: Caller,
  { id, at, isLocked = false }: { id: string; at: number; isLocked?: boolean },
): Promise<OpenShare | null> {
  if (!isUuid(id)) return null;
  const { rows } = await db.query<OpenShare>(`${OPEN} and s.public_id = $3${isLocked ? ' for share of s' : ''}`, [
    instructor.id,
    at,
    id,
  ]);
  return rows.at(0) ?? null;
}
