// Stores flags. The same conduct, found again or still going on, extends one flag.
import { conductNotice } from '../../contract/messages/surveillance.ts';
import type { Flag, WatchedMinute } from '../../core/surveillance/conduct.ts';
import { DAY_MS, MINUTE_MS } from '../../core/market/day.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Notices } from '../notices/notices.ts';
import { MOST_ROWS } from './read-conduct.ts';
import type { Watched } from './read-conduct.ts';

/** What the column `evidence` of a flag holds. */
export interface StoredEvidence {
  readonly orderIds: readonly number[];
  readonly tradeIds: readonly number[];
  readonly figures: Readonly<Record<string, number>>;
  /** Instant and price in paise of each minute. */
  readonly prices: readonly (readonly [number, number])[];
}

/** The same pattern again within this time is the same conduct. */
const SAME_WITHIN_MS = 30 * MINUTE_MS;
/** Of conduct that goes on for days, only the prices of the last one are kept: with all of them the flag would grow with each examination. */
const MOST_PRICES = DAY_MS / MINUTE_MS;

export interface FlagStore {
  readonly db: Database;
  readonly notices: Notices;
  readonly now: () => number;
}

/** Stores a new flag and notifies the trader, or extends the flag of the same conduct without another notice. */
export async function storeFlag(
  { db, notices, now }: FlagStore,
  watched: Watched,
  flag: Flag,
  minutes: readonly WatchedMinute[],
): Promise<void> {
  const prices = minutes.map(({ startAt, close }) => [startAt + MINUTE_MS, close] as const);
  const show = await db.transaction(async (transaction) => {
    const known = await findSame(transaction, watched, flag);
    if (known !== null) {
      await extend(transaction, known, flag, prices);
      return () => {};
    }
    const { orderIds, tradeIds, figures } = flag;
    const evidence: StoredEvidence = { orderIds, tradeIds, figures, prices };
    const { rows } = await transaction.query<{ id: number; symbol: string }>(
      `insert into flags (venue, instrument, account, other, pattern, from_at, to_at, created_at, evidence)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       returning id, (select symbol from instruments where venue = $1 and id = $2) as symbol`,
      [
        watched.venue,
        watched.instrument,
        watched.account,
        flag.other,
        flag.pattern,
        flag.from,
        flag.to,
        now(),
        evidence,
      ],
    );
    const [{ id, symbol }] = rows;
    const message = conductNotice(flag.pattern, symbol);
    return notices.store(transaction, [
      { account: watched.account, kind: 'conduct', message, at: now(), source: `flag:${id}` },
    ]);
  });
  show();
}

interface KnownFlag {
  readonly id: number;
  readonly evidence: StoredEvidence;
}

async function findSame(db: Queryable, { venue, instrument, account }: Watched, flag: Flag): Promise<KnownFlag | null> {
  const { rows } = await db.query<KnownFlag>(
    `select id, evidence from flags where venue = $1 and instrument = $2 and account = $3 and pattern = $4
       and other is not distinct from $5 and from_at <= $7 and to_at >= $6 order by id desc limit 1 for update`,
    [venue, instrument, account, flag.pattern, flag.other, flag.from - SAME_WITHIN_MS, flag.to + SAME_WITHIN_MS],
  );
  return rows.at(0) ?? null;
}

/** The newest of both: no more are ever shown. */
const newestOf = (a: readonly number[], b: readonly number[]): number[] =>
  [...new Set([...a, ...b])].sort((x, y) => x - y).slice(-MOST_ROWS);

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, n) => id === b[n]);

/** Further orders or trades make the flag new again, even if it was dismissed. */
async function extend(
  db: Queryable,
  { id, evidence }: KnownFlag,
  flag: Flag,
  prices: StoredEvidence['prices'],
): Promise<void> {
  const orderIds = newestOf(evidence.orderIds, flag.orderIds);
  const tradeIds = newestOf(evidence.tradeIds, flag.tradeIds);
  if (isSame(orderIds, newestOf(evidence.orderIds, [])) && isSame(tradeIds, newestOf(evidence.tradeIds, []))) return;
  const known = new Map(evidence.prices);
  for (const [at, price] of prices) known.set(at, price);
  const more: StoredEvidence = {
    orderIds,
    tradeIds,
    figures: flag.figures,
    prices: [...known].sort(([a], [b]) => a - b).slice(-MOST_PRICES),
  };
  await db.query(
    `update flags set from_at = least(from_at, $2), to_at = greatest(to_at, $3), evidence = $4, status = 'NEW' where id = $1`,
    [id, flag.from, flag.to, more],
  );
}
