// The first installation: its lock keeps two commands apart and is released when they are killed; without a network it says what to do.
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const TOOL = path.resolve(import.meta.dirname, '../tools/install-lock.mjs');
const SCRIPT = `
import { writeFileSync } from 'node:fs';
import { takeInstallLock } from ${JSON.stringify(TOOL)};
const [file, given] = process.argv.slice(1);
if (given !== undefined) writeFileSync(file, given.replace('OWN', process.pid));
const release = await takeInstallLock(file);
console.log('taken');
release();`;

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-install-'));
  file = path.join(folder, 'install.lock');
});
beforeEach(() => rm(file, { force: true }));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The output of a command, which is stopped if it has not ended so long after its first word. */
async function said(given?: string, moreMs = 5_000): Promise<string> {
  const args = ['--input-type=module', '-e', SCRIPT, file, ...(given === undefined ? [] : [given])];
  const command = spawn(process.execPath, args, { timeout: 20_000 });
  let text = '';
  for (const stream of [command.stdout, command.stderr]) {
    stream.on('data', (part: Buffer) => (text += part));
    stream.once('data', () => setTimeout(() => command.kill(), moreMs).unref());
  }
  await new Promise((resolve) => command.on('close', resolve));
  return text;
}

/** When a process began, in clock ticks since the machine's start. */
const startOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[19];

test.each([
  ['nobody', undefined],
  ['a number that no process has', '4194300 1'],
  ['the own number, as in a container that starts anew', 'OWN 1'],
  ['the number of another program', `${process.pid} 1`],
  ['a file of an earlier version', String(process.pid)],
  ['no number', 'x'],
  ['no process but a group of them', '0'],
  ['all processes', '-1 -'],
])('goes on at once after %s', async (_kind, given) => {
  expect(await said(given)).toBe('taken\n');
  expect(existsSync(file)).toBe(false);
});

test('goes on after a command that found the disk full, and left an empty file', async () => {
  writeFileSync(file, '');
  utimesSync(file, 1, 1);
  expect(await said()).toBe('taken\n');
});

test('waits for a command that is at work, and for one that has just begun', async () => {
  const waiting = 'Waiting for another Istock command that is installing or building ...\n';
  writeFileSync(file, `${process.pid} ${startOf(process.pid)}`);
  expect(await said(undefined, 1_000)).toBe(waiting);
  writeFileSync(file, '');
  expect(await said(undefined, 1_000)).toBe(waiting);
});

const { scripts: SCRIPTS } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The tool that a command of package.json runs, and what it is given. */
function wordsOf(command: string): string[] {
  const [, words] = /^node -r \.\/tools\/old-node\.cjs tools\/(.*)$/.exec(command)!;
  return words.split(' ');
}

test('a Node.js that is too old is told so by every command, in words that it understands', async () => {
  const file = path.resolve(import.meta.dirname, '../tools/old-node.cjs');
  const older = path.join(folder, 'older.cjs');
  writeFileSync(older, `delete require('fs').statfsSync;`);
  const args = ['-r', older, '-r', file, '-p', '"began"'];
  const command = spawn(process.execPath, args, { timeout: 20_000 });
  let text = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (part: Buffer) => (text += part));
  expect(await new Promise((resolve) => command.on('close', resolve))).toBe(1);
  const sentence = `Istock needs Node.js 20 or newer, and this is ${process.version}.\nInstall a newer one (https://nodejs.org), and start again.`;
  expect(text).toBe(`\n${sentence}\n`);
  // Node.js 10 and older know nothing of all that.
  expect(readFileSync(file, 'utf8')).not.toMatch(/=>|`|\b(?:const|let|import)\b|\?[.?]/);
  for (const each of Object.values(SCRIPTS)) expect(each).toMatch(/^node -r \.\/tools\/old-node\.cjs tools\//);
});

/** A fresh copy of the tools, with the given script in place of npm. */
async function cloneWith(npm: string, name = 'clone-'): Promise<string> {
  const clone = await mkdtemp(path.join(folder, name));
  for (const part of ['tools', 'package.json', 'package-lock.json', 'runtime/package-lock.json'])
    await cp(path.resolve(import.meta.dirname, '..', part), path.join(clone, part), { recursive: true });
  writeFileSync(path.join(clone, 'npm-cli.js'), npm);
  return clone;
}

async function start(
  clone: string,
  [tool, ...args]: readonly string[] = ['start.mjs'],
  settings: Record<string, string | undefined> = {},
): Promise<{ text: string; code: number | null }> {
  // Another port than the usual one, which this machine may be using.
  const env = { ...process.env, PORT: '0', ...settings, npm_execpath: path.join(clone, 'npm-cli.js') };
  const command = spawn(process.execPath, [path.join(clone, 'tools', tool), ...args], {
    cwd: clone,
    env,
    timeout: 20_000,
  });
  let text = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (part: Buffer) => (text += part));
  const code = await new Promise<number | null>((resolve) => command.on('close', resolve));
  return { text, code };
}

async function refusalWith(npm: string): Promise<string> {
  const { text, code } = await start(await cloneWith(npm));
  expect(code).toBe(1);
  return text;
}

test('without a network the first start says what to do, whether npm says so or leaves packages out without a word', async () => {
  const failed = await refusalWith(`console.error('npm error code EAI_AGAIN'); process.exitCode = 1;`);
  expect(failed).toContain(
    'npm error code EAI_AGAIN\n\nInstalling packages failed (exit code 1).\nnpm does not reach the registry',
  );
  expect(failed).toContain('check the connection, or the proxy of npm, and start again.');
  const silent = await refusalWith('');
  expect(silent).toContain('npm left out native packages that Istock needs:\n  - @rolldown/binding-');
  expect(silent).toContain('Without a network npm leaves them out without a word: check the connection');
  const other = await refusalWith(`console.error('npm error code EUSAGE'); process.exitCode = 1;`);
  expect(other).not.toContain('check the connection');
});

/** Settings of a command that finds another file system than there is: `fs` is changed first. */
function seeming(change: string): Record<string, string> {
  const code = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; ${change}; syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

/** The system lets nobody write to `place`. */
function refusing(place: string, code: string): Record<string, string> {
  return seeming(`const { accessSync } = fs; fs.accessSync = (file, mode) => {
    if (file === ${JSON.stringify(place)}) throw Object.assign(new Error('refused'), { code: '${code}', path: file });
    accessSync(file, mode);
  }`);
}

test('on a disk that can only be read the first start says so before npm begins', async () => {
  const clone = await cloneWith(`console.log('installs');`);
  const sentence = `${clone} cannot be written: it lies on a disk that can only be read. Put a copy of Istock where you may write.`;
  expect(await start(clone, undefined, refusing(clone, 'EROFS'))).toEqual({ text: `\n${sentence}\n`, code: 1 });
});

test('on a disk without room for the packages the first start says so before npm begins', async () => {
  const clone = await cloneWith(`console.log('installs');`);
  const withFree = (megabytes: number): Promise<{ text: string; code: number | null }> => {
    return start(
      clone,
      undefined,
      seeming(`fs.statfsSync = () => ({ blocks: 1e6, bavail: ${megabytes}, bsize: 1e6 })`),
    );
  };
  const sentence = `The disk of ${clone} has 849 MB left, and Istock needs about 1 GB for its packages and its data. Make room, and start again.`;
  expect(await withFree(849)).toEqual({ text: `\n${sentence}\n`, code: 1 });
  expect((await withFree(850)).text).toContain('Installing packages');
});

test('checking the types leaves nothing among the sources, or the next start would build the pages again', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const settings = globSync('{core,contract,server,web,tests}/tsconfig*.json', { cwd: root });
  expect(settings.length).toBeGreaterThan(5);
  for (const file of settings) {
    const { compilerOptions } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as {
      compilerOptions: { outDir?: string; tsBuildInfoFile?: string };
    };
    expect(compilerOptions.outDir ?? compilerOptions.tsBuildInfoFile, file).toMatch(/^\.\.\/dist\/types\//);
  }
});

test('where npm cannot write its cache, as without a home, it is given another one for the time of the installation', async () => {
  const clone = await cloneWith(`console.log(process.argv.slice(2).join(' ')); process.exitCode = 1;`);
  const own = path.join(clone, '.stamp', 'npm-cache');
  const closed = path.join(clone, 'npm-cli.js', 'cache');
  const { text } = await start(clone, undefined, { npm_config_cache: closed });
  expect(text).toContain(`npm cannot write its cache in ${closed}: what it downloads is kept in ${own} meanwhile.`);
  expect(text).toContain(` --cache=${own}`);
  const usual = { npm_config_cache: path.join(clone, 'cache') };
  expect((await start(clone, undefined, usual)).text).not.toContain('--cache=');
  // The folder may be the user's, and what lies in it that of root.
  const kept = path.join(clone, 'cache', '_cacache');
  await mkdir(kept);
  expect((await start(clone, undefined, usual)).text).not.toContain('--cache=');
  const other = await start(clone, undefined, { ...usual, ...refusing(kept, 'EACCES') });
  expect(other.text).toContain(` --cache=${own}`);
});

/** What npm does here when it succeeds. */
const NATIVE = ['@rolldown/binding-x', 'lightningcss-x', '@tailwindcss/oxide-x', '@node-rs/argon2-x'];
const INSTALLING = `import { mkdirSync } from 'node:fs';
  for (const part of ${JSON.stringify(NATIVE)}) mkdirSync('node_modules/' + part, { recursive: true });`;

test('such a cache is gone once everything is installed', async () => {
  const clone = await cloneWith(INSTALLING);
  const own = path.join(clone, '.stamp', 'npm-cache');
  await mkdir(own, { recursive: true });
  const { text } = await start(clone, undefined, { npm_config_cache: path.join(clone, 'npm-cli.js', 'cache') });
  expect(text).toContain('Installing packages: done');
  expect(existsSync(own)).toBe(false);
});

test('Ctrl-C during the installation ends npm, which would go on for half a minute, and lets the next start begin at once', async () => {
  const clone = await cloneWith(`
    import { renameSync, writeFileSync } from 'node:fs';
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => {});
    writeFileSync('draft', String(process.pid));
    renameSync('draft', 'begun');
    setTimeout(() => {}, 20_000);`);
  const begun = path.join(clone, 'begun');
  const command = spawn(process.execPath, [path.join(clone, 'tools', 'start.mjs')], {
    cwd: clone,
    env: { ...process.env, PORT: '0', npm_execpath: path.join(clone, 'npm-cli.js') },
  });
  let text = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (part: Buffer) => (text += part));
  await vi.waitUntil(() => existsSync(begun), { timeout: 10_000 });
  command.kill('SIGINT');
  await new Promise((resolve) => command.on('close', resolve));
  const npm = Number(readFileSync(begun, 'utf8'));
  const isLeft = isAlive(npm);
  if (isLeft) process.kill(npm, 'SIGKILL');
  expect(isLeft).toBe(false);
  expect(text).toContain('Installing packages: stopped. The next start begins it again.');
  expect(existsSync(path.join(clone, '.stamp', 'install.lock'))).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

test('a port that is in use is reported before anything is installed', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const sentence = `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start\n`;
  const clone = await cloneWith(`console.log('installs');`);
  expect(await start(clone, undefined, { PORT: String(port) })).toEqual({ text: `\n${sentence}`, code: 1 });
  // In every way in which the server itself understands it: otherwise the usual port would be looked at, and perhaps refused.
  for (const line of [`PORT=${port}`, ` PORT = ${port} # ours`, `export PORT=${port}`, `PORT="${port}"`]) {
    writeFileSync(path.join(clone, '.env'), `HOST=127.0.0.1\n${line}\n`);
    expect(await start(clone, undefined, { PORT: undefined }), line).toEqual({ text: `\n${sentence}`, code: 1 });
  }
  // A standby waits for the port.
  expect((await start(clone, undefined, { STANDBY: 'on' })).text).toContain('Installing packages');
  await new Promise((resolve) => other.close(resolve));
});

/** A clone whose pages are one file of this name, besides the first one; each build adds a line to `built.log`. */
async function cloneWithPages(): Promise<string> {
  const clone = await cloneWith(INSTALLING);
  const vite = `const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
    appendFileSync('built.log', 'built\\n');
    const target = process.argv[process.argv.indexOf('--outDir') + 1];
    mkdirSync(target + '/assets', { recursive: true });
    writeFileSync(target + '/assets/' + readFileSync('core/x.ts', 'utf8') + '.js', '');
    setTimeout(() => writeFileSync(target + '/index.html', ''), 1000);`;
  const files = {
    'node_modules/vite/bin/vite.js': vite,
    'server/main.ts': `console.log('served')`,
    'core/x.ts': 'first',
  };
  const empty = ['web/index.html', 'contract/x.ts', 'vite.config.ts'].map((file) => [file, ''] as const);
  for (const [file, text] of [...Object.entries(files), ...empty]) {
    await mkdir(path.dirname(path.join(clone, file)), { recursive: true });
    writeFileSync(path.join(clone, file), text);
  }
  writeFileSync(path.join(clone, 'node_modules', 'vite', 'package.json'), '{}');
  return clone;
}

const builtIn = (clone: string): string => readFileSync(path.join(clone, 'built.log'), 'utf8');

test('two starts at once, such as of an exchange and a gateway after an upgrade, build the pages once', async () => {
  const clone = await cloneWithPages();
  const both = await Promise.all([start(clone), start(clone)]);
  expect(both.map(({ text, code }) => [text.split('\n').at(-2), code])).toEqual([
    ['served', 0],
    ['served', 0],
  ]);
  expect(builtIn(clone)).toBe('built\n');
});

test('an upgrade by "npm run build" keeps the files of the pages that people have open, and is not done again at the start', async () => {
  const clone = await cloneWithPages();
  const [tool] = wordsOf(SCRIPTS.build);
  expect((await start(clone, [tool])).text).toContain('The pages are built.');
  writeFileSync(path.join(clone, 'core', 'x.ts'), 'second');
  expect((await start(clone, [tool])).code).toBe(0);
  expect(globSync('*', { cwd: path.join(clone, 'dist/web/assets') }).toSorted()).toEqual(['first.js', 'second.js']);
  expect((await start(clone)).text).toContain('served');
  expect(builtIn(clone)).toBe('built\nbuilt\n');
});

/** The settings that an image comes with. */
function settingsOfImage(): Record<string, string> {
  const dockerfile = readFileSync(path.resolve(import.meta.dirname, '../Dockerfile'), 'utf8');
  const [, line] = /^ENV (.*)$/m.exec(dockerfile)!;
  return Object.fromEntries(line.split(' ').map((setting) => setting.split('=') as [string, string]));
}

test('the commands of an image run with what was installed when it was built, and write nothing', async () => {
  const clone = await cloneWith('process.exit(1)');
  writeFileSync(path.join(clone, 'hello.ts'), "console.log('ran');");
  expect(await start(clone, ['run.mjs', 'hello.ts'], settingsOfImage())).toEqual({ text: 'ran\n', code: 0 });
  expect(existsSync(path.join(clone, '.stamp'))).toBe(false);
});

test('an image builds no pages, and refuses with one sentence what needs the tests', async () => {
  const clone = await cloneWithPages();
  const settings = settingsOfImage();
  expect(await start(clone, ['build.mjs'], settings)).toEqual({ text: 'The pages are built.\n', code: 0 });
  expect(await start(clone, undefined, settings)).toEqual({ text: 'served\n', code: 0 });
  expect(existsSync(path.join(clone, 'built.log'))).toBe(false);
  const text =
    '\nThis is an image, which has only what the server needs. Run this command in a checkout of the project instead.\n';
  const developers = Object.values(SCRIPTS).filter((command) => /(tests|bench)\/|test\.mjs/.test(command));
  expect(developers.length).toBeGreaterThan(8);
  for (const command of developers) {
    expect(await start(clone, wordsOf(command), settings), command).toEqual({ text, code: 1 });
  }
});

test('tests in a folder that their runner cannot read say so', async () => {
  const clone = await cloneWith('process.exit(1)', '100% of #1-');
  await mkdir(path.join(clone, 'node_modules', 'vitest'), { recursive: true });
  const { text, code } = await start(clone, ['test.mjs', 'unit'], { ISTOCK_IMAGE: '1' });
  expect(text).toContain(`Vitest cannot run in a folder with #, % or ? in its path: move ${clone} to another one.`);
  expect([text.split('\n').at(-2), code]).toEqual(['0 passed, 1 failed', 1]);
});

/** As Docker reads the list: the last pattern that fits decides, and a folder takes everything in it along. */
function isCopied(file: string): boolean {
  const lines = readFileSync(path.resolve(import.meta.dirname, '../.dockerignore'), 'utf8').split('\n');
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const fits = (pattern: string): boolean => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`);
  const last = patterns.findLast((pattern) => fits(pattern.replace(/^!/, '')));
  return last === undefined || last.startsWith('!');
}

test('an image is made of the program, without settings, backups, data, tests and what this machine has made', () => {
  const program = ['server/main.ts', 'web/index.html', 'package-lock.json', '.env.example', 'tools/run.mjs'];
  expect(program.filter((file) => !isCopied(file))).toEqual([]);
  const others = [
    '.env',
    '.env.production',
    'deploy/.env',
    'istock-2026-11-24.tar.gz',
    'istock.dump',
    'data/secrets.json',
    '.git/config',
    'node_modules/pg/package.json',
    'tests/accounts.ts',
    'server/config.test.ts',
  ];
  expect(others.filter(isCopied)).toEqual([]);
});

test('every command of Compose that the documents name says where its settings are, without which it refuses', () => {
  for (const name of ['docs/operations.md', 'docs/operations-reference.md', 'deploy/compose.yaml']) {
    const text = readFileSync(path.resolve(import.meta.dirname, '..', name), 'utf8');
    const commands = text.match(/docker compose -f [^`\n]*/g) ?? [];
    expect(commands.filter((command) => !command.includes('--env-file .env'))).toEqual([]);
  }
});
