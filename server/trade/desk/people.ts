// Finds the accounts that an administrator means, and says whose they are.
import { deskMessages } from '../../../contract/messages/admin.ts';
import type { Queryable } from '../../db/open.ts';
import { holdsPart } from '../../db/people-search.ts';
import { isUuid } from '../../db/uuid.ts';

/** A name that fits more people than this is too vague: only the newest accounts are searched for orders. */
const MOST_PEOPLE = 500;

export interface People {
  readonly accounts: readonly number[];
  /** Null if these are all of them. */
  readonly note: string | null;
}

/** Spec 5: the name contains this text, whatever its case. */
export async function accountsByName(db: Queryable, part: string): Promise<People> {
  const { rows } = await db.query<{ account: number }>(
    `select account_no as account from users where ${holdsPart(part, '$1')} and strpos(search_text(name), search_text($1::text)) > 0
     order by created_at desc limit $2`,
    [part, MOST_PEOPLE + 1],
  );
  return newest(rows);
}

/** The name or the mail address contains this text. */
export async function accountsByNameOrEmail(db: Queryable, part: string): Promise<People> {
  const { rows } = await db.query<{ account: number }>(
    `select account_no as account from users where ${holdsPart(part, '$1')} order by created_at desc limit $2`,
    [part, MOST_PEOPLE + 1],
  );
  return newest(rows);
}

function newest(rows: readonly { account: number }[]): People {
  return {
    accounts: rows.slice(0, MOST_PEOPLE).map(({ account }) => account),
    note: rows.length > MOST_PEOPLE ? deskMessages.peopleCut(MOST_PEOPLE) : null,
  };
}

/** None if nobody has this id. */
export async function accountsById(db: Queryable, id: string): Promise<number[]> {
  if (!isUuid(id)) return [];
  const { rows } = await db.query<{ account: number }>('select account_no as account from users where id = $1', [id]);
  return rows.map(({ account }) => account);
}

export interface Party {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Whose accounts these are, by account number. */
export async function partiesOf(db: Queryable, accounts: Iterable<number>): Promise<Map<number, Party>> {
  const wanted = [...new Set(accounts)];
  const { rows } = await db.query<Party & { account: number }>(
    'select account_no as account, id, name, email from users where account_no = any($1)',
    [wanted],
  );
  return new Map(rows.map(({ account, ...party }) => [account, party]));
}
