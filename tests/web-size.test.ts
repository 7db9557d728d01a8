// The size budgets of the scripts: everything loaded before the login form works, and before the stocks screen does.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const KB = 1000;

/** The bundler's entry for each script: its file, and the keys of the scripts it imports. */
interface Script {
  file: string;
  name: string;
  imports?: string[];
}

let folder: string;
let manifest: Record<string, Script>;

// The real build runs in a process of its own: the environment here is that of tests, which adds React's own checks.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-size-'));
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--manifest', '--logLevel', 'error'],
    {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  manifest = JSON.parse(await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8'));
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The files that these scripts need, with everything they import, and so on; not what is loaded later. */
function filesFor(names: readonly string[]): string[] {
  const needed = new Set<string>();
  const take = (name: string): void => {
    const script = manifest[name] ?? Object.values(manifest).find((each) => each.name === name);
    if (script === undefined) throw new Error(`the build has no ${name}`);
    if (needed.has(script.file)) return;
    needed.add(script.file);
    script.imports?.forEach(take);
  };
  names.forEach(take);
  return [...needed];
}

/** Each file with its size after gzip, the largest first, for the message of a broken budget. */
async function sizesOf(files: readonly string[]): Promise<[bytes: number, file: string][]> {
  const sizes = files.map(async (file): Promise<[number, string]> => {
    return [gzipSync(await readFile(path.join(folder, file))).length, file];
  });
  return (await Promise.all(sizes)).sort(([one], [other]) => other - one);
}

async function expectWithin(budget: number, names: readonly string[]): Promise<void> {
  const sizes = await sizesOf(filesFor(names));
  const sum = sizes.reduce((total, [bytes]) => total + bytes, 0);
  expect(sum).toBeGreaterThan(budget / 3);
  expect(sum, sizes.map((size) => size.join(' ')).join('\n')).toBeLessThanOrEqual(budget);
}

// `base` is what index.html starts with, `frame` what surrounds every screen behind login (vite.config.ts).
const login = ['base', 'auth/login-screen.tsx'];
// The ticket and the alerts are loaded soon after by themselves: without them one could look, but not trade.
const stocks = ['base', 'frame', 'market/stocks-screen.tsx', 'trade/ticket-host.tsx', 'market/alert-dialog.tsx'];

test('the page starts with the scripts that are counted here, and with no others', async () => {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  const started = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);
  expect(started.length).toBeGreaterThan(0);
  expect(filesFor(['base'])).toEqual(expect.arrayContaining(started));
});

test('with a login, the frame and the files of a small screen are requested before the first script runs', async () => {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  const [, ahead] = /\}\)\((\{.*\})\);/.exec(page)!;
  const { frame, screens } = JSON.parse(ahead.replaceAll("'", '"')) as {
    frame: string;
    screens: Record<string, string[]>;
  };
  const there = filesFor(['base', 'frame']);
  expect(frame).toBe(filesFor(['frame'])[0]);
  expect([...screens['/home']].sort()).toEqual(
    filesFor(['home/home-screen.tsx'])
      .filter((file) => !there.includes(file))
      .sort(),
  );
  // The chart needs too many scripts: only screens that need little are in the list.
  expect(screens).not.toHaveProperty('/tradingview');
});

/** What index.html asks for by itself when somebody with this role opens this address. */
async function askedAhead(role: string, pathname: string): Promise<string[]> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  const [script] = /\(function \(ahead\) \{.*?\}\)\(\{.*?\}\);/s.exec(page)!;
  const asked: string[] = [];
  const kept: Record<string, string> = { token: 'x.y.z', role };
  const ask = async (call: string): Promise<void> => void asked.push(call);
  runInNewContext(script, {
    window: {},
    location: { pathname },
    sessionStorage: { getItem: (key: string) => kept[key] ?? null },
    localStorage: { getItem: () => null },
    document: { createElement: () => ({}), head: { append: ({ href }: { href: string }) => asked.push(href) } },
    AbortSignal,
    fetch: ask,
  });
  return asked;
}

test('what a screen shows is requested with its scripts, but not for an administrator, who is led home', async () => {
  const forTrader = await askedAhead('user', '/home');
  expect(forTrader).toEqual(expect.arrayContaining(['/portfolio', '/rewards', '/transactions?page=1&limit=1']));
  expect(await askedAhead('instructor', '/home')).toEqual(forTrader);
  for (const screen of ['/home', '/stocks', '/watchlist', '/portfolio', '/tradingview'])
    expect(await askedAhead('admin', screen), screen).toEqual(await askedAhead('admin', '/adminHome'));
  expect((await askedAhead('admin', '/adminHome')).join(' ')).not.toMatch(/portfolio|rewards/);
});

test('every script is also built with the strongest compression, for the server to send', async () => {
  for (const file of filesFor(stocks)) {
    const script = await readFile(path.join(folder, file));
    if (script.length < KB) continue;
    expect(brotliDecompressSync(await readFile(path.join(folder, `${file}.br`)))).toEqual(script);
    expect(gunzipSync(await readFile(path.join(folder, `${file}.gz`)))).toEqual(script);
  }
});

test('the login form needs at most 120 KB of script', () => expectWithin(120 * KB, login));

test('the stocks screen needs at most 190 KB of script', () => expectWithin(190 * KB, stocks));

test('parts that are not needed at once are not among them', () => {
  const files = filesFor(stocks).join(' ');
  expect(files).toContain('ticket-host');
  expect(files).not.toMatch(/lightweight-charts|candle-chart|live-chart|diary|palette|admin|assistant|call/);
});
