// The calls of surveillance: administrators see everybody's flags, traders see their own.
import { surveillanceMessages, patternSentence, patternTitles } from '../../contract/messages/surveillance.ts';
import type { InputOf } from '../../contract/routes.ts';
import type { DeskFlag, FlagStatus, OwnFlag } from '../../contract/surveillance.ts';
import { writeAudit } from '../audit.ts';
import { Conditions } from '../db/conditions.ts';
import type { Database, Queryable } from '../db/open.ts';
import { containing, limitAndOffset, pagesOf, wordsOf } from '../db/list-query.ts';
import { holdsPart } from '../db/people-search.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, notFound } from '../http-error.ts';
import { isSavedBefore } from '../stale.ts';
import { tellEvidence } from './evidence.ts';
import type { FlagRow } from './evidence.ts';

type Calls =
  | 'GET /surveillance'
  | 'GET /surveillance/{id}'
  | 'POST /reviewFlag/{id}'
  | 'GET /marketConduct'
  | 'GET /marketConduct/{id}';

interface Row extends FlagRow {
  readonly id: number;
  readonly symbol: string;
  readonly stockName: string;
  readonly createdAt: number;
  readonly status: FlagStatus;
  readonly note: string;
  readonly reviewedBy: string | null;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly otherId: string | null;
  readonly otherName: string | null;
  readonly otherEmail: string | null;
}

const COLUMNS = `f.id, f.venue, f.instrument, f.account, f.pattern, f.from_at as "fromAt", f.to_at as "toAt",
  f.created_at as "createdAt", f.status, f.note, f.evidence, i.symbol, i.name as "stockName", r.name as "reviewedBy",
  u.id as "userId", u.name as "userName", u.email as "userEmail",
  o.id as "otherId", o.name as "otherName", o.email as "otherEmail"`;
const SOURCE = `flags f join instruments i on i.venue = f.venue and i.id = f.instrument
  join users u on u.account_no = f.account left join users o on o.account_no = f.other left join users r on r.id = f.reviewed_by`;
/** The length of a trader's own list; hardly anybody has as many flags. */
const MOST_OWN = 100;

export interface SurveillanceContext {
  readonly db: Database;
  readonly now: () => number;
}

export function surveillanceHandlers({ db, now }: SurveillanceContext): Pick<Handlers, Calls> {
  return {
    async 'GET /surveillance'({ input }) {
      const { page, limit } = input;
      const asked = soughtBy(input);
      const { where, values } = asked;
      const counted = await db.query<{ total: number }>(`select count(*) as total from flags f ${where}`, values);
      const { rows } = await db.query<Row>(
        `select ${COLUMNS} from ${SOURCE} ${where} order by f.id desc ${limitAndOffset(asked, input)}`,
        values,
      );
      const totalFlags = counted.rows[0].total;
      const totalPages = pagesOf(totalFlags, limit);
      return { data: { flags: rows.map(forDesk), totalFlags, totalPages, page, counts: await countByStatus(db) } };
    },
    async 'GET /surveillance/{id}'({ input }) {
      const row = await findFlag(db, input.id);
      return { data: { ...forDesk(row), ...(await tellEvidence(db, row)) } };
    },
    async 'POST /reviewFlag/{id}'({ input: { id, status, note, seen }, user, ip }) {
      await db.transaction(async (transaction) => {
        const before = await findFlag(transaction, id, 'for update of f');
        const { to, ...form } = seen ?? {};
        const inForce = { status: before.status, note: before.note };
        if (isSavedBefore({ seen: seen && form, inForce, wanted: { status, note } })) return;
        // An outcome is about evidence that was looked at.
        if (to !== undefined && Date.parse(to) !== before.toAt)
          throw new HttpError(409, surveillanceMessages.wentOn, { code: 'changed-meanwhile' });
        const isNew = status === 'NEW';
        await transaction.query(
          'update flags set status = $2, note = $3, reviewed_by = $4, reviewed_at = $5 where id = $1',
          [before.id, status, note, isNew ? null : user.id, isNew ? null : now()],
        );
        const detail = {
          flag: `${patternTitles[before.pattern]}, ${before.symbol}`,
          status: { from: before.status, to: status },
          ...(note === before.note ? {} : { note: { from: before.note, to: note } }),
        };
        await writeAudit(transaction, {
          at: now(),
          actor: user.id,
          ip,
          action: 'review-flag',
          subject: before.userId,
          detail,
        });
      });
      return { message: surveillanceMessages.reviewed, data: forDesk(await findFlag(db, id)) };
    },
    async 'GET /marketConduct'({ user }) {
      const { rows } = await db.query<Row>(
        `select ${COLUMNS} from ${SOURCE} where f.account = $1 order by f.id desc limit ${MOST_OWN}`,
        [user.accountNo],
      );
      return { data: { flags: rows.map(forTrader) } };
    },
    async 'GET /marketConduct/{id}'({ input, user }) {
      const row = await findFlag(db, input.id);
      // Whether somebody else has such a flag is not told.
      if (row.account !== user.accountNo) throw notFound();
      return { data: { ...forTrader(row), ...(await tellEvidence(db, row)) } };
    },
  };
}

function soughtBy({ status, pattern, q }: InputOf<'GET /surveillance'>): Conditions {
  const asked = new Conditions().addIf('f.status = ?', status).addIf('f.pattern = ?', pattern);
  for (const word of wordsOf(q ?? '')) {
    const people = `select account_no from users where ${holdsPart(word, asked.parameter(word))}`;
    const stocks = `select venue, id from instruments where symbol ilike ${asked.parameter(containing(word))}`;
    asked.plain(`(f.account in (${people}) or f.other in (${people}) or (f.venue, f.instrument) in (${stocks}))`);
  }
  return asked;
}

async function findFlag(db: Queryable, id: string, lock = ''): Promise<Row> {
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const { rows } = await db.query<Row>(`select ${COLUMNS} from ${SOURCE} where f.id = $1 ${lock}`, [number]);
  if (rows.length === 0) throw notFound();
  return rows[0];
}

async function countByStatus(db: Queryable): Promise<Record<FlagStatus, number>> {
  const { rows } = await db.query<{ status: FlagStatus; count: number }>(
    'select status, count(*) as count from flags group by status',
  );
  const counts = { NEW: 0, REVIEWED: 0, DISMISSED: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

function forTrader({ id, pattern, symbol, stockName, fromAt, toAt, createdAt, evidence }: Row): OwnFlag {
  return {
    _id: String(id),
    pattern,
    title: patternTitles[pattern],
    sentence: patternSentence(pattern, symbol, evidence.figures),
    stock: { symbol, name: stockName },
    from: new Date(fromAt).toISOString(),
    to: new Date(toAt).toISOString(),
    createdAt: new Date(createdAt).toISOString(),
  };
}

function forDesk(row: Row): DeskFlag {
  const { userId, userName, userEmail, otherId, otherName, otherEmail, status, note, reviewedBy } = row;
  return {
    ...forTrader(row),
    user: { _id: userId, name: userName, email: userEmail },
    other: otherId === null ? null : { _id: otherId, name: otherName ?? '', email: otherEmail ?? '' },
    status,
    note,
    reviewedBy,
  };
}
