// npm run faults [-- --night] [-- X7 X5] [-- --cycles N]: breaks the running server in every way of the table, and proves it after each.
import { parseArgs } from 'node:util';
import { notRun } from './fault.ts';
import type { Fault, Outcome } from './fault.ts';
import { FAULTS } from './faults.ts';
import { Stage } from './stage.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    night: { type: 'boolean', default: false },
    /** Instead of what the table says. */
    cycles: { type: 'string' },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const MOST_SHOWN = 6;

/** What a fault did not expect at all. */
const broken = (error: unknown): Outcome => ({
  wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  recoveryMs: null,
  longestMs: 0,
  acknowledged: 0,
  unknown: 0,
});

interface Result {
  readonly fault: Fault;
  readonly outcomes: readonly Outcome[];
}

const middleOf = (sorted: readonly number[], share: number): number | undefined =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

const shown = (ms: number | undefined): string => (ms === undefined ? '-' : `${Math.round(ms)} ms`);

function row({ fault, outcomes }: Result): string {
  const ran = outcomes.filter(({ notRun }) => notRun === undefined);
  const recovery = ran.flatMap(({ recoveryMs }) => recoveryMs ?? []).sort((one, other) => one - other);
  const sum = (of: (outcome: Outcome) => number): number => ran.reduce((total, outcome) => total + of(outcome), 0);
  const failed = ran.filter(({ wrong }) => wrong.length > 0).length;
  const result = ran.length === 0 ? `not run: ${outcomes[0].notRun}` : failed === 0 ? 'holds' : `${failed} FAILED`;
  const cells = [
    fault.id,
    fault.what,
    ran.length,
    result,
    shown(middleOf(recovery, 0.5)),
    shown(recovery.at(-1)),
    shown(Math.max(...ran.map(({ longestMs }) => longestMs))),
    sum(({ acknowledged }) => acknowledged),
    sum(({ unknown }) => unknown),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function runFault(fault: Fault): Promise<Result> {
  const cycles = values.cycles === undefined ? fault.cycles[values.night ? 'night' : 'day'] : Number(values.cycles);
  const outcomes: Outcome[] = [];
  const stage = fault.open === undefined ? await Stage.open() : await fault.open();
  if (typeof stage === 'string') return { fault, outcomes: [notRun(stage)] };
  try {
    for (let cycle = 0; cycle < cycles; cycle++) {
      const outcome = await fault.run(stage, cycle).catch(broken);
      outcomes.push(outcome);
      say(
        `${fault.id} ${cycle + 1}/${cycles}: ${outcome.notRun ?? `back after ${shown(outcome.recoveryMs ?? undefined)}`}, longest wait ${shown(outcome.longestMs)}, ` +
          `${outcome.acknowledged} acknowledged, ${outcome.unknown} unknown`,
      );
      for (const what of outcome.wrong.slice(0, MOST_SHOWN)) say(`   WRONG: ${what}`);
      if (outcome.wrong.length > MOST_SHOWN) say(`   and ${outcome.wrong.length - MOST_SHOWN} more`);
    }
  } finally {
    await stage.close();
    await fault.close?.();
  }
  return { fault, outcomes };
}

const unknown = positionals.filter((id) => !FAULTS.some((fault) => fault.id === id));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}: ${FAULTS.map(({ id }) => id).join(' ')}`);
const results: Result[] = [];
for (const fault of FAULTS)
  if (positionals.length === 0 || positionals.includes(fault.id)) results.push(await runFault(fault));
say(
  '\n| fault | what happens | cycles | result | back after (median) | (longest) | longest wait | acknowledged | unknown until repeated |',
);
say('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const result of results) say(row(result));
process.exit(results.some(({ outcomes }) => outcomes.some(({ wrong }) => wrong.length > 0)) ? 1 : 0);
