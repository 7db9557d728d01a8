// The hash chain over all transfers: how a batch continues it, and whether what is stored still makes it.
import { createHash } from 'node:crypto';
import type { Queryable } from '../db/open.ts';
import type { TransferRow } from './rows.ts';

/** Each batch's hash covers the one before and every transfer in it. */
export function chainHash(previous: Buffer, transfers: readonly TransferRow[]): Buffer {
  let text = '';
  for (const { id, at, debit, credit, amount, kind, reference } of transfers) {
    text += `${id},${at},${debit},${credit},${amount},${kind},${reference}\n`;
  }
  return continued(previous, text);
}

function continued(previous: Buffer, text: string): Buffer {
  return createHash('sha256').update(previous).update(text).digest();
}

/** A place in the chain: a batch, its last transfer, and its hash. */
export interface ChainPlace {
  readonly sequence: number;
  readonly lastTransfer: number;
  readonly hash: Buffer;
}

export const CHAIN_BEGIN: ChainPlace = { sequence: 0, lastTransfer: 0, hash: Buffer.alloc(32) };

/** What one question reads at most, so that a long history needs little memory and lets others have their turn. */
const MOST_BATCHES = 2_000;
const MOST_TRANSFERS = 20_000;

// The database writes the text that is hashed: reading every column of every transfer here would take ten times as long.
const PAGE = `select page.sequence as sequence, page.last_transfer as "lastTransfer", page.hash as hash, coalesce((
    select string_agg(concat_ws(',', id, at, debit, credit, amount, kind, reference) || E'\\n', '' order by id) from (
      select id, at, debit, credit, amount, kind, reference from transfers
      where venue = $1 and id > page.after and id <= page.last_transfer
      union all select id, at, debit, credit, amount, kind, reference from settled_transfers
      where venue = $1 and sequence = page.sequence) moved), '') as text
  from (select *, lag(last_transfer, 1, $3::bigint) over (order by sequence) as after
    from (select sequence, last_transfer, hash from batches
      where venue = $1 and sequence > $2 and ($4::bigint is null or last_transfer <= $4) order by sequence limit $5) next) page
  order by page.sequence`;

interface ChainRow {
  readonly sequence: number;
  readonly lastTransfer: number;
  readonly hash: Buffer;
  readonly text: string;
}

async function pageAfter(db: Queryable, venue: number, { sequence, lastTransfer }: ChainPlace): Promise<ChainRow[]> {
  const ask = async (most: number | null, batches: number) =>
    (await db.query<ChainRow>(PAGE, [venue, sequence, lastTransfer, most, batches])).rows;
  const page = await ask(lastTransfer + MOST_TRANSFERS, MOST_BATCHES);
  // Nothing more, or a batch that is larger than a page.
  return page.length > 0 ? page : ask(null, 1);
}

export interface ChainFinding {
  /** The last batch, when nothing is wrong. */
  readonly end: ChainPlace;
  readonly batches: number;
  /** What is wrong; null when nothing is. */
  readonly wrong: string | null;
}

/** Makes the chain again from `from` on; a transfer changed, taken out or put in breaks it where it stands. */
export async function checkChain(db: Queryable, venue: number, from: ChainPlace): Promise<ChainFinding> {
  let end = from;
  let batches = 0;
  for (let page = await pageAfter(db, venue, end); page.length > 0; page = await pageAfter(db, venue, end)) {
    for (const { sequence, lastTransfer, hash, text } of page) {
      if (!continued(end.hash, text).equals(hash))
        return { end, batches, wrong: `The chain breaks at batch ${sequence}.` };
      end = { sequence, lastTransfer, hash };
      batches++;
    }
  }
  const { rowCount } = await db.query('select 1 from transfers where venue = $1 and id > $2 limit 1', [
    venue,
    end.lastTransfer,
  ]);
  return { end, batches, wrong: rowCount === 0 ? null : 'There are transfers after the last batch.' };
}
