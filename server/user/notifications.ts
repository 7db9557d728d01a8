// The calls about notifications: the list, what has been read, and who wants which kind where.
import type { NoticeKind } from '../../contract/notice.ts';
import type { Queryable } from '../db/open.ts';
import { pagesOf } from '../db/list-query.ts';
import type { Handlers } from '../handler.ts';
import { presentNotice, unreadOf } from '../notices/notices.ts';
import type { Notices, NoticeToPresent } from '../notices/notices.ts';
import type { NoticeWishes } from '../notices/wishes.ts';

export interface NotificationOptions {
  readonly db: Queryable;
  /** The database for the list; `db` when left out. */
  readonly reads?: Queryable;
  readonly notices: Notices;
  readonly wishes: NoticeWishes;
  readonly now: () => number;
}

type NotificationCalls =
  | 'GET /notifications'
  | 'POST /notifications/read'
  | 'GET /notificationSettings'
  | 'POST /notificationSettings';

export function createNotificationHandlers({
  db,
  reads = db,
  notices,
  wishes,
  now,
}: NotificationOptions): Pick<Handlers, NotificationCalls> {
  return {
    async 'GET /notifications'({ input: { page, limit, unread: isUnreadOnly = false }, user: { accountNo } }) {
      const [{ total, unread }, rows] = await Promise.all([
        totalsOf(reads, accountNo),
        listOf(reads, accountNo, { isUnreadOnly, limit, offset: (page - 1) * limit }),
      ]);
      const shown = isUnreadOnly ? unread : total;
      const top = { total: shown, totalPages: pagesOf(shown, limit), page, unread };
      return { data: rows.map(presentNotice), top };
    },

    async 'POST /notifications/read'({ input, user: { accountNo } }) {
      const isChanged = await markRead(db, accountNo, input.ids ?? 'all', now());
      const unread = isChanged ? await notices.showUnread(accountNo) : await unreadOf(db, accountNo);
      return { data: { unread } };
    },

    'GET /notificationSettings': ({ user }) => ({ data: wishes.settingsOf(user.accountNo) }),

    async 'POST /notificationSettings'({ input, user }) {
      return { data: await wishes.change(user.accountNo, input) };
    },
  };
}

async function totalsOf(db: Queryable, account: number): Promise<{ total: number; unread: number }> {
  const { rows } = await db.query<{ total: number; unread: number }>(
    `select count(*) as total, count(*) filter (where read_at is null) as unread
     from notifications where account = $1 and is_listed`,
    [account],
  );
  return rows[0];
}

interface Page {
  readonly isUnreadOnly: boolean;
  readonly limit: number;
  readonly offset: number;
}

async function listOf(
  db: Queryable,
  account: number,
  { isUnreadOnly, limit, offset }: Page,
): Promise<NoticeToPresent[]> {
  const { rows } = await db.query<NoticeToPresent & { kind: NoticeKind }>(
    `select id, account, kind, message, created_at as at, read_at as "readAt", order_id as "orderId", lesson_id as "lessonId"
     from notifications
     where account = $1 and is_listed and ($2 or read_at is null) order by id desc limit $3 offset $4`,
    [account, !isUnreadOnly, limit, offset],
  );
  return rows;
}

/** Ignores ids of other people's notifications and texts that are no ids. True if anything changed. */
async function markRead(
  db: Queryable,
  account: number,
  wanted: readonly string[] | 'all',
  at: number,
): Promise<boolean> {
  const ids = wanted === 'all' ? null : wanted.filter((id) => /^\d{1,15}$/.test(id)).map(Number);
  const { rowCount } = await db.query(
    `update notifications set read_at = $2
     where account = $1 and is_listed and read_at is null and ($3::bigint[] is null or id = any($3))`,
    [account, at, ids],
  );
  return (rowCount ?? 0) > 0;
}
