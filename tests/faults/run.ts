// npm run faults -- [X7 X5] ...: breaks the running server in every way of the table, and proves it after each.
import { parseArgs } from 'node:util';
import { setup as makeReadyFolder } from '../crash/ready-folder.ts';
import { asked, numberOf, refuseUnknown } from '../command-line.ts';
import { notRun, outcomeOf } from './fault.ts';
import type { Fault, Outcome } from './fault.ts';
import { FAULTS } from './faults.ts';
import { Stage } from './stage.ts';

const NIGHT_MINUTES = 480;

const HELP = `npm run faults                breaks the running server in every way, and proves it after each
npm run faults -- X7 X5       only these

--cycles N    how often each, in place of the first number
--night       round after round of all for eight hours, each as often as the second number says
--minutes N   the same for so long

${FAULTS.map(({ id, cycles: { day, night }, what }) => `${id.padEnd(4)} ${`${day}, ${night}`.padEnd(9)} ${what}`).join('\n')}
`;

const {
  ids,
  isLong,
  minutes,
  cycles: cyclesAsked,
} = asked(HELP, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { night: { type: 'boolean', default: false }, minutes: { type: 'string' }, cycles: { type: 'string' } },
  });
  refuseUnknown(
    'fault',
    positionals,
    FAULTS.map(({ id }) => id),
  );
  return {
    ids: positionals,
    isLong: values.night || values.minutes !== undefined,
    minutes: values.minutes === undefined ? NIGHT_MINUTES : numberOf('minutes', values.minutes),
    cycles: values.cycles === undefined ? null : numberOf('cycles', values.cycles, 1),
  };
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const MOST_SHOWN = 6;

/** The report of a cycle that failed with an unexpected error. */
const broken = (error: unknown): Outcome =>
  outcomeOf({ wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)] });

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

/** The totals of the whole run, to be quoted. */
function totals(): string[] {
  const all = results.flatMap(({ outcomes }) => outcomes.filter((outcome) => outcome.notRun === undefined));
  const sum = (of: (outcome: Outcome) => number): number => all.reduce((total, outcome) => total + of(outcome), 0);
  const rows: [string, number][] = [
    ['cycles', all.length],
    ['of which something did not hold', all.filter(({ wrong }) => wrong.length > 0).length],
    ['kill -9 of the server', ends.server],
    ['stops and crashes of the database', ends.database],
    ['orders asked for', sum(({ requests }) => requests)],
    ['acknowledged, some again with their key', sum(({ requests, acknowledged }) => (requests > 0 ? acknowledged : 0))],
    ['without a definite answer until repeated', sum(({ unknown: count }) => count)],
    ['acknowledged and lost', sum(({ lost }) => lost)],
    ['stored, and nobody was told', sum(({ unasked }) => unasked)],
    ['minutes', Math.round(passedMinutes())],
  ];
  return ['\n| all faults | |', '| --- | ---: |', ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)];
}

/** `cycles` more of it, after those already done. */
async function runFault(fault: Fault, had: number, cycles: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  // A night goes on even if one of its stages could not be built.
  await onStage(fault, had, cycles, outcomes).catch((error: unknown) => {
    outcomes.push(broken(error));
    say(`${fault.id}: WRONG: ${String(error)}`);
  });
  return outcomes;
}

async function onStage(fault: Fault, had: number, cycles: number, outcomes: Outcome[]): Promise<void> {
  const stage = fault.open === undefined ? await Stage.open() : await fault.open();
  if (typeof stage === 'string') return void outcomes.push(notRun(stage));
  try {
    for (let cycle = had; cycle < had + cycles && !isOver(); cycle++) {
      const outcome = await fault.run(stage, cycle).catch(broken);
      outcomes.push(outcome);
      if (stage.server.hasEnded) await stage.server.start();
      say(
        `${fault.id} ${cycle + 1}: ${outcome.notRun ?? `back after ${shown(outcome.recoveryMs ?? undefined)}`}, longest wait ${shown(outcome.longestMs)}, ` +
          `${outcome.acknowledged} acknowledged, ${outcome.unknown} unknown`,
      );
      for (const what of outcome.wrong.slice(0, MOST_SHOWN)) say(`   WRONG: ${what}`);
      if (outcome.wrong.length > MOST_SHOWN) say(`   and ${outcome.wrong.length - MOST_SHOWN} more`);
    }
  } finally {
    ends.server += stage.server.kills;
    ends.database += stage.database.stops;
    await stage.close();
    await fault.close?.();
  }
}

const ends = { server: 0, database: 0 };
const startedAt = performance.now();
const passedMinutes = (): number => (performance.now() - startedAt) / 60_000;
const isOver = (): boolean => isLong && passedMinutes() > minutes;
const wanted = ({ cycles: { day, night } }: Fault): number => cyclesAsked ?? (isLong ? night : day);
if (isLong) say(`Rounds until ${minutes} minutes are over.`);
const results = FAULTS.filter(({ id }) => ids.length === 0 || ids.includes(id)).map((fault) => ({
  fault,
  outcomes: [] as Outcome[],
}));
const isDone = ({ fault, outcomes }: Result): boolean =>
  outcomes.length >= wanted(fault) || outcomes.some(({ notRun: why }) => why !== undefined);
// Made once and copied for every stage, because making it takes longest.
const removeReadyFolder = await makeReadyFolder();
for (let round = 1; !isOver() && !results.every(isDone); round++) {
  for (const { fault, outcomes } of results.filter((result) => !isDone(result))) {
    if (isOver()) break;
    const left = wanted(fault) - outcomes.length;
    outcomes.push(...(await runFault(fault, outcomes.length, isLong ? Math.min(left, fault.cycles.day) : left)));
  }
  if (isLong) say(`round ${round} ends after ${passedMinutes().toFixed(0)} minutes`);
}
say(
  '\n| fault | what happens | cycles | result | back after (median) | (longest) | longest wait | acknowledged | unknown until repeated |',
);
say('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const result of results) if (result.outcomes.length > 0) say(row(result));
for (const line of totals()) say(line);
await removeReadyFolder();
process.exit(results.some(({ outcomes }) => outcomes.some(({ wrong }) => wrong.length > 0)) ? 1 : 0);
