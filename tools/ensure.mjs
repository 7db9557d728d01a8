// Makes sure that Node.js 24 or newer and every package are installed, whatever Node.js (20 or newer) started this file.
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeInstallLock } from './install-lock.mjs';
import { runQuietly, say, ToolError } from './progress.mjs';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const RUNTIME = path.join(ROOT, 'runtime');

/** Compiled code is kept, so that every process after the first one starts in little more than half the time. */
export const KEPT_CODE = { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'istock-compiled') };
const NEEDED_MAJOR = 24;

/** Native parts come as optional packages, which npm silently skips when it thinks that they do not fit. */
const NATIVE_PARTS = [
  { scope: '@rolldown', prefix: 'binding-', use: 'building the web application' },
  { scope: '.', prefix: 'lightningcss-', use: 'building the web application' },
  { scope: '@tailwindcss', prefix: 'oxide-', use: 'building the web application' },
  { scope: '@node-rs', prefix: 'argon2-', use: 'hashing passwords' },
];

/** In an image everything has been installed when it was built, without the development packages, and nothing can be written. */
export const isImage = process.env.ISTOCK_IMAGE !== undefined;

/** For commands that need the tests or their packages. @throws ToolError in an image, which has neither. */
export const refuseInImage = () => {
  if (!isImage || existsSync(path.join(ROOT, 'node_modules', 'vitest'))) return;
  throw new ToolError(
    'This is an image, which has only what the server needs. Run this command in a checkout of the project instead.',
  );
};

/** @returns the Node.js to run everything with, and the environment in which its children find it first. */
export const ensureInstalled = async () => {
  if (isIncomplete()) await install();
  const node = nodeToUse();
  return { node, env: withNodeFirst(node) };
};

/** Whether the next command has something to install, which takes a minute or two. */
export const isIncomplete = () => !isImage && !isInstalled();

const isInstalled = () => nodeToUse() !== undefined && isStamped(ROOT) && missingParts().length === 0;

const nodeToUse = () => {
  if (majorOf(process.version) >= NEEDED_MAJOR) return process.execPath;
  return isStamped(RUNTIME) ? findRuntimeNode() : undefined;
};

const install = () =>
  withInstallLock(async () => {
    refuseSmallDisk();
    if (nodeToUse() === undefined) await installNode();
    if (!isInstalled()) await installPackages(nodeToUse());
  });

/** What the packages, Node.js, the pages and a new database take together. */
const NEEDED_MB = 850;

/** On a disk that fills up, npm goes on for many minutes without a word. What a later installation replaces is not known beforehand. */
const refuseSmallDisk = () => {
  if (existsSync(path.join(ROOT, 'node_modules'))) return;
  const { blocks, bavail, bsize } = statfsSync(ROOT);
  const freeMb = Math.floor((bavail * bsize) / 1_000_000);
  // Some file systems tell no sizes.
  if (blocks === 0 || freeMb >= NEEDED_MB) return;
  throw new ToolError(
    `The disk of ${ROOT} has ${freeMb} MB left, and Istock needs about 1 GB for its packages and its data. Make room, and start again.`,
  );
};

/** The packages and the built web application are shared, so only one command at a time changes them. */
export const withInstallLock = async (work) => {
  const lock = path.join(ROOT, '.stamp', 'install.lock');
  // Node.js 20 does not say of a folder it cannot make that the disk is read-only.
  if (!existsSync(path.dirname(lock))) accessSync(ROOT, constants.W_OK);
  mkdirSync(path.dirname(lock), { recursive: true });
  const unlock = await takeInstallLock(lock);
  try {
    await work();
  } finally {
    unlock();
  }
};

const installNode = async () => {
  say(`This machine has Node.js ${process.version}; Istock brings its own Node.js ${NEEDED_MAJOR}.`);
  await npmCi(`Installing Node.js ${NEEDED_MAJOR}`, process.execPath, RUNTIME, process.env);
  if (findRuntimeNode() === undefined) {
    const platform = `${process.platform}-${process.arch}`;
    throw new ToolError(
      `npm left out Node.js ${NEEDED_MAJOR} for ${platform}. Without a network it does so without a word: check the connection, or the proxy ` +
        `of npm, and start again. If it is there, install Node.js ${NEEDED_MAJOR} or newer by hand.`,
    );
  }
  stamp(RUNTIME);
};

const findRuntimeNode = () => {
  const { platform, arch } = process;
  const names = [`node-${platform === 'win32' ? 'win' : platform}-${arch}`, `node-bin-${platform}-${arch}`];
  const programs = names.map((name) =>
    path.join(RUNTIME, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node'),
  );
  return programs.find((program) => existsSync(program));
};

const installPackages = async (node) => {
  await npmCi('Installing packages', node, ROOT, withNodeFirst(node));
  const missing = missingParts();
  if (missing.length > 0) {
    const platform = `${process.platform}-${process.arch}`;
    const lines = missing.map(({ scope, prefix, use }) => `  - ${path.posix.join(scope, prefix)}${platform} (${use})`);
    throw new ToolError(
      `npm left out native packages that Istock needs:\n${lines.join('\n')}\n` +
        'Without a network npm leaves them out without a word: check the connection, or the proxy of npm, and start again. If it is\n' +
        'there, a setting of npm leaves out optional packages, or there are none for this machine.',
    );
  }
  stamp(ROOT);
  rmSync(OWN_CACHE, { recursive: true, force: true });
};

const missingParts = () => {
  const listings = new Map();
  const list = (scope) => {
    const folder = path.join(ROOT, 'node_modules', scope);
    if (!listings.has(scope)) listings.set(scope, existsSync(folder) ? readdirSync(folder) : []);
    return listings.get(scope);
  };
  return NATIVE_PARTS.filter(({ scope, prefix }) => !list(scope).some((name) => name.startsWith(prefix)));
};

/** Development packages are needed even if NODE_ENV=production is set: the web application is built with them. */
const npmCi = (title, node, folder, env) => {
  // The lock file names every version and its hash, so packages that npm has cached are as good as new, and need no network.
  const kept = '--prefer-offline';
  const args = ['ci', kept, '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  args.push(...cacheInstead());
  rmSync(stampFile(folder), { force: true });
  return runQuietly(title, [...npmCommand(node), ...args], {
    cwd: folder,
    env: withoutNpmScript(env),
    shell: isWindowsNpm(),
    endsWithUs: true,
  }).catch((error) => {
    throw NO_NETWORK.test(error.message) ? new ToolError(`${error.message}\n${CHECK_NETWORK}`) : error;
  });
};

/** For a user whose home is missing or cannot be written: without a cache, npm leaves out optional packages without a word. */
const OWN_CACHE = path.join(ROOT, '.stamp', 'npm-cache');

let isCacheTold = false;

const cacheInstead = () => {
  const cache = process.env.npm_config_cache ?? path.join(homedir(), '.npm');
  if (process.platform === 'win32' || isWritable(cache)) return [];
  if (!isCacheTold) say(`npm cannot write its cache in ${cache}: what it downloads is kept in ${OWN_CACHE} meanwhile.`);
  isCacheTold = true;
  return [`--cache=${OWN_CACHE}`];
};

const isWritable = (cache) => {
  try {
    mkdirSync(cache, { recursive: true });
    const kept = path.join(cache, '_cacache');
    for (const folder of existsSync(kept) ? [cache, kept] : [cache]) accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** npm's output when it cannot reach its registry, or reaches a wrong server. */
const NO_NETWORK =
  /\b(EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|E(RR_SOCKET_)?TIMEDOUT|EHOSTUNREACH|ENETUNREACH|\w*CERT\w*)\b/;
const CHECK_NETWORK =
  'npm does not reach the registry of its packages: check the connection, or the proxy of npm, and start again. What has arrived is kept.';

/** npm tells its scripts its own path; without that, the npm on the PATH is used. */
const npmCommand = (node) => (givenNpm() ? [node, givenNpm()] : ['npm']);

const givenNpm = () => {
  const given = process.env.npm_execpath;
  return given && path.basename(given) === 'npm-cli.js' && existsSync(given) ? given : undefined;
};

const isWindowsNpm = () => process.platform === 'win32' && !givenNpm();

/** The running npm's own settings, such as --silent or a filter, must not reach the npm that installs. */
const withoutNpmScript = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OF_THE_RUNNING_NPM.test(name)));

const OF_THE_RUNNING_NPM =
  /^npm_(config_(omit|include|dry_run|ignore_scripts|workspaces?|prefix|local_prefix|global|production|only)$|package_|lifecycle_)/i;

const withNodeFirst = (node) => {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...process.env, [name]: `${path.dirname(node)}${path.delimiter}${process.env[name] ?? ''}` };
};

const majorOf = (version) => Number(/\d+/.exec(version)[0]);

const stampFile = (folder) => path.join(folder, 'node_modules', '.istock-installed');

const fingerprint = (folder) => {
  const lock = readFileSync(path.join(folder, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
};

const isStamped = (folder) =>
  existsSync(stampFile(folder)) && readFileSync(stampFile(folder), 'utf8') === fingerprint(folder);

const stamp = (folder) => writeFileSync(stampFile(folder), fingerprint(folder));
