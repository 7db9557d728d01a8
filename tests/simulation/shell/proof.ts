// What must hold when a simulated site has healed: every request has one outcome, and all of them in their order produce exactly this state.
import { MAX_PAISE } from '../../../core/money.ts';
import type { Command } from '../../../core/command.ts';
import type { OrderRecord } from '../../../core/snapshot.ts';
import type { Queryable } from '../../../server/db/open.ts';
import { chainHash } from '../../../server/exchange/chain.ts';
import { loadSnapshot } from '../../../server/exchange/load.ts';
import { orderFromRow } from '../../../server/exchange/order-rows.ts';
import { serialFaults } from '../../serial-order.ts';
import type { Placed } from '../../serial-order.ts';
import type { Decided } from './history.ts';
import { compareStored, Replay } from './replay.ts';
import type { Request } from './requests.ts';
import { isReused, reuseFaults } from './reused-keys.ts';
import { execute } from './statements.ts';
import type { Tables } from './tables.ts';

/** The tables, read without any network. */
function queryable(tables: Tables): Queryable {
  const asker = { pid: 0, since: '', owner: '', locks: new Set<string>() };
  const around = { tables, now: 0, sessions: [], undo: [], onCommit: () => {}, terminate: () => {}, lock: () => true };
  return {
    query: async (query: unknown, values: readonly unknown[] = []) =>
      execute(around, { text: query as string, values, asker, epochSeen: 0 }) as never,
  } as Queryable;
}

export async function proveTables(tables: Tables, decided: readonly Decided[], wall: number): Promise<string[]> {
  const replay = new Replay();
  replay.run(decided);
  const { wrong } = replay;
  if (wrong.length > 0) return wrong;
  const at = decided.at(-1)?.at ?? 0;
  replay.restart(tables.sequence, at);
  const snapshot = await loadSnapshot(queryable(tables), 1, wall);
  const { transfers, fills, changes } = tables;
  compareStored(replay, { snapshot, orders: ordersIn(tables), transfers, fills, changes });
  wrong.push(...spanFaults(tables), ...chainFaults(tables), ...paymentFaults(tables));
  return wrong;
}

function ordersIn(tables: Tables): OrderRecord[] {
  return [...tables.orders.values()].map((row) => orderFromRow({ ...row, symbol: tables.symbolOf(row.instrument) }));
}

/** Each order names the first and the last of its trades, which lead to its story. */
function spanFaults({ orders, fills }: Tables): string[] {
  const spans = new Map<number, { first: number; last: number }>();
  for (const { orderId, tradeId } of fills)
    spans.set(orderId, { first: spans.get(orderId)?.first ?? tradeId, last: tradeId });
  return [...orders.values()].flatMap(({ id, first_trade: first, last_trade: last }) => {
    const span = spans.get(id);
    const isRight = first === (span?.first ?? null) && last === (span?.last ?? null);
    return isRight ? [] : [`order ${id} names trades ${first} to ${last}, and has ${span?.first} to ${span?.last}`];
  });
}

function chainFaults({ batches, transfers }: Tables): string[] {
  let hash: Buffer = Buffer.alloc(32);
  let next = 0;
  for (const { sequence, at, last_transfer: last, hash: stored } of batches) {
    const from = next;
    while (next < transfers.length && transfers[next].id <= last) next++;
    if (transfers.slice(from, next).some((transfer) => transfer.at > at))
      return [`batch ${sequence} was decided before what it moves`];
    hash = chainHash(hash, transfers.slice(from, next));
    if (!hash.equals(stored)) return [`the chain breaks at batch ${sequence}`];
  }
  return next === transfers.length ? [] : ['there are transfers after the last batch'];
}

/** Each payment that was captured is one deposit, each reward one payment. */
function paymentFaults(tables: Tables): string[] {
  const { payments, rewards, transfers } = tables;
  const wrong: string[] = [];
  const times = (kind: string, reference: number, amount: number): number =>
    transfers.filter((each) => each.kind === kind && each.reference === reference && each.amount === amount).length;
  const cash = new Map(
    tables.accounts().flatMap(({ owner, asset, balance }) => (asset === 0 ? [[owner, balance] as const] : [])),
  );
  for (const { id, account, amount, status, purpose } of payments.values()) {
    // Sales of a school, and abandoned payments, are checked against the payment provider's own books.
    if (purpose === 'course' || status === 'failed') continue;
    const credits = times('deposit', id, amount);
    // A wallet with the largest possible sum cannot take any more.
    if (credits === 0 && status === 'paid' && (cash.get(String(account)) ?? 0) + amount > MAX_PAISE) continue;
    if (credits !== 1 || status !== 'credited')
      wrong.push(`payment ${id} is ${status}, and was credited ${credits} times`);
  }
  for (const { id, amount, state } of rewards.values()) {
    const paid = times('reward', id, amount);
    if (state === 'due' || paid !== (state === 'paid' ? 1 : 0))
      wrong.push(`reward ${id} is ${state}, and was paid ${paid} times`);
  }
  return wrong;
}

/**
 * What clients saw is one serial order: each kept outcome is the one decided at its place, and a request that was answered before another
 * one was sent comes before that other.
 */
export function historyFaults(
  requests: readonly Request[],
  decided: readonly Decided[],
  tables: Tables,
  hasEffect: (command: Command) => boolean,
): string[] {
  const wrong: string[] = [];
  const at = new Map(decided.flatMap((each) => (each.kind === 'command' ? [[each.sequence, each] as const] : [])));
  const placed: Placed[] = [];
  for (const { account, key, outcome } of tables.keys.values()) {
    const { sequence, at: decidedAt, ...decision } = JSON.parse(outcome) as { sequence: number; at?: number };
    const there = at.get(sequence);
    if (there === undefined)
      wrong.push(`the outcome of ${account}:${key} stands at ${sequence}, where nothing was decided`);
    else if (decidedAt !== undefined && decidedAt !== there.at)
      wrong.push(`the outcome of ${account}:${key} is of ${decidedAt}, decided it was at ${there.at}`);
    else if (there.outcome !== JSON.stringify(decision))
      wrong.push(`the outcome of ${account}:${key} is ${outcome}, decided was ${there.outcome}`);
  }
  for (const { asked, keptAs, firstSentAt, answeredAt, reply, refusals } of requests) {
    if (asked.kind === 'command' && asked.key === null) {
      const isThere = decided.some((each) => each.kind === 'command' && each.command === asked.command);
      if (reply !== null && !isThere && hasEffect(asked.command))
        wrong.push(`${JSON.stringify(asked.command)} was acknowledged, and is lost`);
      if (isThere && refusals.some((text) => text.includes('was not carried out')))
        wrong.push(`${JSON.stringify(asked.command)} was carried out, and its caller was told that it was not`);
    }
    if (keptAs === null || reply === null || answeredAt === null || tables.forgotten.has(keptAs)) continue;
    // Its key belongs to another request, whose place is not this one's.
    if (isReused(reply)) continue;
    const kept = tables.keys.get(keptAs);
    if (kept === undefined) wrong.push(`${keptAs} was answered ${reply.body}, and its outcome is not kept`);
    else
      placed.push({ firstSentAt, answeredAt, sequence: (JSON.parse(kept.outcome) as { sequence: number }).sequence });
  }
  wrong.push(...serialFaults(placed), ...reuseFaults(requests, tables.forgotten));
  return wrong;
}
