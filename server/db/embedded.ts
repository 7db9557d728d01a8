// Runs a real PostgreSQL inside the data folder: made at the first start, stopped with the server, restarted when it dies.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, findPrograms, run, type Programs } from './binaries.ts';
import { isAlive, lockFolder } from './folder-lock.ts';

export type Connection = { host: string; port: number; user: string; password: string; database: string };

export type RunningPostgres = { connection: Connection; stop: () => Promise<void> };

export type EmbeddedOptions = {
  dataDir: string;
  /** Told what is being done when it takes time, and what went wrong meanwhile. */
  report?: (sentence: string) => void;
  /** For tests: several times faster to make and to write, and lost when the machine loses power. */
  isForgetful?: boolean;
};

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

/** The name of a socket must fit 107 bytes, of which PostgreSQL's own file name takes 20. */
const LONGEST_SOCKET_FOLDER = 85;
const SOCKET_PORT = 5432;
const START_LIMIT_MS = 120_000;

type Cluster = {
  programs: Programs;
  /** Holds everything below; belongs to the user that PostgreSQL runs as. */
  folder: string;
  data: string;
  log: string;
  connection: Connection;
  isForgetful: boolean;
};

/** @throws with a sentence when the folder is in use, or PostgreSQL cannot run here. */
export const startPostgres = async ({
  dataDir,
  report = () => {},
  isForgetful = false,
}: EmbeddedOptions): Promise<RunningPostgres> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir);
  try {
    const cluster = await prepare(dataDir, isForgetful, report);
    await stopSurvivor(cluster, report);
    const stop = await supervise(cluster, report);
    return { connection: cluster.connection, stop: () => stop().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
};

const prepare = async (dataDir: string, isForgetful: boolean, report: (sentence: string) => void): Promise<Cluster> => {
  const folder = path.join(dataDir, 'postgres');
  const programs = findPrograms(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTo(folder, programs);
  const data = path.join(folder, 'data');
  const password = keepPassword(path.join(folder, 'password'), programs);
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    report('Making the database ...');
    makeCluster(programs, folder, data, isForgetful);
  }
  checkVersion(programs, data);
  const place = await choosePlace(folder);
  const connection = { ...place, user: 'istock', password, database: 'postgres' };
  return { programs, folder, data, log: path.join(folder, 'postgres.log'), connection, isForgetful };
};

/** Everything in the folder belongs to the user that PostgreSQL runs as, also after a change from root to another user. */
const giveTo = (folder: string, { identity }: Programs): void => {
  const uid = identity?.uid ?? process.getuid?.();
  const gid = identity?.gid ?? process.getgid?.();
  if (uid === undefined || gid === undefined || statSync(folder).uid === uid) return;
  if (process.getuid?.() !== 0)
    throw new Error(`The database in ${folder} belongs to another user; start Istock as that user.`);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(path.join(folder, entry), uid, gid);
  chownSync(folder, uid, gid);
};

const keepPassword = (file: string, { identity }: Programs): string => {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
    if (identity !== undefined) chownSync(`${file}.new`, identity.uid, identity.gid);
    renameSync(`${file}.new`, file);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
};

/** Made beside and then renamed, so that a start that was cut off leaves no half database behind. */
const makeCluster = (programs: Programs, folder: string, data: string, isForgetful: boolean): void => {
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth=scram-sha-256', '--username=istock', `--pwfile=${path.join(folder, 'password')}`];
  const safety = isForgetful ? ['--no-sync'] : ['--data-checksums'];
  const { isOk, output } = run(programs, 'initdb', ['-D', draft, ...text, ...access, ...safety, '--no-instructions']);
  if (!isOk) throw new Error(`The database could not be made in ${folder}: ${lastLines(output)}`);
  renameSync(draft, data);
};

const checkVersion = (programs: Programs, data: string): void => {
  const made = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  const major = /\d+/.exec(run(programs, 'postgres', ['--version']).output)?.[0];
  if (made === major) return;
  throw new Error(
    `The database in ${data} was made by PostgreSQL ${made}, and this version of Istock brings PostgreSQL ${major}.`,
  );
};

/** A socket file is out of reach for other users and a little faster; where it cannot be, a free port of this machine. */
const choosePlace = async (folder: string): Promise<Pick<Connection, 'host' | 'port'>> => {
  const isShort = Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER;
  return process.platform !== 'win32' && isShort
    ? { host: folder, port: SOCKET_PORT }
    : { host: '127.0.0.1', port: await freePort() };
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Starts PostgreSQL and starts it again whenever it ends by itself; returns what stops it. */
const supervise = async (cluster: Cluster, report: (sentence: string) => void): Promise<() => Promise<void>> => {
  let isStopping = false;
  let postmaster = await launch(cluster);
  const watch = (): void => void postmaster.once('exit', (code, signal) => void restart(`${signal ?? code}`));
  const restart = async (reason: string): Promise<void> => {
    if (isStopping) return;
    report(`PostgreSQL ended by itself (${reason}), starting it again ...`);
    for (let pauseMs = 100; !isStopping; pauseMs = Math.min(pauseMs * 2, 5000)) {
      try {
        await stopSurvivor(cluster, report);
        postmaster = await launch(cluster);
        return isStopping ? await end(cluster, postmaster) : watch();
      } catch (error) {
        report(error instanceof Error ? error.message : String(error));
        await sleep(pauseMs);
      }
    }
  };
  watch();
  return async () => {
    isStopping = true;
    await end(cluster, postmaster);
  };
};

const launch = async (cluster: Cluster): Promise<ChildProcess> => {
  const { host, port } = cluster.connection;
  const isSocket = host.startsWith('/');
  const place = [
    `listen_addresses=${isSocket ? '' : host}`,
    `port=${port}`,
    `unix_socket_directories=${isSocket ? host : ''}`,
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
  await untilReady(cluster, postmaster);
  endWithThisProcess(cluster, postmaster);
  postmaster.unref();
  return postmaster;
};

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
  if (process.platform === 'win32') return;
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
const end = async (cluster: Cluster, postmaster: ChildProcess): Promise<void> => {
  if (postmaster.exitCode !== null || postmaster.signalCode !== null) return;
  const ended = new Promise((resolve) => postmaster.once('exit', resolve));
  postmaster.ref();
  if (process.platform === 'win32') run(cluster.programs, 'pg_ctl', ['stop', '-m', 'fast', '-D', cluster.data]);
  else postmaster.kill('SIGINT');
  await ended;
};

/** A server that was killed may have left its PostgreSQL behind, which holds the files: it is stopped first. */
const stopSurvivor = async (cluster: Cluster, report: (sentence: string) => void): Promise<void> => {
  const pid = Number(pidFile(cluster)[0]);
  if (!(pid > 1) || !isPostmaster(pid, cluster)) return;
  report('Stopping the PostgreSQL that an earlier run left behind ...');
  for (const [signal, limitMs] of [
    ['SIGINT', 30_000],
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
  const words = existsSync(`/proc/${pid}/cmdline`)
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return words.includes(`-D ${cluster.data} `);
};

const pidFile = ({ data }: Cluster): string[] => {
  try {
    return readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
};

const lastLines = (text: string): string => text.trim().split('\n').slice(-3).join(' | ');
