// Notifies people of what happened to them: stored once per event, shown at once on open screens, and queued for mail if wanted.
import { noticeTypes } from '../../contract/notice.ts';
import type { NoticeKind, Notification } from '../../contract/notice.ts';
import type { Queryable } from '../db/open.ts';
import type { NoticeWishes } from './wishes.ts';

/** Something to tell one person. */
export interface News {
  readonly account: number;
  readonly kind: NoticeKind;
  readonly message: string;
  readonly at: number;
  /** For notices about an order. */
  readonly orderId?: number | null;
  /** For notices about a lesson: its id in the address of its page. */
  readonly lessonId?: string | null;
}

/** The feature's own name for the event: told again, it is stored only once. */
export interface Notice extends News {
  /** For example `payment:17`: unique for its account, forever. */
  readonly source: string;
}

/** News according to a person's preferences. If it is wanted nowhere, there is no row. */
export interface NoticeRow extends News {
  readonly isListed: boolean;
  readonly isMailDue: boolean;
}

/** `id` is null when the answer of the commit was lost: the notice is stored, but its number is unknown. */
export interface StoredNotice extends NoticeRow {
  readonly id: number | null;
}

export interface NoticesOptions {
  readonly db: Queryable;
  readonly wishes: NoticeWishes;
  /** Whether somebody has a screen open. */
  readonly isListening: (account: number) => boolean;
  readonly push: (account: number, notification: Notification) => void;
  /** The number of unread notices, for every open screen of a person. */
  readonly pushUnread: (account: number, unread: number) => void;
}

/** Notices are shown after their commit, so a count may already include one that is shown after it, or not yet include one shown before. */
interface Count {
  /** The highest number among those counted; null while the count is under way. */
  newest: number | null;
  /** The highest number shown meanwhile. */
  shown: number;
}

/** As many rows as one statement writes. */
const AT_ONCE = 1000;

export class Notices {
  readonly #options: NoticesOptions;
  /** People whose screens do not know their number of unread notices yet. */
  readonly #toCount = new Set<number>();
  #counting: Promise<void> | null = null;
  /** The count of each person that was begun last. */
  readonly #counts = new Map<number, Count>();

  constructor(options: NoticesOptions) {
    this.#options = options;
  }

  /** The one call for every feature: stores what is new, and shows it. To store it together with an effect, see `store`. */
  async send(...notices: readonly Notice[]): Promise<void> {
    for (let from = 0; from < notices.length; from += AT_ONCE) {
      const show = await this.store(this.#options.db, notices.slice(from, from + AT_ONCE));
      show();
    }
  }

  /**
   * Stores inside the transaction of the event. Call the returned function after that transaction has committed. Somebody who has deleted
   * the account is told nothing: a refund, for instance, may be made after that.
   */
  async store(transaction: Queryable, notices: readonly Notice[]): Promise<() => void> {
    const wanted = notices.flatMap((notice) => this.rowsOf([notice]).map((row) => ({ ...row, source: notice.source })));
    if (wanted.length === 0) return () => {};
    const { rows } = await transaction.query<{ id: number; account: number; source: string }>(
      `insert into notifications (account, kind, message, source, created_at, is_listed, is_mail_due, lesson_id)
       select account, kind, message, source, at, is_listed, is_mail_due, lesson
       from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::boolean[], $7::boolean[], $8::uuid[])
         with ordinality as told (account, kind, message, source, at, is_listed, is_mail_due, lesson, place)
       where not exists (select from users u where u.account_no = told.account and u.deleted_at is not null) order by place
       on conflict (account, source) where source is not null do nothing
       returning id, account, source`,
      [
        wanted.map(({ account }) => account),
        wanted.map(({ kind }) => kind),
        wanted.map(({ message }) => message),
        wanted.map(({ source }) => source),
        wanted.map(({ at }) => at),
        wanted.map(({ isListed }) => isListed),
        wanted.map(({ isMailDue }) => isMailDue),
        wanted.map(({ lessonId }) => lessonId),
      ],
    );
    const ids = new Map(rows.map(({ id, account, source }) => [`${account} ${source}`, id]));
    const stored = wanted.flatMap((row) => {
      const id = ids.get(`${row.account} ${row.source}`);
      return id === undefined ? [] : [{ ...row, id }];
    });
    return () => this.show(stored);
  }

  /** Whether somebody has a notice that leads to this lesson. */
  async leadsTo(db: Queryable, account: number, lessonId: string): Promise<boolean> {
    const { rowCount } = await db.query(
      'select 1 from notifications where account = $1 and lesson_id = $2::uuid and is_listed limit 1',
      [account, lessonId],
    );
    return rowCount === 1;
  }

  /** The rows for these news, according to people's preferences. */
  rowsOf(news: readonly News[]): NoticeRow[] {
    const { wishes } = this.#options;
    const rows: NoticeRow[] = [];
    for (const { account, kind, message, at, orderId = null, lessonId = null } of news) {
      const isListed = wishes.isListed(account, kind);
      const isMailDue = wishes.isMailed(account, kind);
      if (isListed || isMailDue) rows.push({ account, kind, message, at, orderId, lessonId, isListed, isMailDue });
    }
    return rows;
  }

  /** Shows what has been stored, on the screens of its people. */
  show(stored: readonly StoredNotice[]): void {
    const { isListening, push } = this.#options;
    for (const notice of stored) {
      if (!isListening(notice.account)) this.#counts.delete(notice.account);
      else if (!notice.isListed) continue;
      else if (notice.id === null) this.#toCount.add(notice.account);
      else {
        push(notice.account, presentNotice({ ...notice, id: notice.id, readAt: null }));
        this.#compare(notice.account, notice.id);
      }
    }
    // Where the answer of a commit was lost, the database may not be there for this either: the next round tries again.
    if (this.#toCount.size > 0) void this.countAgain().catch(() => {});
  }

  /** Shows how many are unread where a notice could not be shown itself. Call it from time to time: until then, screens show too few. */
  countAgain(): Promise<void> {
    // One after the other: while people trade, a batch comes every few milliseconds, and each would count them all once more.
    this.#counting ??= this.#countEach().finally(() => (this.#counting = null));
    return this.#counting;
  }

  async #countEach(): Promise<void> {
    for (const account of this.#toCount) {
      // First: a notice that comes meanwhile has to be counted after it.
      this.#toCount.delete(account);
      await this.showUnread(account);
    }
  }

  /**
   * Screens that hear a different number than they counted fetch their list again. One that cannot be told now is told in a later round; of two
   * counts at once, the one that began later knows more.
   */
  async showUnread(account: number): Promise<number> {
    const count: Count = { newest: null, shown: 0 };
    this.#counts.set(account, count);
    try {
      const { unread, newest } = await countUnread(this.#options.db, account);
      count.newest = newest;
      if (this.#counts.get(account) === count) {
        this.#options.pushUnread(account, unread);
        if (count.shown > newest) this.#recount(account);
      }
      return unread;
    } catch (error) {
      this.#toCount.add(account);
      throw error;
    }
  }

  /** A screen adds one for each notice it is shown: to the number that it was told last, whether or not that one is among them. */
  #compare(account: number, id: number): void {
    const count = this.#counts.get(account);
    if (count === undefined) return;
    if (count.newest === null) count.shown = Math.max(count.shown, id);
    else if (id <= count.newest) this.#recount(account);
  }

  #recount(account: number): void {
    this.#toCount.add(account);
    void this.countAgain().catch(() => {});
  }
}

/** `newest`: the number of the last notice stored by then. */
async function countUnread(db: Queryable, account: number): Promise<{ unread: number; newest: number }> {
  const { rows } = await db.query<{ unread: number; newest: number }>(
    `select (select count(*) from notifications where account = $1 and is_listed and read_at is null) as unread,
       (select coalesce(max(id), 0) from notifications where account = $1) as newest`,
    [account],
  );
  return rows[0];
}

export async function unreadOf(db: Queryable, account: number): Promise<number> {
  return (await countUnread(db, account)).unread;
}

export interface NoticeToPresent extends News {
  readonly id: number;
  readonly readAt: number | null;
}

export function presentNotice(notice: NoticeToPresent): Notification {
  const { id, kind, message, at, readAt, orderId = null, lessonId = null } = notice;
  return {
    _id: String(id),
    kind,
    type: noticeTypes[kind],
    message,
    orderId: orderId === null ? null : String(orderId),
    lessonId,
    createdAt: new Date(at).toISOString(),
    isRead: readAt !== null,
  };
}
