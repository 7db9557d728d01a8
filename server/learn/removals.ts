// People whom a host has removed from a call: logged, so that complaints can be looked into. A removal from a lesson holds until its
// host or an administrator lets the person in again.
import { lessonTitle } from '../../contract/learn.ts';
import type { Specialization } from '../../contract/learn.ts';
import { reportMessages } from '../../contract/messages/reports.ts';
import type { DataOf } from '../../contract/routes.ts';
import { writeAudit } from '../audit.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Caller, Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';
import type { LearnContext } from './context.ts';
import { partIn } from './courses.ts';
import { findLesson } from './lessons.ts';

export interface Removal {
  /** The lesson's public id; null in a call by code. */
  readonly lesson: string | null;
  readonly account: number;
  /** The host's account. */
  readonly by: number;
  readonly at: number;
}

interface Known {
  readonly actor: string;
  readonly subject: string;
  readonly lesson: number | null;
  readonly topic: string | null;
  readonly specialization: Specialization | null;
}

/** A person who is removed already is not recorded again. */
export async function noteRemoval(db: Database, { lesson, account, by, at }: Removal): Promise<void> {
  await db.transaction(async (transaction) => {
    const { rows } = await transaction.query<Known>(
      `select h.id as actor, p.id as subject, l.id as lesson, l.topic, l.specialization
       from users h join users p on p.account_no = $2 left join lessons l on l.public_id = $3::uuid where h.account_no = $1`,
      [by, account, lesson],
    );
    const known = rows.at(0);
    if (known === undefined) return;
    if (known.lesson !== null) {
      const { rowCount } = await transaction.query(
        `insert into call_removals (lesson, account, removed_by, removed_at) values ($1, $2, $3, $4)
         on conflict (lesson, account) where let_in_at is null do nothing`,
        [known.lesson, account, known.actor, at],
      );
      if (rowCount === 0) return;
    }
    const { actor, subject } = known;
    const detail = { call: callName(known) };
    await writeAudit(transaction, { at, actor, action: 'remove-from-call', subject, detail, ip: null });
  });
}

function callName({ topic, specialization }: Pick<Known, 'topic' | 'specialization'>): string {
  return topic === null ? 'by code' : lessonTitle({ topic, specialization });
}

export function removalHandlers({
  db,
  now,
}: LearnContext): Pick<Handlers, 'GET /removedPeople/{id}' | 'POST /letIn/{id}'> {
  return {
    async 'GET /removedPeople/{id}'({ input, user }) {
      return { data: await peopleOf(db, await ownLesson(db, input.id, user)) };
    },
    async 'POST /letIn/{id}'({ input, user, ip }) {
      const removal = await findRemoval(db, input.id);
      const lesson = await ownLesson(db, removal.lesson, user);
      await letIn(db, { removal, actor: user.id, ip, at: now() });
      return { message: reportMessages.letIn(removal.name), data: await peopleOf(db, lesson) };
    },
  };
}

/** The row of a lesson, for its host and for administrators. For everybody else it does not exist. */
async function ownLesson(db: Queryable, publicId: string, user: Caller): Promise<number> {
  const lesson = await findLesson(db, publicId);
  if (lesson === null) throw notFound();
  const part = partIn(lesson, user, false);
  if (part !== 'host' && part !== 'admin') throw notFound();
  return lesson.id;
}

async function peopleOf(db: Queryable, lesson: number): Promise<DataOf<'GET /removedPeople/{id}'>> {
  const { rows } = await db.query<{ id: number; name: string; at: number }>(
    `select r.id, u.name, r.removed_at as at from call_removals r join users u on u.account_no = r.account
     where r.lesson = $1 and r.let_in_at is null order by r.id desc`,
    [lesson],
  );
  return rows.map(({ id, name, at }) => ({ _id: String(id), name, removedAt: new Date(at).toISOString() }));
}

interface FoundRemoval {
  readonly id: number;
  /** Its public id. */
  readonly lesson: string;
  readonly name: string;
  readonly subject: string;
  readonly topic: string;
  readonly specialization: Specialization | null;
}

async function findRemoval(db: Queryable, id: string): Promise<FoundRemoval> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const { rows } = await db.query<FoundRemoval>(
    `select r.id, l.public_id as lesson, u.name, u.id as subject, l.topic, l.specialization
     from call_removals r join lessons l on l.id = r.lesson join users u on u.account_no = r.account where r.id = $1`,
    [number],
  );
  if (rows.length === 0) throw notFound();
  return rows[0];
}

/** Does nothing if the person has been let in again already. */
async function letIn(
  db: Database,
  { removal, actor, ip, at }: { removal: FoundRemoval; actor: string; ip: string; at: number },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const { rowCount } = await transaction.query(
      'update call_removals set let_in_by = $2, let_in_at = $3 where id = $1 and let_in_at is null',
      [removal.id, actor, at],
    );
    if (rowCount === 0) return;
    const detail = { call: callName(removal) };
    await writeAudit(transaction, { at, actor, action: 'let-into-call', subject: removal.subject, detail, ip });
  });
}
