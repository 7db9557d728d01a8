// npm start: installs what is missing, builds the web application, and runs the server on Node.js 24.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { ensureWeb } from './build-web.mjs';
import { ensureInstalled, isIncomplete, KEPT_CODE, ROOT } from './ensure.mjs';
import { runTool, ToolError } from './progress.mjs';

/** Ctrl-C reaches this process twice, from the terminal and through npm; only a later one means "at once". */
const SAME_SIGNAL_MS = 1500;

/** The server refuses a port that is in use; that is checked before anything is installed, which would take a minute first. */
const refuseTakenPort = () => {
  const host = setting('HOST') ?? '127.0.0.1';
  const port = Number(setting('PORT') ?? 5000);
  const isTaken = ({ code }) => code === 'EADDRINUSE';
  return new Promise((resolve, reject) => {
    const probe = createServer();
    // Any other mistake in the setting is reported by the server itself.
    probe.on('error', (error) => (isTaken(error) ? reject(new ToolError(takenText(port))) : resolve()));
    if (Number.isInteger(port) && port >= 0 && port <= 65_535) probe.listen({ host, port }, () => probe.close(resolve));
    else resolve();
  });
};

const takenText = (port) =>
  `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port < 65_535 ? port + 1 : port - 1} npm start`;

/** Not every Node.js that starts this file can read .env by itself. */
const setting = (name) => {
  const file = path.join(ROOT, '.env');
  const given = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const line = new RegExp(`^\\ufeff?[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*['"\`]?([^\\s'"\`#]+)`, 'm');
  return process.env[name] ?? line.exec(given)?.[1];
};

/**
 * V8 shares a collection of old objects out to four threads of its own. On two processors they leave the exchange and its database a third of the time
 * for some 50 ms, which one order in a hundred feels; one thread does the same work unnoticed. Only a flag says so in time.
 */
const SERVER_FLAGS = ['--v8-pool-size=1'];

const serve = ({ node, env }) => {
  const main = path.join(ROOT, 'server', 'main.ts');
  // The channel tells the server when this process is gone, in whatever way; its own process group keeps the terminal's
  // Ctrl-C from reaching it a second time.
  const server = spawn(node, [...SERVER_FLAGS, main, ...options()], {
    cwd: ROOT,
    env: { ...KEPT_CODE, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  server.on('error', (error) => {
    console.error(`The server could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  server.on('exit', (code, signal) => {
    stopWatching();
    process.exitCode = code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0);
    if (server.connected) server.disconnect();
  });
  const pass = passSignals(server);
  const stopWatching = watchNpm(() => pass('SIGTERM'));
};

/** With `npm start --demo`, without the two dashes between, npm keeps the option for itself and passes it on only in a variable. */
const options = () => {
  const given = process.argv.slice(2);
  const isKept = process.env.npm_config_demo === 'true' && !given.includes('--demo');
  return isKept ? [...given, '--demo'] : given;
};

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

const passSignals = (server) => {
  let passedAt = 0;
  const pass = (signal) => {
    if (Date.now() - passedAt < SAME_SIGNAL_MS) return;
    passedAt = Date.now();
    server.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  return pass;
};

/** When npm itself is killed, no signal reaches this process; but it, or the shell between the two, gets another parent. */
const watchNpm = (onGone) => {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return () => {};
  const parents = parentsUpToNpm();
  const timer = setInterval(() => parentsUpToNpm() !== parents && onGone(), 500);
  return () => clearInterval(timer);
};

const parentsUpToNpm = () => {
  const parent = process.ppid;
  try {
    const [, name, ppid] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8'));
    return /^(ba|da|z)?sh$/.test(name) ? `${parent} ${ppid}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
};

await runTool(async () => {
  if (isIncomplete() && setting('STANDBY') !== 'on') await refuseTakenPort();
  const installed = await ensureInstalled();
  await ensureWeb(installed);
  serve(installed);
});
