// The hash chain over all transfers: how a batch continues it, and whether the stored transfers still give the stored hashes.
import { createHash } from 'node:crypto';
import type { Queryable } from '../db/open.ts';
import type { TransferRow } from './rows.ts';
import { readSettled, SETTLED_COLUMNS, SETTLED_TEXT } from './settled.ts';
import type { Settled } from './settled.ts';

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

/** How many batches a page has at most, and how many transfers. */
export interface ChainPageSizes {
  readonly batches: number;
  readonly transfers: number;
}

interface ChainSpan {
  readonly after: ChainPlace;
  /** The last batch that is looked at. */
  readonly to: number;
  readonly sizes: ChainPageSizes;
}

// For transfers in rows of their own the database itself builds the text that is hashed: reading all their columns here takes ten times as long.
const PAGE = `select page.sequence as sequence, page.last_transfer as "lastTransfer", page.hash as hash, coalesce((
    select string_agg(concat_ws(',', id, at, debit, credit, amount, kind, reference) || E'\\n', '' order by id) from transfers
      where venue = $1 and id > page.after and id <= page.last_transfer), '') as text, ${SETTLED_TEXT} as settled
  from (select *, lag(last_transfer, 1, $3::bigint) over (order by sequence) as after
    from (select sequence, last_transfer, hash, ${SETTLED_COLUMNS.join(', ')} from batches
      where venue = $1 and sequence > $2 and sequence <= $4 order by sequence limit $5) next
    where $6::bigint is null or last_transfer <= $6) page
  order by page.sequence`;

interface ChainRow extends ChainPlace {
  /** What the hash covers besides the hash before it; null when the stored columns cannot be what was written. */
  readonly text: string | null;
  readonly settled: Settled | null;
  /** Whether some of the batch's transfers have rows of their own. */
  readonly hasRows: boolean;
}

/** The next batches of a span; none when there are no more. */
export async function chainPage(db: Queryable, venue: number, { after, to, sizes }: ChainSpan): Promise<ChainRow[]> {
  const { sequence, lastTransfer } = after;
  const ask = async (batches: number, most: number | null) =>
    (
      await db.query<ChainPlace & { text: string; settled: string }>({
        name: 'chain-page',
        text: PAGE,
        values: [venue, sequence, lastTransfer, to, batches, most],
      })
    ).rows;
  const page = await ask(sizes.batches, lastTransfer + sizes.transfers);
  // Either the span has ended, or the next batch alone is larger than a page.
  const rows = page.length > 0 ? page : await ask(1, null);
  return rows.map(({ text, settled: columns, ...place }) => {
    const settled = readSettled(columns);
    return { ...place, settled, hasRows: text !== '', text: settled === null ? null : inOrder(text, settled.lines) };
  });
}

/** Transfers of both kinds in the order of their numbers, as the batch was hashed. */
function inOrder(text: string, lines: readonly string[]): string {
  if (text === '') return lines.join('');
  if (lines.length === 0) return text;
  const all = [...text.split(/(?<=\n)/), ...lines];
  return all.sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10)).join('');
}

/** The first batch of a page that does not continue the chain from `hash`; null when all do. */
export function chainBreak(hash: Buffer, page: readonly ChainRow[]): number | null {
  let previous = hash;
  for (const row of page) {
    if (row.text === null || !continued(previous, row.text).equals(row.hash)) return row.sequence;
    previous = row.hash;
  }
  return null;
}
