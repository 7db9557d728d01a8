// X12: the server's clock jumps ahead, back, or stands still. Trading goes on, in one order; nobody is logged out by it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { underLoad } from './fault.ts';
import type { Fault, Outcome } from './fault.ts';
import type { Journal } from './journal.ts';
import { Stage } from './stage.ts';

/** Shorter than a login lasts: beyond that people have to log in again, and rightly. */
const MINUTES_10 = 600_000;
const YEAR_MS = 365 * 86_400_000;
const WALLS = [String(MINUTES_10), String(-MINUTES_10), 'frozen', '0'];
/** Until the server has noticed, and some orders were placed by the new time. */
const FOR_MS = 1_200;
const MOST_MS = 15_000;

let folder: string;
const file = (): string => path.join(folder, 'clock');

const leaps = (stage: Stage): Promise<Outcome> =>
  underLoad(stage, { recoveryMs: 2_000, longestMs: 4_000 }, async ({ journal, wrong }) => {
    for (const wall of WALLS) {
      const before = journal.acknowledged;
      writeFileSync(file(), wall);
      await sleep(FOR_MS);
      const isSeen = (): boolean =>
        journal.acknowledged > before && (wall !== WALLS[0] || isAhead(journal).length === 0);
      for (let waited = 0; !isSeen() && waited < MOST_MS; waited += 50) await sleep(50);
      if (journal.acknowledged === before) wrong.push(`nobody traded while the clock said ${wall}`);
      if (wall === WALLS[0]) wrong.push(...isAhead(journal));
    }
    return performance.now();
  });

/** The clock was set back while nothing ran: the start reports it, people trade, and the right clock finds all of it. */
const yearEarly = (stage: Stage): Promise<Outcome> =>
  underLoad(stage, { recoveryMs: 10_000 }, async ({ journal, wrong }) => {
    await stage.server.stop();
    writeFileSync(file(), String(-YEAR_MS));
    await stage.server.start();
    if (!stage.server.said.includes('the clock of this machine says')) wrong.push('nobody is told of the clock');
    const before = journal.acknowledged;
    for (let waited = 0; journal.acknowledged === before && waited < MOST_MS; waited += 50) await sleep(50);
    if (journal.acknowledged === before) wrong.push('nobody trades a year early');
    await stage.server.stop();
    writeFileSync(file(), '0');
    await stage.server.start();
    return performance.now();
  });

const ACTS = [leaps, yearEarly];

export const clock: Fault = {
  id: 'X12',
  what: 'the clock leaps ten minutes ahead, twenty back, stands, and is right again; a start is a year early',
  cycles: { day: 2, night: 30 },
  open: () => {
    folder = mkdtempSync(path.join(tmpdir(), 'istock-clock-'));
    writeFileSync(file(), '0');
    const preload = path.join(import.meta.dirname, 'shifted-clock.ts');
    return Stage.open({ CLOCK_FILE: file(), NODE_OPTIONS: `--import=${preload}` });
  },
  close: async () => rmSync(folder, { recursive: true, force: true }),
  run: (stage, cycle) => ACTS[cycle % ACTS.length](stage),
};

/** The exchange goes by the clock that was moved. */
function isAhead({ answered }: Journal): string[] {
  const { createdAt } = (answered.at(-1)?.attempts[0].reply?.body.data ?? {}) as { createdAt?: string };
  const aheadMs = Date.parse(createdAt ?? '') - Date.now();
  return aheadMs > MINUTES_10 / 2 ? [] : [`the clock was not moved: an order is from ${createdAt}`];
}
