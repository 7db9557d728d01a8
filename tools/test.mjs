// npm test: everything that CI runs, after installing what is missing; npm test -- <step or file filter> runs a part.
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureWeb } from './build-web.mjs';
import { ensureInstalled, KEPT_CODE, refuseInImage, ROOT } from './ensure.mjs';
import { runTool, say } from './progress.mjs';

const CHECKS = {
  types: ['typescript/bin/tsc', '--build'],
  lint: ['oxlint/bin/oxlint', '--deny-warnings'],
};

const PROJECTS = ['unit', 'server', 'simulation', 'crash', 'e2e', 'alone'];

/** Tests often wait, so two files at a time take little more than half as long. Tests that wait for a database run three at a time. */
const FILES_AT_ONCE = '--maxWorkers=2';
const MANY_FILES_AT_ONCE = '--maxWorkers=3';

const journey = (name) => `tests/e2e/${name}-journey.test.ts`;
const crash = (name) => `tests/crash/${name}.test.ts`;

/**
 * A full run should end within a quarter of an hour, even on a slow machine. These files run last, as far as time is left,
 * in this order, each with the seconds it takes on a machine where the other files of `e2e` take USUAL_SECONDS. A fast machine runs all.
 */
const LATER = [
  { project: 'alone', files: { [journey('call')]: 86 } },
  {
    project: 'crash',
    files: {
      [crash('backup')]: 33,
      [crash('gateways')]: 33,
      [crash('replica')]: 17,
      [crash('class')]: 15,
    },
  },
  {
    project: 'e2e',
    files: {
      [journey('account')]: 25,
      [journey('admin')]: 32,
      [journey('looking')]: 32,
      [journey('lesson')]: 20,
      [journey('words')]: 13,
      [journey('stocks')]: 17,
      [journey('names')]: 7,
      [journey('conditions')]: 47,
      [journey('interrupted')]: 42,
      [journey('unsaved-note')]: 20,
      [journey('chart')]: 42,
      [journey('complaints')]: 25,
      [journey('opened-diary')]: 27,
      [journey('leaving')]: 23,
      [journey('watchlist')]: 32,
      [journey('palette')]: 36,
      [journey('profile')]: 29,
      [journey('razorpay')]: 15,
      [journey('message')]: 15,
      [journey('profit-report')]: 15,
      [journey('rewards')]: 14,
    },
  },
  // Seven and eight browsers at once.
  { project: 'alone', files: { [journey('relay')]: 13, [journey('livekit-call')]: 21, [journey('large-call')]: 39 } },
];
const USUAL_SECONDS = 94;
const BEGINNING_SECONDS = 10;
/** None of these files is begun that would not end by then. A file that fails is run again afterwards. */
const LATER_UNTIL_MINUTES = 12;

/** A simulation that begins later than this leaves out some of its similar cases (tests/setup/time-left.ts). */
const HURRY_AFTER_MINUTES = 9.5;

/** At most this many files of a step are run again, each by itself; those that pass only then are named in the summary. More failures than that have a common cause. */
const MOST_UNSTEADY = 2;

const HELP = `npm test                      everything
npm test -- types lint        single steps: ${[...Object.keys(CHECKS), ...PROJECTS].join(', ')}
npm test -- core server/db    the tests in files whose path contains one of these words

All other options are Vitest's, as in npm test -- core -t "words of a test's name"`;

const main = async () => {
  const startedAt = Date.now();
  const args = process.argv.slice(2);
  if (args.includes('--help')) return say(HELP);
  const steps = planSteps(args);
  refuseInImage();
  // The compiler and the tests keep their results there.
  accessSync(ROOT, constants.W_OK);
  const installed = await ensureInstalled();
  if (steps.some(({ needsBrowser }) => needsBrowser)) await ensureWeb(installed);
  const isEverything = args.length === 0;
  const results = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'istock-run-'));
  const hurryFrom = isEverything ? startedAt + HURRY_AFTER_MINUTES * 60_000 : Infinity;
  try {
    for (const step of steps) {
      // A run of one part includes all of it.
      const own = LATER.filter(({ project }) => isEverything && project === step.name);
      const waiting = own.flatMap(({ files }) => Object.keys(files));
      results.push(await runStep({ ...step, folder, hurryFrom, without: waiting }, installed));
    }
    const slowness = (results.find(({ name }) => name === 'e2e')?.seconds ?? 0) / USUAL_SECONDS;
    for (const later of isEverything ? LATER : []) {
      const secondsLeft = LATER_UNTIL_MINUTES * 60 - (Date.now() - startedAt) / 1000;
      results.push(await runLater({ ...later, secondsLeft: secondsLeft / slowness, folder, hurryFrom }, installed));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  report(results);
};

/** Arguments that are names of steps choose steps; all others filter test files, in every project. */
const planSteps = (args) => {
  const known = [...Object.keys(CHECKS), ...PROJECTS];
  const filters = args.filter((arg) => !known.includes(arg));
  const isChosen = (name) => args.length === 0 || args.includes(name);
  const chosen = PROJECTS.filter(
    (name) => isChosen(name) || (filters.length > 0 && !PROJECTS.some((each) => args.includes(each))),
  );
  const together = chosen.filter((name) => !['crash', 'e2e', 'alone', 'simulation'].includes(name));
  const only = (project) => chosen.filter((name) => name === project);
  const tests = [
    { name: together.join(' + '), projects: together, options: [MANY_FILES_AT_ONCE] },
    { name: 'crash', projects: only('crash'), options: [FILES_AT_ONCE] },
    { name: 'e2e', projects: only('e2e'), options: [FILES_AT_ONCE], needsBrowser: true },
    { name: 'alone', projects: only('alone'), needsBrowser: true },
    { name: 'simulation', projects: only('simulation'), options: [FILES_AT_ONCE] },
  ];
  return [
    ...Object.keys(CHECKS)
      .filter(isChosen)
      .map((name) => ({ name, command: CHECKS[name] })),
    // Browser tests do not share the processor with other tests, and tests that measure waiting times do not share it with each other.
    ...tests
      .filter(({ projects }) => projects.length > 0)
      .map((step) => ({ ...step, filters, isPart: filters.length > 0 })),
  ];
};

/** As many of a project's delayed files as there is time for, in seconds of the usual machine. */
const runLater = async ({ project, files: delayed, secondsLeft, folder, hurryFrom }, installed) => {
  const atOnce = project === 'alone' ? 1 : 2;
  let left = secondsLeft - BEGINNING_SECONDS;
  const files = [];
  const leftOut = [];
  for (const [file, seconds] of Object.entries(delayed)) {
    const isInTime = left >= seconds / atOnce;
    if (isInTime) left -= seconds / atOnce;
    (isInTime ? files : leftOut).push(file);
  }
  const step = { name: `${project}, later`, projects: [project], filters: files, options: [`--maxWorkers=${atOnce}`] };
  if (files.length === 0) return { name: step.name, seconds: 0, passed: 0, failed: 0, skipped: 0, leftOut };
  return { ...(await runStep({ ...step, needsBrowser: true, folder, hurryFrom }, installed)), leftOut };
};

const runStep = async (step, installed) => {
  say(`\n== ${step.name} ==`);
  const startedAt = Date.now();
  const outcome = step.command ? await runCheck(step, installed) : await runTests(step, installed);
  return { ...outcome, name: step.name, seconds: Math.round((Date.now() - startedAt) / 1000) };
};

const runCheck = async ({ command: [script, ...args] }, installed) => {
  const code = await runLoudly([path.join('node_modules', script), ...args], installed, {});
  if (code === 0) say('ok');
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
};

const runTests = async (step, installed) => {
  if (/[#%?]/.test(ROOT))
    return failLoudly(`Vitest cannot run in a folder with #, % or ? in its path: move ${ROOT} to another one.`);
  const { projects, filters, isPart, needsBrowser, folder, hurryFrom, without = [], options = [] } = step;
  const extra = {
    TESTS_HURRY_FROM: String(hurryFrom),
    TESTS_LEFT_OUT: without.join(','),
    TESTS_READY_FOLDER: path.join(folder, 'ready'),
  };
  if (needsBrowser && !isPart) {
    const { browser, reason } = await ensureBrowser();
    if (browser === undefined) return failLoudly(`THE BROWSER TESTS DID NOT RUN. ${reason}`);
    extra.CHROME_PATH = browser;
  }
  const chosen = projects.flatMap((name) => ['--project', name]);
  const run = (...args) => runVitest(['run', ...chosen, ...args], installed, extra);
  const first = await run(...options, ...(isPart ? ['--passWithNoTests'] : []), ...filters);
  const { failedFiles } = first;
  if (isPart || failedFiles.length === 0 || failedFiles.length > MOST_UNSTEADY) return first;
  say(`\n== once more, by itself: ${failedFiles.join(', ')} ==`);
  const second = await run('--maxWorkers=1', ...failedFiles);
  const healed = first.failed - second.failed;
  return healed > 0 && second.failed === 0
    ? { ...first, passed: first.passed + healed, failed: 0, unsteady: failedFiles }
    : first;
};

const runVitest = async (args, installed, extra) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'istock-report-'));
  try {
    const file = path.join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const command = [path.join('node_modules', 'vitest', 'vitest.mjs'), ...args, ...reporters];
    return countTests(file, await runLoudly(command, installed, extra));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A file that cannot be loaded has no failed test, and an error outside any test belongs to none: each counts as one failure. */
const countTests = (file, code) => {
  let tally;
  try {
    tally = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return failLoudly('The tests ended without a report.');
  }
  const broken = tally.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = tally.numFailedTests + broken.length;
  const failedFiles = tally.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => path.relative(ROOT, name));
  return {
    passed: tally.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: tally.numPendingTests + tally.numTodoTests,
    // An error outside any test belongs to no file, so a second run could not clear it.
    failedFiles: failed === 0 ? [] : failedFiles,
  };
};

const failLoudly = (sentence) => {
  const line = '!'.repeat(Math.min(sentence.length, 100));
  say(`\n${line}\n${sentence}\n${line}`);
  return { passed: 0, failed: 1, skipped: 0, failedFiles: [] };
};

/** Shows the step's output as it comes. */
const runLoudly = ([script, ...args], { node, env }, extra) =>
  new Promise((resolve) => {
    const child = spawn(node, [path.join(ROOT, script), ...args], {
      cwd: ROOT,
      env: { ...KEPT_CODE, ...env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...extra },
      // Both outputs go into one stream, which keeps their order, and the totals stay the last line.
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    child.stderr.pipe(process.stdout, { end: false });
    child.on('error', (error) => say(error.message));
    child.on('close', (code) => resolve(code ?? 1));
  });

const report = (results) => {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const passed = sum('passed');
  const failed =
    sum('failed') + (passed + sum('failed') === 0 ? failLoudly('Nothing was tested: no test file matches.').failed : 0);
  say('\n== summary ==');
  for (const { name, seconds, ...counts } of results) {
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    say(`${name.padEnd(28)} ${counts.passed} passed, ${counts.failed} failed${skipped}  (${seconds} s)`);
  }
  for (const file of results.flatMap(({ unsteady = [] }) => unsteady))
    say(`UNSTEADY: ${file} passed only in its second run.`);
  for (const file of results.flatMap(({ leftOut = [] }) => leftOut))
    say(`LEFT OUT: ${file}, because no time was left for it.`);
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
};

await runTool(main);
