// Creates the files of the embedded database at the first start, and knows where they are and how to connect.
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lchownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { findPrograms, NOBODY, run, type Programs } from './binaries.ts';
import { freeMegabytes } from './disk-use.ts';

export type Connection = { host: string; port: number; user: string; password: string; database: string };

export type Cluster = {
  programs: Programs;
  /** Holds everything below; belongs to the user that PostgreSQL runs as. */
  folder: string;
  data: string;
  log: string;
  connection: Connection;
  isForgetful: boolean;
};

/** The name of a socket must fit 107 bytes, of which PostgreSQL's own file name takes 20. */
const LONGEST_SOCKET_FOLDER = 85;
export const SOCKET_PORT = 5432;

export const prepareCluster = async (
  dataDir: string,
  isForgetful: boolean,
  report: (sentence: string) => void,
): Promise<Cluster> => {
  const folder = path.join(dataDir, 'postgres');
  const programs = findPrograms(folder);
  if (programs.prefix.length > 0) refuseClosed(dataDir);
  const data = path.join(folder, 'data');
  const isNew = !existsSync(path.join(data, 'PG_VERSION'));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (isNew) refuseUnfinished(dataDir);
  if (isNew && !isForgetful) await refuseSmallDisk(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTo(folder, programs.identity);
  const password = keepPassword(path.join(folder, 'password'), programs);
  if (isNew) {
    report('Making the database ...');
    makeCluster(programs, folder, data, isForgetful);
  }
  checkVersion(programs, data);
  const place = await choosePlace(folder);
  const connection = { ...place, user: 'istock', password, database: 'postgres' };
  return { programs, folder, data, log: path.join(folder, 'postgres.log'), connection, isForgetful };
};

/** Root may enter every folder; the PostgreSQL that it starts in a namespace may enter only its own folders and open ones. */
export const refuseClosed = (dataDir: string): void => {
  const { uid, mode } = statSync(dataDir, { throwIfNoEntry: false }) ?? { uid: 0, mode: 0 };
  if (uid !== 0 && (mode & 0o011) === 0) throw ofAnother(`DATA_DIR ${dataDir}`, uid, dataDir);
};

const ofAnother = (what: string, owner: number, dataDir?: string): Error => {
  // For example the lock that root has just left there.
  const first =
    dataDir === undefined ? '' : `Give back what root has written there with "chown -R ${owner} ${dataDir}". `;
  return new Error(
    `${what} belongs to another user, the one with the number ${owner}. ${first}Start Istock as that user, ` +
      'or set DATA_DIR to a folder of your own.',
  );
};

/** The users that PostgreSQL may run as when root starts it, depending on the machine. */
const OF_ROOT: readonly number[] = [0, NOBODY];

/**
 * Gives everything in the folder to the user that PostgreSQL runs as, even if root may run it as another user today than yesterday.
 * The database of an ordinary user is refused, because afterwards that user could not start it any more.
 */
export const giveTo = (folder: string, identity: Programs['identity'], self = ownIdentity()): void => {
  const { uid, gid } = identity ?? self;
  const owner = statSync(folder).uid;
  if (uid === undefined || gid === undefined || owner === uid) return;
  if (self.uid !== 0 || !OF_ROOT.includes(owner))
    throw ofAnother(`The database in ${folder}`, owner, self.uid === 0 ? path.dirname(folder) : undefined);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(path.join(folder, entry), uid, gid);
  chownSync(folder, uid, gid);
};

const ownIdentity = (): { uid: number | undefined; gid: number | undefined } => ({
  uid: process.getuid?.(),
  gid: process.getgid?.(),
});

const keepPassword = (file: string, { identity }: Programs): string => {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
    if (identity !== undefined) chownSync(`${file}.new`, identity.uid, identity.gid);
    renameSync(`${file}.new`, file);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
};

/** What a restore unpacks lies in a folder of such a name until all of it is there. */
export const UNPACKING = '.restoring-';

/** A new market in its place would look like what was to be restored, and keep the restore from being done again. */
const refuseUnfinished = (dataDir: string): void => {
  if (readdirSync(dataDir).some((name) => name.startsWith(UNPACKING)))
    throw new Error(`A restore into ${dataDir} was broken off. Do it again, or take ${UNPACKING}* out of the folder.`);
};

/** A new market with its history, and the write-ahead log that PostgreSQL keeps. */
const NEEDED_MB = 350;

/** Otherwise PostgreSQL ends when most of the history is made. */
const refuseSmallDisk = async (dataDir: string): Promise<void> => {
  const free = await freeMegabytes(dataDir);
  if (free >= NEEDED_MB) return;
  throw new Error(
    `The disk of ${dataDir} has ${free} MB left, and a new market needs ${NEEDED_MB}. ` +
      'Make room on it, or set DATA_DIR to a folder on another one.',
  );
};

/** Created under another name and then renamed, so that an interrupted start leaves no half database behind. */
const makeCluster = (programs: Programs, folder: string, data: string, isForgetful: boolean): void => {
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth=scram-sha-256', '--username=istock', `--pwfile=${path.join(folder, 'password')}`];
  const safety = isForgetful ? ['--no-sync'] : ['--data-checksums'];
  const { isOk, output } = run(programs, 'initdb', ['-D', draft, ...text, ...access, ...safety, '--no-instructions']);
  if (!isOk) throw new Error(`The database could not be made in ${folder}: ${causeIn(output)}`);
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

/** A socket file, which other users cannot reach and which is a little faster; where that is impossible, a free port of this machine. */
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

/** The first error: that of a full disk is followed by lines about cleaning up. */
export const causeIn = (output: string): string => {
  const [, nameless] = /could not look up effective user ID (\d+)/.exec(output) ?? [];
  if (nameless !== undefined)
    return (
      `PostgreSQL runs only as a user with a name, and the one with the number ${nameless}, as in some containers, has none. ` +
      'Give it one in /etc/passwd, start Istock as another user, or set DATABASE_URL.'
    );
  return output.split('\n').find((line) => /No space left on device|\b(FATAL|PANIC):/.test(line)) ?? lastLines(output);
};

export const lastLines = (text: string): string => text.trim().split('\n').slice(-3).join(' | ');
