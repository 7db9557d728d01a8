// Requests at a constant rate, however slow the replies (a seeded open loop), so that a slow server gets the same load as a quick one.
import { setTimeout as sleep } from 'node:timers/promises';
import { Lines } from './lines.ts';
import { Tally } from './tally.ts';
import type { Tallied } from './tally.ts';
import { Asker } from './asker.ts';
import type { AskerOptions } from './asker.ts';

export interface StreamPlan extends AskerOptions {
  readonly name: string;
  readonly url: string;
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
  /** The warm-up, which is not counted. */
  readonly warmUpSeconds: number;
  /** The most connections. */
  readonly lines: number;
  /** Afterwards, cancel what rests and sell what was bought, so that the state is as large as before; not counted. */
  readonly isTidy?: boolean;
}

export interface StreamReport extends Tallied {
  readonly name: string;
  /** Of all orders, including the warm-up: those accepted, and those whose outcome is unknown. */
  readonly orders: { readonly acknowledged: number; readonly unknown: number };
}

/** How long a stream waits for replies after its last request. */
const PATIENCE_MS = 15_000;

export async function play(plan: StreamPlan): Promise<StreamReport> {
  const { hostname, port } = new URL(plan.url);
  const lines = new Lines({ host: hostname, port: Number(port), count: plan.lines });
  const asker = new Asker(plan, lines);
  const tally = new Tally();
  const gapMs = 1000 / plan.rate;
  const count = Math.round((plan.warmUpSeconds + plan.seconds) * plan.rate);
  const uncounted = Math.round(plan.warmUpSeconds * plan.rate);
  const startAt = performance.now();
  let open = 0;
  for (let n = 0; n < count;) {
    const now = performance.now();
    for (; n < count && startAt + n * gapMs <= now; n++) {
      const dueAt = startAt + n * gapMs;
      const isCounted = n >= uncounted;
      if (isCounted) tally.sent(performance.now() - dueAt);
      open++;
      asker.ask(n, (status) => {
        open--;
        if (isCounted) tally.answered(status, performance.now() - dueAt);
      });
    }
    await sleep(1);
  }
  for (const until = performance.now() + PATIENCE_MS; open > 0 && performance.now() < until;) await sleep(10);
  if (plan.isTidy) await tidyUp(asker, count, gapMs);
  lines.close();
  return { name: plan.name, ...tally.result(), orders: { acknowledged: asker.acknowledged, unknown: asker.unknown } };
}

/** At the stream's own rate, trying each once: what cannot be canceled or sold remains. */
async function tidyUp(asker: Asker, first: number, gapMs: number): Promise<void> {
  let open = 0;
  for (let n = first, last = first + asker.left; n < last; n++) {
    open++;
    if (!asker.takeBack(n, () => open--)) break;
    await sleep(gapMs);
  }
  for (const until = performance.now() + PATIENCE_MS; open > 0 && performance.now() < until;) await sleep(10);
}
