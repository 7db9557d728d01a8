// npm run fuzz -- [word] ...: the fuzz tests with new cases, once or for as long as there is time.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { asked, numberOf, refuseUnknown } from '../command-line.ts';

/** About two million requests: a night on two cores. */
const NIGHT_MINUTES = 480;
/** A round hangs if it takes this many times as long as the longest one before it, or this long if it is the first. */
const MOST_TIMES = 4;
const FIRST_MS = 3_600_000;

const HELP = `npm run fuzz                  new inputs and races for every call and socket event, once
npm run fuzz -- calls         only the tests of tests/fuzz whose file names begin like this

--minutes N   round after round, each with new cases, for so long
--night       the same for eight hours: about two million requests
--runs N      cases for each call and each event in a round; 300 unless told
--seed N      the same cases as in an earlier round
`;

const {
  words,
  minutes,
  runs,
  seed: firstSeed,
} = asked(HELP, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      night: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      runs: { type: 'string', default: '300' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    },
  });
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  const unknown = positionals.filter((word) => !names.some((name) => name.startsWith(word)));
  refuseUnknown(
    'test',
    unknown,
    names.map((name) => name.replace('.test.ts', '')),
  );
  return {
    words: positionals,
    minutes: values.minutes === undefined ? (values.night ? NIGHT_MINUTES : 0) : numberOf('minutes', values.minutes),
    runs: numberOf('runs', values.runs, 1),
    seed: numberOf('seed', values.seed),
  };
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const root = path.resolve(import.meta.dirname, '../..');
const files = words.length > 0 ? words.map((word) => `tests/fuzz/${word}`) : ['tests/fuzz'];
const folder = mkdtempSync(path.join(tmpdir(), 'istock-fuzz-figures-'));
/** A line for each server that was fuzzed. */
const figures = path.join(folder, 'figures');

/** One round; false if something did not hold, or the round never ended. */
function round(seed: number, limitMs: number): Promise<boolean> {
  say(`\n${runs} cases for each call, seed ${seed}`);
  const args = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', ...files];
  const env = { ...process.env, FUZZ_RUNS: String(runs), FUZZ_SEED: String(seed), FUZZ_FIGURES: figures };
  const tests = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  const limit = setTimeout(() => {
    say(`It has not ended after ${Math.round(limitMs / 60_000)} minutes.`);
    tests.kill('SIGKILL');
  }, limitMs);
  return new Promise((resolve) =>
    tests.on('exit', (code) => {
      clearTimeout(limit);
      resolve(code === 0);
    }),
  );
}

function requests(): number {
  try {
    return readFileSync(figures, 'utf8')
      .split('\n')
      .reduce((sum, line) => sum + Number(line), 0);
  } catch {
    return 0;
  }
}

const startedAt = performance.now();
const passed = (): number => performance.now() - startedAt;
if (minutes > 0) say(`Rounds until ${minutes} minutes are over.`);
let seed = firstSeed;
let rounds = 0;
let longestMs = 0;
let holds = true;
do {
  const before = passed();
  holds = await round(seed, longestMs === 0 ? FIRST_MS : MOST_TIMES * longestMs);
  longestMs = Math.max(longestMs, passed() - before);
  rounds++;
  if (holds) seed++;
  // The last round ends before the time is over.
} while (holds && passed() + longestMs < minutes * 60_000);
say(`${rounds} rounds, ${requests()} requests, ${Math.round(passed() / 60_000)} minutes`);
if (!holds)
  say(
    `FAILED. The same again: npm run fuzz -- --seed ${seed} --runs ${runs}${words.map((word) => ` ${word}`).join('')}`,
  );
rmSync(folder, { recursive: true, force: true });
process.exitCode = holds ? 0 : 1;
