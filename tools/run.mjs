// Runs one script of the project on Node.js 24: node tools/run.mjs [--pages] <file> [arguments]
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureWeb } from './build-web.mjs';
import { ensureInstalled, refuseInImage, ROOT } from './ensure.mjs';
import { runTool, ToolError } from './progress.mjs';

await runTool(async () => {
  // For a script that opens the pages in a browser, they are built first, as npm start does.
  const needsPages = process.argv[2] === '--pages';
  const [file, ...args] = process.argv.slice(needsPages ? 3 : 2);
  if (file === undefined)
    throw new ToolError('Say which script to run: node tools/run.mjs [--pages] <file> [arguments]');
  if (/^(tests|bench)\//.test(file)) refuseInImage();
  const installed = await ensureInstalled();
  if (needsPages && !args.includes('--help')) await ensureWeb(installed);
  const { node, env } = installed;
  // File names among the arguments are relative to the caller's folder, so it is kept as the working folder (npm sets it to the root).
  const script = spawn(node, [path.resolve(ROOT, file), ...args], { env, stdio: 'inherit' });
  // The terminal's Ctrl-C reaches the script too; this process only waits for its exit code.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => script.kill('SIGTERM'));
  script.on('exit', (code) => (process.exitCode = code ?? 1));
});
