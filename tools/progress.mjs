// Runs long steps quietly and shows which one is running and for how long; shows a step's own output only when it fails.
import { spawn } from 'node:child_process';

const isTerminal = process.stdout.isTTY === true && !process.env.CI;

/** A failure that has been explained: its message is all that needs to be shown. */
export class ToolError extends Error {}

export const say = (sentence) => console.log(sentence);

const seconds = (startedAt) => Math.round((Date.now() - startedAt) / 1000);

/**
 * Resolves with the output. `endsWithUs`: a signal that stops this command first ends the step, at once and with all its processes.
 * @throws ToolError with the output when the command fails.
 */
export const runQuietly = (title, [command, ...args], { endsWithUs = false, ...options } = {}) =>
  new Promise((resolve, reject) => {
    const startedAt = Date.now();
    const stopShowing = showProgress(title, startedAt);
    const output = [];
    const env = { ...(options.env ?? process.env), NO_COLOR: '1', FORCE_COLOR: '0' };
    const detached = endsWithUs && process.platform !== 'win32';
    const child = spawn(command, args, { ...options, env, detached, stdio: ['ignore', 'pipe', 'pipe'] });
    const ending = endsWithUs ? endOnSignals(child) : { isAsked: () => false, forget: () => {} };
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      ending.forget();
      stopShowing();
      reject(new ToolError(`${title} failed: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      ending.forget();
      stopShowing();
      if (ending.isAsked()) return reject(new ToolError(`${title}: stopped. The next start begins it again.`));
      const text = Buffer.concat(output).toString('utf8');
      if (code !== 0)
        return reject(new ToolError(`${text.trimEnd()}\n\n${title} failed (${signal ?? `exit code ${code}`}).`));
      say(`${title}: done in ${seconds(startedAt)} s`);
      resolve(text);
    });
  });

/**
 * On Ctrl-C npm undoes its work, which goes on for half a minute after the command is gone, and gets in the way of the next command.
 * So it is killed; the next command cleans up what it leaves.
 */
const endOnSignals = (child) => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let isAsked = false;
  const end = () => {
    isAsked = true;
    try {
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  };
  for (const signal of signals) process.on(signal, end);
  const forget = () => signals.forEach((signal) => process.off(signal, end));
  return { isAsked: () => isAsked, forget };
};

/** On a terminal, one line with a running count; elsewhere, as in a log file, a line now and then. */
const showProgress = (title, startedAt) => {
  if (!isTerminal) {
    say(`${title} ...`);
    const timer = setInterval(() => say(`${title} ... ${seconds(startedAt)} s`), 10_000);
    return () => clearInterval(timer);
  }
  const draw = () => process.stdout.write(`\r${title} ... ${seconds(startedAt)} s `);
  draw();
  const timer = setInterval(draw, 1000);
  return () => {
    clearInterval(timer);
    process.stdout.write('\r\x1b[K');
  };
};

const REFUSALS = {
  EACCES:
    'this user may not write there. Do this as the owner of the folder, or in a copy of Istock where you may write',
  EROFS: 'it lies on a disk that can only be read. Put a copy of Istock where you may write',
  ENOSPC: 'the disk is full. Istock needs about 1 GB for its packages and its data',
};
REFUSALS.EPERM = REFUSALS.EACCES;

/** Explains why the system refuses to let us write; undefined for other errors. */
const refusedBySystem = ({ code, path }) =>
  REFUSALS[code] && path ? `\n${path} cannot be written: ${REFUSALS[code]}.` : undefined;

/** Runs a tool's main function; an explained failure ends it with its text and exit code 1. */
export const runTool = async (main) => {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof ToolError ? `\n${error.message}` : (refusedBySystem(error) ?? error));
    process.exitCode = 1;
  }
};
