// The rows of materials: awaited, taken from one sender, shown in the lesson, and discarded.
import type { LessonStatus } from '../../contract/learn.ts';
import type { Queryable } from '../db/open.ts';
import type { MaterialRow } from './present.ts';

const COLUMNS = `m.key, m.name, m.content_type as "contentType", m.bytes, m.added_at as "addedAt"`;

/** What a lesson shows, in the order in which it was added. */
export async function materialsOf(db: Queryable, lesson: number): Promise<MaterialRow[]> {
  const { rows } = await db.query<MaterialRow>(
    `select ${COLUMNS} from materials m where m.lesson = $1 and m.state = 'shown' order by m.added_at, m.key`,
    [lesson],
  );
  return rows;
}

/** A file of a lesson, with what decides who may read or remove it. */
export interface OwnedMaterial extends MaterialRow {
  readonly lesson: number;
  readonly instructorEmail: string;
  readonly status: LessonStatus;
  readonly isLearner: boolean;
}

/** Null when nothing is shown under this key. `account`: the caller's. */
export async function findShown(db: Queryable, key: string, account: number): Promise<OwnedMaterial | null> {
  const { rows } = await db.query<OwnedMaterial>(
    `select ${COLUMNS}, m.lesson, l.instructor_email as "instructorEmail", l.status,
       exists (select 1 from enrolments e where e.lesson = l.id and e.account = $2) as "isLearner"
     from materials m join lessons l on l.id = m.lesson where m.key = $1 and m.state = 'shown'`,
    [key, account],
  );
  return rows.at(0) ?? null;
}

/** For an address whose signature has been checked. */
export async function findSigned(db: Queryable, key: string): Promise<MaterialRow | null> {
  const { rows } = await db.query<MaterialRow>(
    `select ${COLUMNS} from materials m where m.key = $1 and m.state = 'shown'`,
    [key],
  );
  return rows.at(0) ?? null;
}

export interface AwaitedMaterial {
  readonly key: string;
  readonly lesson: number;
  readonly name: string;
  readonly contentType: MaterialRow['contentType'];
  readonly at: number;
  readonly expiresAt: number;
}

export async function addAwaited(
  db: Queryable,
  { key, lesson, name, contentType, at, expiresAt }: AwaitedMaterial,
): Promise<void> {
  await db.query(
    'insert into materials (key, lesson, name, content_type, added_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
    [key, lesson, name, contentType, at, expiresAt],
  );
}

/** Files that are shown or on their way: both count towards the most a lesson can have. */
export async function countTaken(db: Queryable, lesson: number, now: number): Promise<number> {
  const { rows } = await db.query<{ taken: number }>(
    // Two counts, because each has an index of its own.
    `select (select count(*) from materials where lesson = $1 and state = 'shown')
       + (select count(*) from materials where lesson = $1 and state <> 'shown'
            and (state = 'taken' or (state = 'awaited' and expires_at > $2))) as taken`,
    [lesson, now],
  );
  return rows[0].taken;
}

/** The lesson is not canceled, and its instructor not blocked. */
const IS_ON = `exists (select 1 from lessons l join users u on u.email = l.instructor_email
  where l.id = materials.lesson and l.status <> 'CANCELED' and not u.is_blocked)`;

/** True for one sender only, while the address is valid and the lesson is on. */
export async function claim(db: Queryable, key: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update materials set state = 'taken' where key = $1 and state = 'awaited' and expires_at > $2 and ${IS_ON}`,
    [key, now],
  );
  return rowCount === 1;
}

/** False if the lesson was canceled, or was given to another instructor, while the file was being checked. */
export async function markShown(db: Queryable, key: string, bytes: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update materials set state = 'shown', bytes = $2 where key = $1 and state = 'taken' and ${IS_ON}`,
    [key, bytes],
  );
  return rowCount === 1;
}

/** The lesson has another instructor: files that the previous one was about to send, or has just sent, are not accepted. */
export async function discardAwaited(db: Queryable, lesson: number): Promise<void> {
  await db.query(`update materials set state = 'discarded' where lesson = $1 and state in ('awaited', 'taken')`, [
    lesson,
  ]);
}

export async function discard(db: Queryable, key: string): Promise<void> {
  await db.query(`update materials set state = 'discarded' where key = $1`, [key]);
}

/**
 * Files that are not shown, at random, so that some that cannot be removed do not hide the others; delete their rows after them.
 * `before`: upload addresses that expired earlier were never used.
 */
export async function staleMaterials(db: Queryable, before: number): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>(
    `select key from materials where state = 'discarded' or (state <> 'shown' and expires_at < $1)
     order by random() limit 500`,
    [before],
  );
  return rows.map(({ key }) => key);
}

export async function forget(db: Queryable, key: string): Promise<void> {
  await db.query(`delete from materials where key = $1 and state <> 'shown'`, [key]);
}
