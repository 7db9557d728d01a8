// What must hold of a real database after a seed: the books prove themselves, and the kept outcomes, replayed in their one order, produce exactly what is stored.
import type { Command } from '../../../core/command.ts';
import type { Database } from '../../../server/db/open.ts';
import { loadSnapshot } from '../../../server/exchange/load.ts';
import { orderFromRow } from '../../../server/exchange/order-rows.ts';
import type { StoredOrder } from '../../../server/exchange/order-rows.ts';
import { verifyBooks } from '../../../server/exchange/proof/verify.ts';
import { serialFaults } from '../../serial-order.ts';
import { canonical } from '../shell/history.ts';
import type { Decided } from '../shell/history.ts';
import { compareStored, Replay } from '../shell/replay.ts';
import { beginning } from './beginning.ts';
import type { Wish } from './client.ts';

const VENUE = 1;

interface KeptRow {
  readonly account: number;
  readonly key: string;
  /** A refusal does not say when it was decided. */
  readonly outcome: { readonly sequence: number; readonly at?: number };
}

/** Priorities are counted again from the highest resting one, whenever the server starts. */
const textOf = (order: unknown): string => canonical({ ...(order as object), priority: 0 });
const outcomeText = (text: string): string => canonical(JSON.parse(text)).replace(/"priority":\d+/, '"priority":0');

/** A key belongs to one call. */
const CALLS: Partial<Record<Command['kind'], string>> = {
  'place-order': 'order',
  'cancel-order': 'cancel',
  'modify-order': 'modify',
};

export async function proveReal(db: Database, wishes: readonly Wish[]): Promise<string[]> {
  const { rows: kept } = await db.query<KeptRow>('select account, key, outcome from command_keys');
  const byKey = new Map(kept.map((row) => [`${row.account} ${row.key}`, row]));
  const wrong: string[] = [];
  const proof = await verifyBooks(db, VENUE);
  for (const { ok, name, detail } of proof.checks) if (!ok) wrong.push(`${name}: ${detail}`);
  const decided: Decided[] = [];
  const placed = wishes.flatMap(({ account, key, command, firstSentAt, answeredAt, reply }) => {
    const row = byKey.get(`${account} ${CALLS[command.kind]}:${key}`);
    if (row === undefined) {
      wrong.push(`${account} ${key} was answered ${reply?.status} ${reply?.body.message}, and its outcome is not kept`);
      return [];
    }
    const { sequence, at = 0, ...outcome } = row.outcome;
    decided.push({ kind: 'command', sequence, at, command, outcome: JSON.stringify(outcome) });
    return [{ firstSentAt, answeredAt, sequence }];
  });
  if (kept.length !== wishes.length) wrong.push(`${kept.length} outcomes are kept, of ${wishes.length} wishes`);
  wrong.push(...serialFaults(placed));
  if (wrong.length === 0) wrong.push(...(await replayAll(db, decided)));
  return wrong;
}

async function replayAll(db: Database, decided: Decided[]): Promise<string[]> {
  const { rows: first } = await db.query<{ at: number }>('select min(at) as at from transfers where venue = $1', [
    VENUE,
  ]);
  const setUp = beginning().map((command, index): Decided => {
    return {
      kind: 'command',
      sequence: index + 1,
      at: first[0].at,
      command,
      outcome: '{"isAccepted":true,"order":null,"last":null}',
    };
  });
  let at = 0;
  const inOrder = [...setUp, ...decided.sort((a, b) => a.sequence - b.sequence)].map((each): Decided => {
    at = Math.max(at, each.at);
    return { ...each, at };
  });
  const replay = new Replay(outcomeText);
  replay.run(inOrder);
  if (replay.wrong.length > 0) return replay.wrong;
  replay.restart(inOrder.at(-1)!.sequence, at);
  compareStored(replay, { snapshot: await loadSnapshot(db, VENUE, at), ...(await storedLines(db)) }, textOf);
  return replay.wrong;
}

async function storedLines(db: Database) {
  const all = async <Row extends object>(sql: string): Promise<Row[]> => (await db.query<Row>(sql, [VENUE])).rows;
  const orders = await all<StoredOrder>(
    'select o.*, i.symbol from orders o join instruments i on i.venue = o.venue and i.id = o.instrument where o.venue = $1',
  );
  return {
    orders: orders.map((row) => orderFromRow(row)),
    transfers: await all<never>('select * from all_transfers where venue = $1 order by id'),
    fills: await all<never>(
      `select trade_id as "tradeId", order_id as "orderId", quantity, price, brokerage, flat_fee as "flatFee",
         statutory, intraday_value as "intradayValue", cost
       from fills where venue = $1 order by trade_id, side`,
    ),
  };
}
