// Reads the audit log, newest first, filtered by who, what, whom, from where and when.
import type { AuditEntry } from '../../contract/admin/audit.ts';
import { lessonTitle } from '../../contract/learn.ts';
import type { Specialization } from '../../contract/learn.ts';
import { actNames } from '../../contract/messages/control.ts';
import type { NamedAct } from '../../contract/messages/control.ts';
import type { InputOf } from '../../contract/routes.ts';
import { dayNumber } from '../../contract/wire/day-number.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { dayStartAt } from '../../core/market/day.ts';
import { Conditions } from '../db/conditions.ts';
import { tellsOf } from '../db/lesson-search.ts';
import type { Queryable } from '../db/open.ts';
import { containing, limitAndOffset, pagesOf, wordsOf } from '../db/list-query.ts';
import type { Page } from '../db/list-query.ts';
import { holdsPart } from '../db/people-search.ts';
import { isUuid } from '../db/uuid.ts';
import type { Handlers } from '../handler.ts';
import { changesOf } from './audit-words.ts';

interface Row {
  id: number;
  at: number;
  actor: string | null;
  actorName: string | null;
  actorEmail: string | null;
  action: string;
  subject: string;
  subjectEmail: string | null;
  detail: Record<string, unknown>;
  ip: string | null;
}

const MESSAGE_ACT: NamedAct = 'send-message';

/** The subject as a person's id, to show the mail address instead; null for any other subject. */
const PERSON = `case when l.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.subject::uuid end`;

export function auditHandlers(db: Queryable): Pick<Handlers, 'GET /auditLog'> {
  return {
    async 'GET /auditLog'({ input }) {
      const { page, limit } = input;
      const asked = conditions(input);
      const { total, ids } = await (input.q ? searched(db, asked, input) : listed(db, asked, input));
      // Names are looked up only for the entries on the page.
      const { rows } = await db.query<Row>(
        `select l.id, l.at, l.actor, a.name as "actorName", a.email as "actorEmail", l.action, l.subject, s.email as "subjectEmail", l.detail, l.ip
         from audit_log l left join users a on a.id = l.actor left join users s on s.id = ${PERSON} where l.id = any($1) order by l.id desc`,
        [ids],
      );
      const actions = await knownActions(db);
      const totalPages = pagesOf(total, limit);
      return { data: { entries: await named(db, rows.map(present)), actions, totalEntries: total, totalPages, page } };
    },
  };
}

interface Found {
  readonly total: number;
  /** Of the entries on the page. */
  readonly ids: readonly number[];
}

async function listed(db: Queryable, asked: Conditions, page: Page): Promise<Found> {
  const { where, values } = asked;
  const counted = await db.query<{ total: number }>(`select count(*) as total from audit_log l ${where}`, values);
  const { rows } = await db.query<{ id: number }>(
    `select l.id from audit_log l ${where} order by l.id desc ${limitAndOffset(asked, page)}`,
    values,
  );
  return { total: counted.rows[0].total, ids: rows.map(({ id }) => id) };
}

/**
 * No index finds a part of a word, so the whole log is gone through: once, for the page and its count together. Numbers gathered in one row are
 * what the database shares out among several processes, in version 16 or newer.
 */
async function searched(db: Queryable, asked: Conditions, page: Page): Promise<Found> {
  const gathered = `select count(*) as total, array_agg(l.id) as ids from audit_log l ${asked.where}`;
  const cut = limitAndOffset(asked, page);
  const { rows } = await db.query<Found>(
    `select total, array(select id from unnest(ids) id order by id desc ${cut}) as ids from (${gathered}) found`,
    asked.values,
  );
  return rows[0];
}

function conditions({ q, action, from, to }: InputOf<'GET /auditLog'>): Conditions {
  const asked = new Conditions();
  for (const word of wordsOf((q ?? '').toLowerCase())) {
    const acts = Object.entries(actNames).filter(([, name]) => name.toLowerCase().includes(word));
    const named = `l.action = any(${asked.parameter(acts.map(([act]) => act))})`;
    const person = holdsPart(word, asked.parameter(word));
    const people = (what: string): string => `(select ${what} from users where ${person})`;
    const like = asked.parameter(containing(word));
    const own = `l.action like ${like} or lower(l.subject) like ${like} or l.ip like ${like}`;
    const lessons = `l.subject in (select l.public_id::text from lessons l where ${tellsOf(word, asked)})`;
    asked.plain(
      `(${named} or l.actor in ${people('id')} or l.subject in ${people('id::text')} or ${lessons} or ${own})`,
    );
  }
  if (action) asked.add('l.action = ?', action);
  if (from) asked.add('l.at >= ?', dayStartAt(dayNumber(from)));
  if (to) asked.add('l.at < ?', dayStartAt(dayNumber(to) + 1));
  return asked;
}

/** All actions in the log, by one step in the index per action: the log may be long. */
async function knownActions(db: Queryable): Promise<{ action: string; text: string }[]> {
  const { rows } = await db.query<{ action: string }>(
    `with recursive acts as (
       (select action from audit_log order by action limit 1)
       union all
       select (select action from audit_log where action > acts.action order by action limit 1) from acts where acts.action is not null)
     select action from acts where action is not null`,
  );
  return rows.map(({ action }) => ({ action, text: textOf(action) })).sort((a, b) => a.text.localeCompare(b.text));
}

/** Replaces the ids of lessons, their instructors and messages by what people know them by. */
async function named(db: Queryable, entries: AuditEntry[]): Promise<AuditEntry[]> {
  return withWords(db, await withInstructors(db, await withTitles(db, entries)));
}

/** Instructors are shown by name and address, as long as their account is there. */
async function withInstructors(db: Queryable, entries: AuditEntry[]): Promise<AuditEntry[]> {
  const ids = entries
    .flatMap(({ changes }) => changes)
    .flatMap(({ field, before, after }) => (field === 'instructor' ? [before, after] : []))
    .filter((id) => id !== null && isUuid(id));
  if (ids.length === 0) return entries;
  const { rows } = await db.query<{ id: string; name: string; email: string; isGone: boolean }>(
    `select id, name, email, deleted_at is not null as "isGone" from users where id = any($1::uuid[])`,
    [ids],
  );
  const people = new Map<string | null, string>(
    rows.map(({ id, name, email, isGone }) => [id, isGone ? name : `${isolated(name)}, ${email}`]),
  );
  const shown = (id: string | null): string | null => people.get(id) ?? id;
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map((change) =>
      change.field === 'instructor' ? { ...change, before: shown(change.before), after: shown(change.after) } : change,
    ),
  }));
}

/** Messages are shown by their text, as long as it is stored: it is deleted with the person it was for. */
async function withWords(db: Queryable, entries: AuditEntry[]): Promise<AuditEntry[]> {
  const ids = entries
    .filter(({ action }) => action === MESSAGE_ACT)
    .flatMap(({ changes }) => changes.map(({ after }) => after));
  if (ids.length === 0) return entries;
  const { rows } = await db.query<{ id: string; message: string }>(
    `select public_id::text as id, message from messages where public_id::text = any($1) and message <> ''`,
    [ids],
  );
  const words = new Map<string | null, string>(rows.map(({ id, message }) => [id, message]));
  return entries.map((entry) => {
    if (entry.action !== MESSAGE_ACT) return entry;
    const changes = entry.changes.flatMap((change) => {
      const after = words.get(change.after);
      return after === undefined ? [] : [{ ...change, after }];
    });
    return { ...entry, changes };
  });
}

/** Lessons are shown by title, with the instructor, since titles may repeat. */
async function withTitles(db: Queryable, entries: AuditEntry[]): Promise<AuditEntry[]> {
  const ids = entries.filter(({ action }) => action.endsWith('-lesson')).map(({ subject }) => subject);
  if (ids.length === 0) return entries;
  const { rows } = await db.query<{ id: string; topic: string; specialization: Specialization | null; name: string }>(
    'select public_id as id, topic, specialization, instructor_name as name from lessons where public_id = any($1::uuid[])',
    [ids],
  );
  const titles = new Map(
    rows.map((lesson) => [lesson.id, `${isolated(lessonTitle(lesson))}, ${isolated(lesson.name)}`]),
  );
  return entries.map((entry) => ({ ...entry, subject: titles.get(entry.subject) ?? entry.subject }));
}

function textOf(action: string): string {
  if (Object.hasOwn(actNames, action)) return actNames[action as keyof typeof actNames];
  // The entry of an older version, with an action that has no text here.
  const words = action.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function present(row: Row): AuditEntry {
  const { id, at, actor, actorName, actorEmail, action, subject, subjectEmail, detail, ip } = row;
  return {
    _id: String(id),
    at: new Date(at).toISOString(),
    actor: actor === null ? null : { _id: actor, name: actorName ?? '', email: actorEmail ?? '' },
    action,
    text: textOf(action),
    subject: subjectEmail ?? subject,
    changes: changesOf(detail),
    ip,
  };
}
