// Copies a whole data folder to one file while the server runs, and restores a folder from such a file.
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import {
  access,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { UNPACKING } from './cluster.ts';
import { isAlive } from './folder-lock.ts';
import { fullDiskOf, isOfDatabase } from './full-disk.ts';
import type { Database } from './open.ts';
import { makeNameDurable } from '../durable-name.ts';
import { isOfFullDisk, sentenceOf } from '../error-words.ts';

/** What PostgreSQL recreates at its start, what belongs to the running process, and its write-ahead log, which comes last. */
const EMPTY_FOLDERS = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const SKIPPED =
  /^(postmaster\.(pid|opts)|pgsql_tmp.*|\.s\.PGSQL.*|istock\.lock\..*|\.lock-.*|.*\.log|pg_internal\.init.*)$/;

/** The database is copied separately, and a demo is another market. */
const NOT_COPIED = ['postgres', 'demo'];

const COPYING = '.istock-backup-';
/** No backup takes half a day; the next one of every night clears away what the last one left. */
const ABANDONED_MS = 12 * 3_600_000;
/** For work that is never stopped. */
const UNSTOPPED = new AbortController().signal;
const CLUSTER = path.join('postgres', 'data');

/**
 * Writes `file`, a compressed tar of everything in the data folder as of one moment. PostgreSQL is told that it is being copied, and what
 * it writes meanwhile is copied afterwards, so that its usual recovery makes one consistent state of it all.
 * @param stopped when it is aborted, the work ends and leaves nothing behind
 * @throws with a sentence when the file exists, cannot be written, or would be copied into itself.
 */
export async function backUp(
  database: Pick<Database, 'pool'>,
  dataDir: string,
  file: string,
  stopped: AbortSignal = UNSTOPPED,
): Promise<void> {
  if (await isThere(file)) throw new Error(`${file} is there already; choose another name.`);
  const target = path.resolve(file);
  if (!(await isThere(path.dirname(target))))
    throw new Error(`There is no folder ${path.dirname(target)}; make it first.`);
  const follow = async (place: string): Promise<string | null> => {
    const folder = await folderBehind(place);
    if (folder !== null && (await isWithin(folder, path.dirname(target))))
      throw new Error(`${file} would lie in the data folder itself; choose a place outside of ${dataDir}.`);
    return folder;
  };
  await follow(dataDir);
  // Whatever is not finished lies in this one folder, so that half a backup has no name that could be taken for a whole one.
  const workplace = await makeWorkplace(path.dirname(target));
  const staging = path.join(workplace, 'copy');
  const draft = path.join(workplace, 'draft');
  try {
    await copyTree(dataDir, staging, { stopped, isSkipped: isNotCopied, follow });
    await copyCluster(database, path.join(dataDir, CLUSTER), path.join(staging, CLUSTER), stopped);
    await copyFile(path.join(dataDir, 'postgres', 'password'), path.join(staging, 'postgres', 'password'));
    // Files added while the database was copied may be referred to in it.
    await copyTree(dataDir, staging, { stopped, isSkipped: isNotCopied, follow });
    // The backup contains everything that the folder keeps private.
    await writeFile(draft, '', { mode: 0o600 });
    await runTar(['-czf', draft, '-C', staging, '.'], stopped);
    await makeDurable(draft);
    await rename(draft, target);
    await makeNameDurable(target);
  } catch (error) {
    const reason = await reasonOf(error, dataDir, path.dirname(target));
    throw reason === null ? error : new Error(`${reason} ${sentenceOf(error)}`, { cause: error });
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

async function makeWorkplace(folder: string): Promise<string> {
  try {
    await removeAbandoned(folder);
    return await mkdtemp(path.join(folder, `${COPYING}${process.pid}-`));
  } catch (error) {
    const what = isOfFullDisk(error)
      ? `The disk of ${folder} is full: make room on it,`
      : `This user may not write in ${folder}: give the folder to the user that runs Istock,`;
    throw new Error(`${what} or choose another one. ${sentenceOf(error)}`, { cause: error });
  }
}

/** A backup that was killed leaves a whole copy behind, secrets included; one that still runs, here or in another container, stays. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => each.startsWith(COPYING))) {
    const workplace = path.join(folder, name);
    const { mtimeMs = Infinity } = (await stat(workplace).catch(() => null)) ?? {};
    if (mtimeMs < Date.now() - ABANDONED_MS && !isOfLiving(name)) await rm(workplace, { recursive: true, force: true });
  }
}

const isOfLiving = (name: string): boolean => {
  const pid = Number(/-(\d+)-[^-]+$/.exec(name)?.[1]);
  return pid > 0 && isAlive(pid);
};

/** After a power cut the name must not stand for a file whose content was never written. */
async function makeDurable(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isNotCopied = (relative: string): boolean => NOT_COPIED.includes(relative);

/** Creates the data folder from a backup; it must not contain a market yet. */
export async function restore(file: string, dataDir: string, stopped: AbortSignal = UNSTOPPED): Promise<void> {
  if (!(await isThere(file))) throw new Error(`There is no file ${file}.`);
  await access(file, constants.R_OK).catch((cause: unknown) => {
    throw new Error(`This user may not read ${file}: give it to the user that runs Istock.`, { cause });
  });
  if (await isThere(path.join(dataDir, 'postgres')))
    throw new Error(`${dataDir} holds a market already; choose an empty folder with DATA_DIR.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Half a market must not be taken for a whole one, nor block the next attempt, even if this one is killed.
  for (const name of (await readdir(dataDir)).filter((each) => each.startsWith(UNPACKING)))
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  // A new name each time: tar may live on for a moment.
  const draft = await mkdtemp(path.join(dataDir, UNPACKING));
  try {
    // Root's tar would give the files to the user of the other machine, whom this one may not know.
    await runTar(['-xzf', path.resolve(file), '--no-same-owner', '-C', draft], stopped);
    if (!(await isThere(path.join(draft, CLUSTER, 'backup_label')))) throw new Error('It holds no database.');
    for (const name of (await readdir(draft)).filter((each) => each !== 'postgres'))
      await moveInto(path.join(dataDir, name), path.join(draft, name));
    await rename(path.join(draft, 'postgres'), path.join(dataDir, 'postgres'));
  } catch (error) {
    stopped.throwIfAborted();
    const what = isOfFullDisk(error)
      ? `The disk of ${dataDir} is full: nothing of the backup is put back.`
      : `${file} is not a backup of Istock, or a damaged one.`;
    throw new Error(`${what} ${sentenceOf(error)}`, { cause: error });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** What a backup has failed for, in a sentence for the operator; null if the error says it. */
async function reasonOf(error: unknown, dataDir: string, folder: string): Promise<string | null> {
  if (isOfFullDisk(error) && !isOfDatabase(error))
    return `The disk of ${folder} is full: while a backup is made it takes as much room as the data folder, and less afterwards.`;
  if (!isOfDatabase(error)) return null;
  const full = await fullDiskOf(error, dataDir);
  if (full !== null) return full;
  return `PostgreSQL ended while it was copied; ${path.join(dataDir, 'postgres', 'postgres.log')} says why.`;
}

/** An earlier attempt may have been interrupted here. */
async function moveInto(to: string, from: string): Promise<void> {
  if (await isThere(to)) await cp(from, to, { recursive: true });
  else await rename(from, to);
}

async function copyCluster(
  { pool }: Pick<Database, 'pool'>,
  from: string,
  to: string,
  stopped: AbortSignal,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(`select pg_backup_start('istock', true)`);
    await copyTree(from, to, { stopped, isSkipped: (relative) => EMPTY_FOLDERS.includes(path.dirname(relative)) });
    await finish(client, from, to, stopped);
  } finally {
    // Whatever went wrong, PostgreSQL ends the backup when its connection closes.
    client.release(true);
  }
}

/** The write-ahead log is copied after the end of the backup has been written to it. */
async function finish(client: pg.PoolClient, from: string, to: string, stopped: AbortSignal): Promise<void> {
  const { rows } = await client.query<{ label: string; spaces: string; end: string }>(
    'select labelfile as label, spcmapfile as spaces, lsn as end from pg_backup_stop(false)',
  );
  const [{ label, spaces, end }] = rows;
  await writeFile(path.join(to, 'backup_label'), label, { mode: 0o600 });
  if (spaces.trim() !== '') throw new Error('This database has tablespaces; back it up with pg_basebackup.');
  const needed = await segmentsOf(client, label, end);
  await copyTree(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'), { stopped, isSkipped: () => false });
  // PostgreSQL takes old files away or writes into them anew, in no order, also while they are copied: what is still there was not touched.
  for (const name of needed)
    if (!(await isThere(path.join(to, 'pg_wal', name))) || !(await isThere(path.join(from, 'pg_wal', name))))
      throw new Error('So much was written meanwhile that a part of it is gone; try again at a quieter time.');
}

/** The files of the write-ahead log without which the copy is not consistent. */
async function segmentsOf(client: pg.PoolClient, label: string, end: string): Promise<string[]> {
  const start = /^START WAL LOCATION: (\S+) /m.exec(label)?.[1];
  const { rows } = await client.query<{ name: string }>(
    `select distinct pg_walfile_name($1::pg_lsn + least(bytes, $2::pg_lsn - $1::pg_lsn)) as name
     from pg_size_bytes(current_setting('wal_segment_size')) as size,
       generate_series(0, $2::pg_lsn - $1::pg_lsn + size, size) as bytes`,
    [start, end],
  );
  return rows.map(({ name }) => name);
}

interface CopyOptions {
  readonly stopped: AbortSignal;
  readonly isSkipped: (relative: string) => boolean;
  /** The folder behind a link, null for anything else. Without it, links are passed over. */
  readonly follow?: (place: string) => Promise<string | null>;
}

/**
 * Files may come and go during the copy; one that existed at first and is gone was not needed. What lies behind a link, perhaps on a larger
 * disk, is copied in the place of the link.
 * @param within the folders that are being copied, as they are called without links
 */
async function copyTree(
  from: string,
  to: string,
  options: CopyOptions,
  below = '',
  within: readonly string[] = [],
): Promise<void> {
  const { stopped, isSkipped, follow } = options;
  await mkdir(path.join(to, below), { recursive: true, mode: 0o700 });
  const outer = within.length === 0 ? [await realpath(from)] : within;
  for (const entry of await readdir(path.join(from, below), { withFileTypes: true })) {
    stopped.throwIfAborted();
    const relative = path.join(below, entry.name);
    if (SKIPPED.test(entry.name) || isSkipped(relative)) continue;
    const place = path.join(from, relative);
    const isLink = entry.isSymbolicLink() && follow !== undefined;
    const folder = isLink ? await follow(place) : null;
    if (entry.isDirectory()) await copyTree(from, to, options, relative, outer);
    else if (folder !== null) {
      // One that leads to a folder in which it lies itself would be copied without end.
      if (!(await areWithin(folder, outer))) await copyTree(from, to, options, relative, [...outer, folder]);
    } else if (entry.isFile() || isLink)
      await copyFile(place, path.join(to, relative), constants.COPYFILE_FICLONE).catch(ignoreMissing);
  }
}

async function folderBehind(place: string): Promise<string | null> {
  const stats = await stat(place).catch(() => null);
  return stats?.isDirectory() ? realpath(place) : null;
}

async function areWithin(folder: string, places: readonly string[]): Promise<boolean> {
  for (const place of places) if (await isWithin(folder, place)) return true;
  return false;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

async function isWithin(folder: string, place: string): Promise<boolean> {
  const way = path.relative(await realpath(folder), await realpath(place));
  return !/^\.\.($|[\\/])/.test(way) && !path.isAbsolute(way);
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function runTar(args: readonly string[], stopped: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const tar = spawn('tar', args, { stdio: ['ignore', 'ignore', 'pipe'], signal: stopped });
    let said = '';
    tar.stderr.on('data', (text: Buffer) => (said += text.toString()));
    // Of one that is stopped, its end is waited for: it writes until then.
    tar.on('error', () => {
      if (!stopped.aborted) reject(new Error('The program tar is needed for that, and could not be started.'));
    });
    tar.on('close', (code) =>
      code === 0
        ? resolve()
        : stopped.aborted
          ? reject(stopped.reason as Error)
          : reject(new Error(`tar could not do it: ${said.trim().split('\n')[0]}`)),
    );
  });
}
