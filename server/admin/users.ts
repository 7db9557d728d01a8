// The list of accounts: sorted, paged, searched by part of a name or mail address, and fast for a hundred thousand people.
import type { ListedUser, UserSort } from '../../contract/admin/users.ts';
import type { UserRole } from '../../contract/auth.ts';
import type { InputOf } from '../../contract/routes.ts';
import { Conditions } from '../db/conditions.ts';
import type { Queryable } from '../db/open.ts';
import { holdsPart } from '../db/people-search.ts';
import { isUuid } from '../db/uuid.ts';
import { pagesOf, wordsOf } from '../db/list-query.ts';
import type { Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  role: UserRole;
  accountNo: number;
  createdAt: number;
  isBlocked: boolean;
}

const COLUMNS = `id, email, name, role, account_no as "accountNo", created_at as "createdAt", is_blocked as "isBlocked"`;

/** Each sort order, and its reverse. Every one has an index, and ends in a unique column. */
const ORDERS: Record<UserSort, readonly [forwards: string, backwards: string]> = {
  '-createdAt': ['created_at desc, id', 'created_at, id desc'],
  createdAt: ['created_at, id desc', 'created_at desc, id'],
  email: ['email', 'email desc'],
  '-email': ['email desc', 'email'],
};

export function userListHandlers(db: Queryable): Pick<Handlers, 'GET /userlist'> {
  return {
    async 'GET /userlist'({ input }) {
      const { page, limit } = input;
      const { rows, total } = await listUsers(db, input);
      const totalPages = pagesOf(total, limit);
      return { data: { usersData: rows.map(presentUser), totalUsers: total, totalPages, page } };
    },
  };
}

export async function findUser(db: Queryable, id: string): Promise<UserRow | null> {
  if (!isUuid(id)) return null;
  const { rows } = await db.query<UserRow>(`select ${COLUMNS} from users where id = $1 and deleted_at is null`, [id]);
  return rows.at(0) ?? null;
}

/** @throws HttpError 404 for nobody, and for an administrator, who has no portfolio. */
export async function traderOf(db: Queryable, id: string): Promise<UserRow> {
  const row = await findUser(db, id);
  if (row === null || row.role === 'admin') throw notFound();
  return row;
}

export function presentUser({ id, email, name, role, createdAt, isBlocked }: UserRow): ListedUser {
  return { _id: id, email, name, role, createdAt: new Date(createdAt).toISOString(), is_Blocked: isBlocked };
}

type Wanted = Pick<InputOf<'GET /userlist'>, 'page' | 'limit' | 'q' | 'status' | 'role' | 'sort'>;

async function listUsers(
  db: Queryable,
  { page, limit, sort, ...filter }: Wanted,
): Promise<{ rows: UserRow[]; total: number }> {
  const asked = conditions(filter);
  const { where, values } = asked;
  const counted = await db.query<{ total: number }>(`select count(*) as total from users ${where}`, values);
  const { total } = counted.rows[0];
  const first = (page - 1) * limit;
  if (first >= total) return { rows: [], total };
  const [forwards, backwards] = ORDERS[sort];
  const size = Math.min(limit, total - first);
  // A page in the second half of a long list is read backwards from its end.
  const behind = total - first - size;
  const isNearEnd = behind < first;
  const cut = `limit ${asked.parameter(size)} offset ${asked.parameter(isNearEnd ? behind : first)}`;
  const { rows } = await db.query<UserRow>(
    `select ${COLUMNS} from users ${where} order by ${isNearEnd ? backwards : forwards} ${cut}`,
    values,
  );
  return { rows: isNearEnd ? rows.toReversed() : rows, total };
}

/** The search is literal: every word must occur, in any order. */
function conditions({ q, status, role }: Omit<Wanted, 'page' | 'limit' | 'sort'>): Conditions {
  // Of people who have deleted their account, only a nameless row remains.
  const asked = new Conditions().plain('deleted_at is null');
  for (const word of wordsOf((q ?? '').toLowerCase())) asked.plain(holdsPart(word, asked.parameter(word)));
  if (status !== undefined) asked.add('is_blocked = ?', status === 'blocked');
  return asked.addIf('role = ?', role);
}
