// npm run fuzz -- [--night] [--runs N] [--seed N] [word]: the fuzz tests with new cases, as many as there is time for.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

const NIGHT_RUNS = 8_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** About two million requests: a night on two cores. */
    night: { type: 'boolean', default: false },
    /** Cases for each call and each event. */
    runs: { type: 'string', default: '300' },
    /** The same cases as in an earlier run. */
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});

const root = path.resolve(import.meta.dirname, '../..');
const runs = values.night ? String(NIGHT_RUNS) : values.runs;
process.stdout.write(`${runs} cases for each call, seed ${values.seed}\n`);
const files = positionals.length > 0 ? positionals.map((word) => `tests/fuzz/${word}`) : ['tests/fuzz'];
const args = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', ...files];
const env = { ...process.env, FUZZ_RUNS: runs, FUZZ_SEED: values.seed };
const tests = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
tests.on('exit', (code) => (process.exitCode = code ?? 1));
