// Letters that the mail server has not taken yet: kept in the database, and after the first minutes tried again for a day.
import type { Queryable } from '../db/open.ts';
import type { WrittenLetter } from './letter.ts';

export interface KeptLetter extends WrittenLetter {
  readonly id: number;
}

/** As many as are sent one after the other before the rest has another look. */
const AT_ONCE = 20;

export class Outbox {
  readonly #database: Queryable;
  readonly #againMs: number;

  /** @param againMs how long a letter that has been tried waits before it is tried again */
  constructor(database: Queryable, againMs: number) {
    this.#database = database;
    this.#againMs = againMs;
  }

  /** @returns its id, for `drop` */
  async keep({ to, subject, text, html }: WrittenLetter): Promise<number> {
    const now = Date.now();
    const { rows } = await this.#database.query<{ id: number }>(
      'insert into outbox (recipient, subject, text, html, created_at, due_at) values ($1, $2, $3, $4, $5, $6) returning id',
      [to, subject, text, html, now, now + this.#againMs],
    );
    return rows[0].id;
  }

  /**
   * The oldest whose turn it is. They stay until `drop`, and come again later without it: a process that is killed in between has a
   * letter sent twice rather than never.
   */
  async take(): Promise<KeptLetter[]> {
    const now = Date.now();
    // One due later than that is from before the clock was set back.
    const { rows } = await this.#database.query<KeptLetter>(
      `update outbox set due_at = $2 where id in
         (select id from outbox where due_at <= $1 or due_at > $2 order by id limit ${AT_ONCE} for update skip locked)
       returning id, recipient as "to", subject, text, html`,
      [now, now + this.#againMs],
    );
    return rows.sort((one, other) => one.id - other.id);
  }

  async drop(id: number): Promise<void> {
    await this.#database.query('delete from outbox where id = $1', [id]);
  }
}
