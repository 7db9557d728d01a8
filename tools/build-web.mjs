// Builds the web application when something that it is made of has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepEarlierAssets } from './earlier-assets.mjs';
import { isImage, ROOT, withInstallLock } from './ensure.mjs';
import { runQuietly } from './progress.mjs';

const MADE_OF = ['web', 'contract', 'core', 'vite.config.ts', 'package-lock.json'];
const TARGET = path.join(ROOT, 'dist', 'web');
const STAMP = path.join(ROOT, 'dist', 'web.stamp');
const EARLIER = path.join(ROOT, 'dist', 'web.earlier.json');

export const ensureWeb = async ({ node, env }) => {
  // An image has its pages from when it was made, and nothing to build others with.
  if (isImage || !existsSync(path.join(ROOT, 'web', 'index.html'))) return;
  const files = MADE_OF.flatMap((entry) => filesBelow(path.join(ROOT, entry)));
  const times = fingerprint(files, ({ file, size, mtimeMs }) => `${file} ${size} ${mtimeMs}`);
  if (readStamp().times === times) return;
  // Two commands may start at once, such as an exchange and a gateway of one folder after an upgrade: one builds, and the other finds it done.
  await withInstallLock(() => buildIfChanged(files, times, { node, env }));
};

const buildIfChanged = async (files, times, { node, env }) => {
  const kept = readStamp();
  if (kept.times === times) return;
  // A fresh checkout has new file times, but perhaps the same content.
  const text = fingerprint(
    files,
    ({ file }) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`,
  );
  if (kept.text !== text) await build(node, env);
  writeFileSync(STAMP, JSON.stringify({ times, text }));
};

/** Built beside the old one and then swapped, so that an interrupted build leaves the old one in place. */
const build = async (node, env) => {
  mkdirSync(path.dirname(STAMP), { recursive: true });
  rmSync(STAMP, { force: true });
  const draft = `${TARGET}.new`;
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const command = [node, vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'];
  await runQuietly('Building the web application', command, {
    cwd: ROOT,
    env: { ...env, NODE_ENV: 'production' },
    endsWithUs: true,
  });
  keepEarlierAssets({ target: TARGET, draft, list: EARLIER, now: Date.now() });
  rmSync(TARGET, { recursive: true, force: true });
  renameSync(draft, TARGET);
};

const filesBelow = (entry) => {
  const stats = statSync(entry);
  if (!stats.isDirectory()) return [{ file: entry, size: stats.size, mtimeMs: stats.mtimeMs }];
  return readdirSync(entry)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => filesBelow(path.join(entry, name)));
};

const fingerprint = (files, describe) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${describe(file)}\n`);
  return hash.digest('hex');
};

const readStamp = () => {
  try {
    return existsSync(path.join(TARGET, 'index.html')) ? JSON.parse(readFileSync(STAMP, 'utf8')) : {};
  } catch {
    return {};
  }
};
