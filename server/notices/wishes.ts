// Which kinds of notifications each person wants in the application and by mail, kept in memory because every fill needs it.
import { noticeKinds } from '../../contract/notice.ts';
import type { NoticeKind, NoticeSettings } from '../../contract/notice.ts';
import type { Queryable } from '../db/open.ts';
import { unauthorized } from '../http-error.ts';

interface Wishes {
  /** Kinds that are not shown in the application. */
  readonly muted: ReadonlySet<NoticeKind>;
  /** Kinds that are copied by mail. */
  readonly mailed: ReadonlySet<NoticeKind>;
}

/** Everything is shown, and nothing is mailed, until the person chooses otherwise. */
const USUAL: Wishes = { muted: new Set(), mailed: new Set() };

export class NoticeWishes {
  readonly #db: Queryable;
  readonly #wishes = new Map<number, Wishes>();
  #changing: Promise<unknown> = Promise.resolve();
  /** People whose change has failed: it may have been stored nevertheless. */
  readonly #inDoubt = new Set<number>();

  private constructor(db: Queryable) {
    this.#db = db;
  }

  static async load(db: Queryable): Promise<NoticeWishes> {
    const wishes = new NoticeWishes(db);
    const { rows } = await db.query<{ account: number; muted: NoticeKind[]; mailed: NoticeKind[] }>(
      'select account, muted, mailed from notice_wishes',
    );
    for (const { account, muted, mailed } of rows)
      wishes.#wishes.set(account, { muted: new Set(muted), mailed: new Set(mailed) });
    return wishes;
  }

  /** What administrators tell somebody, a warning for instance, can be had by mail alone, but not switched off: the desk counts on it. */
  isListed(account: number, kind: NoticeKind): boolean {
    return !this.#of(account).muted.has(kind) || (kind === 'admin' && !this.isMailed(account, kind));
  }

  isMailed(account: number, kind: NoticeKind): boolean {
    return this.#of(account).mailed.has(kind);
  }

  settingsOf(account: number): NoticeSettings {
    const wish = (kind: NoticeKind) => ({ inApp: this.isListed(account, kind), email: this.isMailed(account, kind) });
    return Object.fromEntries(noticeKinds.map((kind) => [kind, wish(kind)])) as NoticeSettings;
  }

  /** Changes the given kinds only, so that two screens can change different kinds at once. */
  change(account: number, changes: Partial<NoticeSettings>): Promise<NoticeSettings> {
    // One after another: if two answers overtook each other, memory would keep the older one.
    return this.#inTurn(async () => {
      this.#inDoubt.add(account);
      const settings = await this.#store(account, changes);
      this.#inDoubt.delete(account);
      return settings;
    });
  }

  /** Reads what may have been stored without our knowing. Call it from time to time. @throws without a database */
  async settle(): Promise<void> {
    for (const account of this.#inDoubt) await this.#inTurn(() => this.#readAgain(account));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#changing.then(work);
    this.#changing = done.catch(() => {});
    return done;
  }

  async #readAgain(account: number): Promise<void> {
    const { rows } = await this.#db.query<{ muted: NoticeKind[]; mailed: NoticeKind[] }>(
      'select muted, mailed from notice_wishes where account = $1',
      [account],
    );
    this.#inDoubt.delete(account);
    const [row] = rows;
    if (row === undefined) this.#wishes.delete(account);
    else this.#wishes.set(account, { muted: new Set(row.muted), mailed: new Set(row.mailed) });
  }

  async #store(account: number, changes: Partial<NoticeSettings>): Promise<NoticeSettings> {
    const kinds = noticeKinds.filter((kind) => changes[kind] !== undefined);
    const { rows } = await this.#db.query<{ muted: NoticeKind[]; mailed: NoticeKind[] }>(
      `insert into notice_wishes as known (account, muted, mailed)
       select account_no, $2::text[], $3::text[] from users where account_no = $1 and deleted_at is null for key share
       on conflict (account) do update set
         muted = array(select unnest(known.muted) except select unnest($4::text[])) || excluded.muted,
         mailed = array(select unnest(known.mailed) except select unnest($4::text[])) || excluded.mailed
       returning muted, mailed`,
      [account, kinds.filter((kind) => !changes[kind]!.inApp), kinds.filter((kind) => changes[kind]!.email), kinds],
    );
    // The person has left meanwhile.
    if (rows.length === 0) throw unauthorized();
    this.#wishes.set(account, { muted: new Set(rows[0].muted), mailed: new Set(rows[0].mailed) });
    return this.settingsOf(account);
  }

  /** Call it when the person's row is gone. */
  forget(account: number): void {
    this.#wishes.delete(account);
  }

  #of(account: number): Wishes {
    return this.#wishes.get(account) ?? USUAL;
  }
}
