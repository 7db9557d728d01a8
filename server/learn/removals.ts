// Writes down whom a host has sent away from a call, so that whoever is complained of is found. What was said there is kept by nobody.
import { lessonTitle } from '../../contract/learn.ts';
import type { Specialization } from '../../contract/learn.ts';
import { writeAudit } from '../audit.ts';
import type { Queryable } from '../db/open.ts';

export interface Removal {
  /** The lesson's public id; null in a call by code. */
  readonly lesson: string | null;
  readonly account: number;
  /** The host's account. */
  readonly by: number;
  readonly at: number;
}

export async function noteRemoval(db: Queryable, { lesson, account, by, at }: Removal): Promise<void> {
  const { rows } = await db.query<{
    actor: string;
    subject: string;
    topic: string | null;
    specialization: Specialization | null;
  }>(
    `select h.id as actor, p.id as subject, l.topic, l.specialization
     from users h join users p on p.account_no = $2 left join lessons l on l.public_id = $3::uuid where h.account_no = $1`,
    [by, account, lesson],
  );
  const [known] = rows;
  if (known === undefined) return;
  const { actor, subject, topic, specialization } = known;
  const call = topic === null ? 'by code' : lessonTitle({ topic, specialization });
  await writeAudit(db, { at, actor, action: 'remove-from-call', subject, detail: { call }, ip: null });
}
