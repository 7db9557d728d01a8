// Moves of a lesson to a later start, kept for the while in which they may be undone (decision 076).
import type { Queryable } from '../db/open.ts';
import type { Lesson } from './lessons.ts';

interface Move {
  /** The start that the lesson had. */
  readonly from: number;
  readonly at: number;
}

/** The first move to a later start since `since`: several in a row are undone as one. Null if there is none. */
export async function recentMove(transaction: Queryable, lesson: number, since: number): Promise<Move | null> {
  const { rows } = await transaction.query<Move>(
    'select moved_from as "from", moved_at as at from lessons where id = $1 and moved_at > $2',
    [lesson, since],
  );
  return rows.at(0) ?? null;
}

export async function keepMove(transaction: Queryable, { id, startsAt }: Lesson, at: number): Promise<void> {
  await transaction.query('update lessons set moved_from = $2, moved_at = $3 where id = $1', [id, startsAt, at]);
}

/** When the first and the last of its places were taken; null if there is none. */
export async function placesTakenAt(
  transaction: Queryable,
  lesson: number,
): Promise<{ first: number; last: number } | null> {
  const { rows } = await transaction.query<{ first: number; last: number }>(
    `select min(enrolled_at) as first, max(enrolled_at) as last from enrolments where lesson = $1 having count(*) > 0`,
    [lesson],
  );
  return rows.at(0) ?? null;
}
