// The calls by which administrators look at and close reports about people in calls.
import type { DeskReport, DeskReportData, ReportStatus } from '../../contract/admin/reports.ts';
import { lessonTitle } from '../../contract/learn.ts';
import type { Specialization } from '../../contract/learn.ts';
import { decisionTexts, reportMessages, warningNotice } from '../../contract/messages/reports.ts';
import type { ReportDecision, ReportReason } from '../../contract/messages/reports.ts';
import { writeAudit } from '../audit.ts';
import { Conditions } from '../db/conditions.ts';
import { containing, limitAndOffset, pagesOf, wordsOf } from '../db/list-query.ts';
import type { Database, Queryable } from '../db/open.ts';
import { holdsPart } from '../db/people-search.ts';
import { createGate } from '../gate.ts';
import { FROM_INSIDE } from '../handler.ts';
import type { Caller, Handlers, Keep } from '../handler.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Notices } from '../notices/notices.ts';

export interface ReportDeskContext {
  readonly db: Database;
  readonly now: () => number;
  readonly notices: Pick<Notices, 'store'>;
  /** Blocks an account, as the list of users does. */
  readonly accounts: Pick<Handlers, 'POST /disableUser/{id}'>;
  /** Deletes a message in a call that is going on. */
  readonly unsay: (room: string, message: number) => void;
}

interface Row {
  readonly id: number;
  readonly account: number;
  readonly room: string;
  readonly message: number | null;
  readonly said: string | null;
  readonly saidAt: number | null;
  readonly reason: ReportReason;
  readonly words: string;
  readonly createdAt: number;
  readonly decision: ReportDecision | null;
  readonly note: string;
  readonly closedBy: string | null;
  readonly closedAt: number | null;
  readonly session: string | null;
  readonly topic: string | null;
  readonly specialization: Specialization | null;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly isBlocked: boolean;
  readonly reporterId: string;
  readonly reporterName: string;
  readonly reporterEmail: string;
  readonly earlier: number;
}

const COLUMNS = `r.id, r.account, r.room, r.message, r.said, r.said_at as "saidAt", r.reason, r.words, r.created_at as "createdAt",
  r.decision, r.note, a.name as "closedBy", r.closed_at as "closedAt", l.public_id as session, l.topic, l.specialization,
  u.id as "userId", u.name as "userName", u.email as "userEmail", u.is_blocked as "isBlocked",
  b.id as "reporterId", b.name as "reporterName", b.email as "reporterEmail",
  (select count(*) from reports e where e.account = r.account and e.id < r.id) as earlier`;
const SOURCE = `reports r join users u on u.account_no = r.account join users b on b.account_no = r.reporter_account
  left join lessons l on l.id = r.lesson left join users a on a.id = r.closed_by`;
const BY_CODE = 'Call by code';
const MOST_EARLIER = 20;

type Calls = 'GET /reports' | 'GET /reports/{id}' | 'POST /closeReport/{id}';

export function reportHandlers(context: ReportDeskContext): Pick<Handlers, Calls> {
  const { db } = context;
  // One after the other: while an account is blocked for a report, nobody else closes the report.
  const gate = createGate({ most: 1, mostWaiting: 20 });

  return {
    async 'GET /reports'({ input }) {
      const { page, limit } = input;
      const asked = soughtBy(input);
      const { where, values } = asked;
      const counted = await db.query<{ total: number }>(`select count(*) as total from ${SOURCE} ${where}`, values);
      const { rows } = await db.query<Row>(
        `select ${COLUMNS} from ${SOURCE} ${where} order by (r.decision is null) desc, r.id desc
         ${limitAndOffset(asked, input)}`,
        values,
      );
      const totalReports = counted.rows[0].total;
      const totalPages = pagesOf(totalReports, limit);
      return { data: { reports: rows.map(present), totalReports, totalPages, page, counts: await countByStatus(db) } };
    },
    async 'GET /reports/{id}'({ input }) {
      const row = await findReport(db, input.id);
      return { data: { ...present(row), earlierReports: await earlierThan(db, row) } };
    },
    'POST /closeReport/{id}': ({ input: { id, decision, note }, user, ip }, keep) =>
      gate(async () => close(context, await findReport(db, id), { decision, note, by: user, ip, keep })),
  };
}

interface Sought {
  readonly status?: ReportStatus;
  readonly reason?: ReportReason;
  readonly q?: string;
}

function soughtBy({ status, reason, q }: Sought): Conditions {
  const asked = new Conditions();
  if (status) asked.plain(`r.decision is ${status === 'OPEN' ? '' : 'not '}null`);
  asked.addIf('r.reason = ?', reason);
  for (const word of wordsOf(q ?? '')) {
    const people = `select account_no from users where ${holdsPart(word, asked.parameter(word))}`;
    const part = asked.parameter(containing(word));
    const texts = `r.said ilike ${part} or r.words ilike ${part} or l.topic ilike ${part}`;
    asked.plain(`(r.account in (${people}) or r.reporter_account in (${people}) or ${texts})`);
  }
  return asked;
}

interface Closing {
  readonly decision: ReportDecision;
  readonly note: string;
  readonly by: Caller;
  readonly ip: string;
  readonly keep: Keep<'POST /closeReport/{id}'> | undefined;
}

/** @throws HttpError 409 when somebody else was quicker. */
async function close(
  context: ReportDeskContext,
  before: Row,
  { decision, note, by, ip, keep }: Closing,
): Promise<{ message: string; data: DeskReport }> {
  const { db, now, notices, accounts, unsay } = context;
  if (decision === 'deleted' && before.message === null)
    throw new HttpError(409, reportMessages.noMessage, { code: 'no-message' });
  if (before.decision !== null) throw closedAlready();
  // Before the report is locked: a deletion of the account locks the person first, and then the reports. Repeating it after a failure
  // changes nothing more.
  if (decision === 'blocked')
    await accounts['POST /disableUser/{id}']({
      ...FROM_INSIDE,
      ip,
      user: by,
      input: { id: before.userId, blocked: true },
    });
  const at = now();
  const [answer, show] = await db.transaction(async (transaction) => {
    const { rowCount } = await transaction.query(
      'select 1 from reports where id = $1 and decision is null for update',
      [before.id],
    );
    if (rowCount === 0) throw closedAlready();
    await transaction.query(
      'update reports set decision = $2, note = $3, closed_by = $4, closed_at = $5 where id = $1',
      [before.id, decision, note, by.id, at],
    );
    const detail = { call: callOf(before), decision: decisionTexts[decision], ...(note !== '' && { note }) };
    await writeAudit(transaction, { at, actor: by.id, action: 'close-report', subject: before.userId, detail, ip });
    const closed = {
      message: reportMessages.closed,
      data: present(await findReport(transaction, String(before.id))),
    };
    await keep?.(transaction, closed);
    // A message that led to a warning or a block is deleted as well: before the commit, whose answer may be lost.
    if (decision !== 'dismissed' && before.message !== null) unsay(before.room, before.message);
    if (decision !== 'warned') return [closed, () => {}] as const;
    const { account } = before;
    const warning = { account, kind: 'admin' as const, message: warningNotice(callOf(before)), at };
    return [closed, await notices.store(transaction, [{ ...warning, source: `report:${before.id}` }])] as const;
  });
  show();
  return answer;
}

const closedAlready = () => new HttpError(409, reportMessages.closedAlready, { code: 'changed-meanwhile' });

async function findReport(db: Queryable, id: string): Promise<Row> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const { rows } = await db.query<Row>(`select ${COLUMNS} from ${SOURCE} where r.id = $1`, [number]);
  if (rows.length === 0) throw notFound();
  return rows[0];
}

async function earlierThan(db: Queryable, { account, id }: Row): Promise<DeskReportData['earlierReports']> {
  const { rows } = await db.query<Pick<Row, 'id' | 'reason' | 'createdAt' | 'decision'>>(
    `select id, reason, created_at as "createdAt", decision from reports where account = $1 and id < $2
     order by id desc limit ${MOST_EARLIER}`,
    [account, id],
  );
  return rows.map(outcomeOf);
}

async function countByStatus(db: Queryable): Promise<Record<ReportStatus, number>> {
  const { rows } = await db.query<Record<ReportStatus, number>>(
    `select count(*) filter (where decision is null) as "OPEN", count(*) filter (where decision is not null) as "CLOSED"
     from reports`,
  );
  return rows[0];
}

const iso = (at: number): string => new Date(at).toISOString();

function callOf({ topic, specialization }: Pick<Row, 'topic' | 'specialization'>): string {
  return topic === null ? BY_CODE : lessonTitle({ topic, specialization });
}

function outcomeOf({ id, reason, createdAt, decision }: Pick<Row, 'id' | 'reason' | 'createdAt' | 'decision'>) {
  const status: ReportStatus = decision === null ? 'OPEN' : 'CLOSED';
  return { _id: String(id), reason, createdAt: iso(createdAt), status, decision };
}

function present(row: Row): DeskReport {
  const { said, saidAt, words, session, note, closedBy, closedAt, earlier } = row;
  return {
    ...outcomeOf(row),
    reported: { _id: row.userId, name: row.userName, email: row.userEmail, isBlocked: row.isBlocked },
    reporter: { _id: row.reporterId, name: row.reporterName, email: row.reporterEmail },
    message: said === null || saidAt === null ? null : { text: said, sentAt: iso(saidAt) },
    words,
    session,
    call: callOf(row),
    note,
    closedBy,
    closedAt: closedAt === null ? null : iso(closedAt),
    earlier,
  };
}
