// Finds a Chromium-like browser for the browser tests, or installs Debian's if this user may.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from './progress.mjs';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
  'chrome',
];

const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** @returns the browser's path, or undefined. CHROME_PATH wins, and is not replaced when it is wrong. */
export const findBrowser = () => {
  const given = process.env.CHROME_PATH;
  if (given) return existsSync(given) ? given : undefined;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...PLACES].find((file) => existsSync(file));
};

/** @returns the browser's path, or a sentence that says why there is none. */
export const ensureBrowser = async () => {
  const found = findBrowser();
  if (found) return { browser: found };
  if (process.env.CHROME_PATH)
    return { reason: `CHROME_PATH points to ${process.env.CHROME_PATH}, which does not exist.` };
  const asRoot = rootPrefix();
  if (!isDebian() || asRoot === undefined) {
    return {
      reason: 'No Chromium or Chrome was found, and it may not be installed here: install one, or set CHROME_PATH.',
    };
  }
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runQuietly('Reading the list of Debian packages', [...asRoot, 'apt-get', 'update'], { env });
    await runQuietly(
      'Installing Chromium',
      [...asRoot, 'apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
      { env },
    );
  } catch (error) {
    return { reason: `Debian's Chromium could not be installed: ${error.message}` };
  }
  const installed = findBrowser();
  return installed ? { browser: installed } : { reason: 'Chromium was installed, and still cannot be found.' };
};

const isDebian = () =>
  existsSync('/etc/debian_version') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));

const rootPrefix = () => {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
};
