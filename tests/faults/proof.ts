// What must hold after every fault.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealServer } from '../crash/real-server.ts';
import { serialFaults } from '../serial-order.ts';
import { isAcknowledged, isDefinite } from './journal.ts';
import type { Journal, Request } from './journal.ts';
import type { Screen } from './screen.ts';
import type { Stage } from './stage.ts';
import { attempt } from './traders.ts';
import type { Site } from './traders.ts';

export interface Evidence {
  readonly stage: Stage;
  readonly journal: Journal;
  readonly screens: readonly Screen[];
}

/** Within this time a repeated request must get a definite answer. */
const DEFINITE_WITHIN_MS = 30_000;
/** The time allowed for pushes to arrive, and for pages to reconnect. */
const SCREENS_AGREE_WITHIN_MS = 15_000;
const MOST_SAID = 1_500;
const REPEATS_AT_ONCE = 8;

/** Returns a sentence for everything that does not hold. */
export async function prove(evidence: Evidence): Promise<string[]> {
  const { stage, journal } = evidence;
  if (stage.server.hasEnded) return [`the server has ended: ${stage.server.said.slice(-MOST_SAID)}`];
  const repeats = await repeatAll(stage, journal);
  return [
    ...journal.unclear.map((what) => `a refusal that is not clear: ${what}`),
    ...repeats,
    ...serialFaults(journal.placed),
    ...(await ordersAreThoseAcknowledged(evidence)),
    ...(await booksAddUp(stage.server)),
    ...(await screensAgree(evidence)),
  ];
}

/** Repeats each request with its key: it must get the first reply, or one definite outcome if there was none. */
async function repeatAll(site: Site, { requests }: Journal): Promise<string[]> {
  const wrong: string[] = [];
  const left = [...requests];
  const worker = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) wrong.push(...(await repeat(site, next)));
  };
  await Promise.all(Array.from({ length: REPEATS_AT_ONCE }, worker));
  return wrong;
}

async function repeat(site: Site, request: Request): Promise<string[]> {
  const first = request.attempts.find(({ reply }) => reply !== null && isDefinite(reply))?.reply ?? null;
  const startedAt = performance.now();
  for (;;) {
    await attempt(site, request);
    const again = request.attempts.at(-1)!.reply;
    if (again !== null && isDefinite(again)) {
      if (first === null || JSON.stringify(again.body) === JSON.stringify(first.body)) return [];
      return [`${request.key} was answered ${JSON.stringify(first.body)} and then ${JSON.stringify(again.body)}`];
    }
    if (performance.now() - startedAt > DEFINITE_WITHIN_MS) return [`${request.key} gets no definite answer`];
    await sleep(50);
  }
}

/** The stored orders must be those that somebody was told of, each once. */
async function ordersAreThoseAcknowledged({ stage, journal }: Evidence): Promise<string[]> {
  const told = new Map<string, Set<string>>();
  for (const { trader, attempts } of journal.requests) {
    const ids = told.get(trader.name) ?? new Set();
    told.set(trader.name, ids);
    for (const { reply } of attempts)
      if (reply !== null && isAcknowledged(reply)) ids.add((reply.body.data as { _id: string })._id);
  }
  const { rows } = await (
    await stage.database.direct()
  ).query<{ name: string; ids: string[] }>(
    `select u.name, coalesce(array_agg(o.id::text) filter (where o.id is not null), '{}') as ids
     from users u left join orders o on o.account = u.account_no where u.name = any($1) group by u.name`,
    [[...told.keys()]],
  );
  const stored = new Map(rows.map(({ name, ids }) => [name, new Set(ids)]));
  return [...told].flatMap(([name, ids]) => {
    const kept = stored.get(name) ?? new Set();
    const lost = [...ids].filter((id) => !kept.has(id));
    const unknown = [...kept].filter((id) => !ids.has(id));
    journal.lost += lost.length;
    journal.unasked += unknown.length;
    return [
      ...(lost.length > 0 ? [`acknowledged orders of ${name} are lost: ${lost.join(', ')}`] : []),
      ...(unknown.length > 0 ? [`orders of ${name} that nobody was told of: ${unknown.join(', ')}`] : []),
    ];
  });
}

async function booksAddUp(server: RealServer): Promise<string[]> {
  const { status, body } = await server.call('GET', '/ledger/verify', { token: await server.adminToken() });
  const proof = body.data as { ok: boolean; checks: { name: string; ok: boolean; detail: string }[] } | null;
  if (status !== 200 || proof === null) return [`/ledger/verify answered ${status}`];
  return proof.checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
}

async function screensAgree({ screens }: Evidence): Promise<string[]> {
  const startedAt = performance.now();
  for (;;) {
    const wrong = await Promise.all(
      screens.map((screen) => screen.differences().catch((error: Error) => [error.message])),
    );
    if (wrong.flat().length === 0 || performance.now() - startedAt > SCREENS_AGREE_WITHIN_MS) return wrong.flat();
    await sleep(200);
  }
}
