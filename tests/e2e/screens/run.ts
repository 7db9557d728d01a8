// npm run screens [-- word ...]: looks at every screen, with its tabs and panels, in every width and theme; or at those in whose address a word stands.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const env = { ...process.env, SCREENS: 'all', SCREENS_AT: process.argv.slice(2).join(',') };
const args = [path.join(root, 'tools/test.mjs'), 'e2e', 'tests/e2e/screens.test.ts'];
const tests = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
tests.on('exit', (code) => (process.exitCode = code ?? 1));
