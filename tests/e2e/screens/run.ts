// npm run screens [-- word ...]: checks every screen, with its tabs and panels, in every width and theme; or those whose address contains a word.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { asked } from '../../command-line.ts';

const HELP = `npm run screens               every screen, at three widths and in both themes
npm run screens -- diary fee  only the screens in whose address one of these words stands
`;

const words = asked(HELP, () => parseArgs({ allowPositionals: true }).positionals);
const root = path.resolve(import.meta.dirname, '../../..');
const env = { ...process.env, SCREENS: 'all', SCREENS_AT: words.join(',') };
const args = [path.join(root, 'tools/test.mjs'), 'e2e', 'tests/e2e/screens.test.ts'];
const tests = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
tests.on('exit', (code) => (process.exitCode = code ?? 1));
