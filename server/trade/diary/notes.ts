// The notes that traders write in their diaries, stored under the id of a trade or a day; an empty note is deleted.
import type { DiaryNote, Mood } from '../../../contract/trade/diary.ts';
import type { Queryable } from '../../db/open.ts';
import type { Mine } from '../mine.ts';

interface NoteRow {
  entry: string;
  notes: string;
  tags: string[];
  mood: Mood | null;
}

export function emptyNote(id: string): DiaryNote {
  return { id, notes: '', tags: [], mood: null };
}

/** All notes of one trader, by the id of their trade or day. */
export async function notesOf(db: Queryable, { venue, account }: Mine): Promise<Map<string, DiaryNote>> {
  const { rows } = await db.query<NoteRow>(
    'select entry, notes, tags, mood from diary_notes where venue = $1 and account = $2',
    [venue, account],
  );
  return new Map(rows.map(({ entry: id, notes, tags, mood }) => [id, { id, notes, tags, mood }]));
}

/** The letters of all notes and tags of one trader: in the note of this trade or day, and in all others. */
export async function lettersOf(
  db: Queryable,
  { venue, account }: Mine,
  id: string,
): Promise<{ own: number; others: number }> {
  const { rows } = await db.query<{ own: number; others: number }>(
    `select coalesce(sum(letters) filter (where entry = $3), 0)::bigint as own,
       coalesce(sum(letters) filter (where entry <> $3), 0)::bigint as others
     from (select entry, length(notes) + length(array_to_string(tags, '')) as letters from diary_notes
       where venue = $1 and account = $2) as counted`,
    [venue, account, id],
  );
  return rows[0];
}

/** What a note says, apart from what it belongs to. */
export type Written = Omit<DiaryNote, 'id'>;

/** The stored note is what the writer has seen, or already what the writer wants: a repeat changes nothing. */
const IS_AS_SEEN = `($7::text is null or (stored.notes, stored.tags, stored.mood) is not distinct from ($7, $8::text[], $9::text)
  or (stored.notes, stored.tags, stored.mood) is not distinct from ($4::text, $5::text[], $6::text))`;

const isEmpty = ({ notes, tags, mood }: Written): boolean => notes === '' && tags.length === 0 && mood === null;

/**
 * Stores a note; an empty one is deleted. `was`: only if it still says this, or nothing at all. Nothing is changed by 'changed', when it
 * says something else, nor by 'gone', when the trader has deleted the account meanwhile.
 */
export async function saveNote(
  db: Queryable,
  { venue, account }: Mine,
  { id, notes, tags, mood }: DiaryNote,
  { was, at }: { was?: Written; at: number },
): Promise<'saved' | 'changed' | 'gone'> {
  const values = [venue, account, id, notes, tags, mood, was?.notes ?? null, was?.tags ?? null, was?.mood ?? null];
  const { rowCount } = isEmpty({ notes, tags, mood })
    ? await db.query(
        `delete from diary_notes stored where venue = $1 and account = $2 and entry = $3 and ${IS_AS_SEEN}`,
        values,
      )
    : await db.query(
        `insert into diary_notes as stored (venue, account, entry, notes, tags, mood, updated_at)
         select $1::smallint, account_no, $3, $4, $5::text[], $6, $10::bigint from users where account_no = $2 and deleted_at is null for key share
         on conflict (venue, account, entry) do update
           set notes = excluded.notes, tags = excluded.tags, mood = excluded.mood, updated_at = excluded.updated_at where ${IS_AS_SEEN}`,
        [...values, at],
      );
  if (rowCount === 1) return 'saved';
  const { rows } = await db.query('select 1 from diary_notes where venue = $1 and account = $2 and entry = $3', [
    venue,
    account,
    id,
  ]);
  if (rows.length === 1) return 'changed';
  return isEmpty({ notes, tags, mood }) ? 'saved' : 'gone';
}

/** True when one of the trader's own sell orders sold something on that day. */
export async function isOwnTrade(
  db: Queryable,
  { venue, account }: Mine,
  { orderId, fromAt, toAt }: { orderId: number; fromAt: number; toAt: number },
): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from orders o join fills f on f.venue = o.venue and f.account = o.account and f.order_id = o.id
       and f.trade_id between o.first_trade and o.last_trade
     where o.venue = $1 and o.id = $2 and o.account = $3 and o.side = 'sell' and f.at >= $4 and f.at < $5 limit 1`,
    [venue, orderId, account, fromAt, toAt],
  );
  return rows.length > 0;
}
