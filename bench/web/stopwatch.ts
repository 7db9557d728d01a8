// Measures a page's main thread while something is done with it: its tasks by processor time, which does not grow when others use the machine.
import type { CDPSession, Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Processor time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

export interface Work {
  /** The longest task and all of them, in milliseconds of processor time. */
  longestMs: number;
  allMs: number;
  /** How many tasks took more than 50 ms. */
  longTasks: number;
  /** Elapsed time by the clock. */
  seconds: number;
}

/** Processor time of one page, which must be the only one of its process. */
export async function workOf(page: Page, line: CDPSession, act: () => Promise<void>): Promise<Work> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => void events.push(...(value as TraceEvent[]));
  line.on('Tracing.dataCollected', collect);
  const includedCategories = ['devtools.timeline', 'toplevel'];
  await line.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  const startedAt = performance.now();
  await act();
  const seconds = (performance.now() - startedAt) / 1000;
  const complete = new Promise((resolve) => line.once('Tracing.tracingComplete', resolve));
  await line.send('Tracing.end');
  await complete;
  line.off('Tracing.dataCollected', collect);
  const pid = await processOf(page, events);
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const main = mains.find((thread) => thread.pid === pid) ?? mains[0];
  const tasks = events
    .filter(
      (event) => event.ph === 'X' && event.pid === main.pid && event.tid === main.tid && event.name.endsWith('RunTask'),
    )
    .map(({ tdur = 0 }) => tdur / 1000);
  return {
    longestMs: Math.max(0, ...tasks),
    allMs: tasks.reduce((sum, each) => sum + each, 0),
    longTasks: tasks.filter((each) => each > 50).length,
    seconds,
  };
}

/** The busiest renderer belongs to the page that was acted on. */
async function processOf(page: Page, events: readonly TraceEvent[]): Promise<number> {
  await page.evaluate(() => 0);
  const byProcess = new Map<number, number>();
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  for (const { pid, tid } of mains) {
    const own = events.filter((event) => event.pid === pid && event.tid === tid);
    byProcess.set(
      pid,
      own.reduce((sum, { tdur = 0 }) => sum + tdur, 0),
    );
  }
  return [...byProcess].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}
