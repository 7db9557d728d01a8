// The notes that traders write in their diaries, stored under the id of a trade or a day; an empty note is deleted.
import type { DiaryNote, Mood } from '../../../contract/trade/diary.ts';
import type { Queryable } from '../../db/open.ts';
import type { Mine } from '../queries.ts';

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

/** False, with nothing stored, if the trader has deleted the account meanwhile. */
export async function saveNote(db: Queryable, { venue, account }: Mine, note: DiaryNote, at: number): Promise<boolean> {
  const { id, notes, tags, mood } = note;
  if (notes === '' && tags.length === 0 && mood === null) {
    await db.query('delete from diary_notes where venue = $1 and account = $2 and entry = $3', [venue, account, id]);
    return true;
  }
  const { rowCount } = await db.query(
    `insert into diary_notes (venue, account, entry, notes, tags, mood, updated_at)
     select $1::smallint, account_no, $3, $4, $5::text[], $6, $7::bigint from users where account_no = $2 and deleted_at is null for key share
     on conflict (venue, account, entry) do update
       set notes = excluded.notes, tags = excluded.tags, mood = excluded.mood, updated_at = excluded.updated_at`,
    [venue, account, id, notes, tags, mood, at],
  );
  return rowCount === 1;
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
