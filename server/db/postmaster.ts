// Starts, watches and stops the PostgreSQL server process of a cluster.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, run } from './binaries.ts';
import { lastLines, SOCKET_PORT, type Cluster } from './cluster.ts';
import { isAlive } from './folder-lock.ts';

/** Answered COMMITs survive a power cut. The rest keeps commits fast and the idle server small: docs/decisions/002. */
const SETTINGS = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'wal_init_zero=off',
  'min_wal_size=256MB',
  'max_wal_size=2GB',
  'shared_buffers=128MB',
  'max_connections=60',
  'io_method=sync',
  'jit=off',
  'log_destination=stderr',
  'logging_collector=off',
  'log_line_prefix=%m [%p] ',
  'log_checkpoints=off',
  'log_min_duration_statement=1s',
  // Statements go to the log without what they carry: people's data has no place there.
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
  'lc_messages=C',
  'timezone=UTC',
];

const FORGETFUL = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

const START_LIMIT_MS = 120_000;
/** In that time PostgreSQL writes out everything and ends; otherwise it has to end at once. */
const FAST_LIMIT_MS = 30_000;

export const launch = async (cluster: Cluster): Promise<ChildProcess> => {
  const { host, port } = cluster.connection;
  const isSocket = host.startsWith('/');
  const place = [
    `listen_addresses=${isSocket ? '' : host}`,
    `port=${port}`,
    `unix_socket_directories=${isSocket ? inList(host) : ''}`,
  ];
  const settings = [...SETTINGS, ...(cluster.isForgetful ? FORGETFUL : []), ...place].flatMap((setting) => [
    '-c',
    setting,
  ]);
  const [command, ...args] = commandOf(cluster.programs, 'postgres', ['-D', cluster.data, ...settings]);
  const log = openSync(cluster.log, isLarge(cluster.log) ? 'w' : 'a', 0o600);
  // Its own process group: Ctrl-C in a terminal must reach the server alone, which then stops PostgreSQL last.
  const options = { ...cluster.programs.identity, cwd: '/', detached: true, windowsHide: true };
  const postmaster = spawn(command, args, { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  // Before it is ready, which takes long after a power cut: a start may be broken off, too.
  endWithThisProcess(cluster, postmaster);
  await untilReady(cluster, postmaster);
  postmaster.unref();
  return postmaster;
};

/** The setting is a list with commas, which a folder's name may hold too. */
const inList = (folder: string): string => `"${folder.replaceAll('"', '""')}"`;

const isLarge = (file: string): boolean => existsSync(file) && statSync(file).size > 10_000_000;

/** PostgreSQL writes "ready" into its pid file when it accepts connections, as pg_ctl also reads it. */
const untilReady = async (cluster: Cluster, postmaster: ChildProcess): Promise<void> => {
  let problem: Error | undefined;
  postmaster.once('error', (error) => (problem = error));
  for (let waitedMs = 0; waitedMs < START_LIMIT_MS; waitedMs += 4) {
    if (problem !== undefined) throw problem;
    if (postmaster.exitCode !== null || postmaster.signalCode !== null) {
      throw new Error(
        `PostgreSQL did not start: ${lastLines(readFileSync(cluster.log, 'utf8'))} (all of it: ${cluster.log})`,
      );
    }
    const [pid, , , , , , , status] = pidFile(cluster);
    if (Number(pid) === postmaster.pid && status?.trim() === 'ready') return;
    await sleep(4);
  }
  postmaster.kill('SIGQUIT');
  throw new Error(`PostgreSQL was not ready after ${START_LIMIT_MS / 1000} seconds; see ${cluster.log}.`);
};

/** The watcher's input ends when this process ends in whatever way, even by kill -9; then it stops PostgreSQL in order. */
const endWithThisProcess = (cluster: Cluster, postmaster: ChildProcess): void => {
  if (process.platform === 'win32' || postmaster.pid === undefined) return;
  const script = 'read -r _; [ "$(head -n 1 "$1" 2>/dev/null)" = "$2" ] && kill -INT "$2"';
  const args = ['-c', script, 'sh', path.join(cluster.data, 'postmaster.pid'), String(postmaster.pid)];
  const watcher = spawn('/bin/sh', args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref();
  postmaster.once('exit', () => watcher.stdin.end());
};

/** Fast shutdown: open transactions are rolled back, what was committed is written out. */
export const end = async (cluster: Cluster, postmaster: ChildProcess, limitMs = FAST_LIMIT_MS): Promise<void> => {
  if (postmaster.exitCode !== null || postmaster.signalCode !== null) return;
  const ended = new Promise((resolve) => postmaster.once('exit', resolve));
  postmaster.ref();
  if (process.platform === 'win32') run(cluster.programs, 'pg_ctl', ['stop', '-m', 'fast', '-D', cluster.data]);
  else postmaster.kill('SIGINT');
  // One that has just begun to recover, as after a full disk, sometimes takes the signal and never ends. The next start recovers again.
  const atOnce = setTimeout(() => postmaster.kill('SIGQUIT'), limitMs);
  await ended;
  clearTimeout(atOnce);
};

/** A server that was killed may have left its PostgreSQL behind, which holds the files: it is stopped first. */
export const stopSurvivor = async (cluster: Cluster, report: (sentence: string) => void): Promise<void> => {
  const pid = Number(pidFile(cluster)[0]);
  if (!(pid > 1) || !isPostmaster(pid, cluster)) return forgetPredecessor(cluster);
  report('Stopping the PostgreSQL that an earlier run left behind ...');
  for (const [signal, limitMs] of [
    ['SIGINT', FAST_LIMIT_MS],
    ['SIGQUIT', 10_000],
  ] as const) {
    process.kill(pid, signal);
    for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 5) {
      if (!isPostmaster(pid, cluster)) return;
      await sleep(5);
    }
  }
  throw new Error(`The PostgreSQL of an earlier run (process ${pid}) does not stop; end it by hand.`);
};

/** The number in an old pid file may meanwhile belong to any program; only one that works on our files is meant. */
const isPostmaster = (pid: number, cluster: Cluster): boolean => {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  return commandLineOf(pid).includes(`-D ${cluster.data} `);
};

/** A process of that number lives, and is a PostgreSQL: perhaps another one than that which wrote its number down. */
export const isPostgres = (pid: number): boolean => {
  if (!isAlive(pid)) return false;
  return process.platform === 'win32' || /postgres/i.test(commandLineOf(pid));
};

const commandLineOf = (pid: number): string =>
  existsSync(`/proc/${pid}/cmdline`)
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;

/**
 * What a killed PostgreSQL left written must not be taken for what the next one says. In a container numbers come again at every start: the
 * next one may have the very same, and would seem ready before it is; or one of our own threads has it, and PostgreSQL, which takes any
 * process of its user for its predecessor, refuses to start. The number of the process that starts it, it passes over; the rest of the
 * first file tells it whether a predecessor still holds its memory.
 */
const forgetPredecessor = ({ data, folder }: Cluster): void => {
  if (process.platform === 'win32') return;
  for (const file of [path.join(data, 'postmaster.pid'), path.join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`)]) {
    const [pid, ...rest] = linesOf(file);
    // A start that was cut off, or a power cut. PostgreSQL takes it for the file of another one that is just starting, and would never start.
    if (pid === '' && rest.length === 0) rmSync(file);
    if (!(Number(pid) > 1) || isPostgres(Number(pid))) continue;
    overwrite(file, [process.pid, ...rest].join('\n'));
  }
};

/** In its place, so that no moment, and no full disk, leaves it empty. */
const overwrite = (file: string, text: string): void => {
  const open = openSync(file, 'r+');
  writeSync(open, text);
  ftruncateSync(open, Buffer.byteLength(text));
  closeSync(open);
};

const pidFile = ({ data }: Cluster): string[] => linesOf(path.join(data, 'postmaster.pid'));

const linesOf = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
};
