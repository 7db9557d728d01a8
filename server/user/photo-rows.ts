// The rows of profile photos: awaited, taken by one sender, stored, shown in a profile, and discarded.
import type { Queryable } from '../db/open.ts';

export interface PhotoRow {
  key: string;
  contentType: string | null;
  state: 'awaited' | 'taken' | 'stored' | 'shown' | 'discarded';
}

interface AwaitedPhoto {
  readonly key: string;
  readonly userId: string;
  /** Null: any type that is accepted. */
  readonly contentType: string | null;
  readonly fileUrl: string;
  readonly expiresAt: number;
}

const MOST_TIDIED = 500;

/** The photo's address on this site. */
export const photoPath = (key: string): string => `/photos/${key}.webp`;

export async function addAwaited(
  database: Queryable,
  { key, userId, contentType, fileUrl, expiresAt }: AwaitedPhoto,
): Promise<void> {
  await database.query(
    'insert into photos (key, user_id, content_type, file_url, expires_at) values ($1, $2, $3, $4, $5)',
    [key, userId, contentType, fileUrl, expiresAt],
  );
}

/** True for one caller only, as long as the address is valid and its owner is not blocked. */
export async function claim(database: Queryable, key: string, notBefore: number): Promise<boolean> {
  const { rowCount } = await database.query(
    `update photos set state = 'taken' where key = $1 and state = 'awaited' and expires_at > $2
       and exists (select 1 from users u where u.id = photos.user_id and not u.is_blocked)`,
    [key, notBefore],
  );
  return rowCount === 1;
}

export async function setState(database: Queryable, key: string, state: PhotoRow['state']): Promise<void> {
  await database.query('update photos set state = $2 where key = $1', [key, state]);
}

/** False if the owner has deleted the account meanwhile: everything else of theirs is deleted, and this must not stay behind. */
export async function markStored(database: Queryable, key: string): Promise<boolean> {
  const { rowCount } = await database.query(`update photos set state = 'stored' where key = $1 and state = 'taken'`, [
    key,
  ]);
  return rowCount === 1;
}

/** Only a photo that this person was given an address for: by the full address or by its path. */
export async function findOwn(database: Queryable, userId: string, url: string): Promise<PhotoRow | null> {
  const [, key] = /([0-9a-f]{32})\.webp$/.exec(url) ?? [];
  if (key === undefined) return null;
  const { rows } = await database.query<PhotoRow>(
    `select key, content_type as "contentType", state from photos
     where key = $1 and user_id = $2 and ($3 or file_url = $4)`,
    [key, userId, url === photoPath(key), url],
  );
  return rows.at(0) ?? null;
}

/** Discards the photo before, if it is another. False if there is no such photo any more: then roll back. */
export async function putInProfile(transaction: Queryable, userId: string, key: string | null): Promise<boolean> {
  await transaction.query('select 1 from users where id = $1 for update', [userId]);
  await transaction.query(
    `update photos set state = 'discarded' where user_id = $1 and state = 'shown' and key is distinct from $2`,
    [userId, key],
  );
  if (key !== null) {
    const { rowCount } = await transaction.query(
      `update photos set state = 'shown' where key = $1 and user_id = $2 and state in ('stored', 'shown')`,
      [key, userId],
    );
    if (rowCount !== 1) return false;
  }
  const path = key === null ? null : photoPath(key);
  await transaction.query('update users set profile_photo = $2 where id = $1', [userId, path]);
  return true;
}

/** Keys of the photos that this person no longer shows. */
export function discardedOf(database: Queryable, userId: string): Promise<string[]> {
  return keysWhere(database, `user_id = $1 and state = 'discarded'`, userId);
}

/** Discards photos that were not put into a profile in time, and returns the keys of all discarded ones. */
export async function discardBefore(database: Queryable, instant: number): Promise<string[]> {
  await database.query(
    `update photos set state = 'discarded' where state not in ('shown', 'discarded') and expires_at < $1`,
    [instant],
  );
  return keysWhere(database, `state = 'discarded'`);
}

/** In no order: files that cannot be removed are not to be all that is ever found. */
async function keysWhere(database: Queryable, where: string, ...values: string[]): Promise<string[]> {
  const { rows } = await database.query<{ key: string }>(
    `select key from photos where ${where} order by random() limit ${MOST_TIDIED}`,
    values,
  );
  return rows.map(({ key }) => key);
}

/** Call it once the file is gone. */
export async function forget(database: Queryable, key: string): Promise<void> {
  await database.query(`delete from photos where key = $1 and state = 'discarded'`, [key]);
}
