// npm run lighthouse [-- FOLDER]: home, stocks and chart in Lighthouse's mobile preset, logged in. Lighthouse is installed apart (docs/decisions/025).
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { RealServer } from '../tests/crash/real-server.ts';
import { asked } from '../tests/command-line.ts';
import { machine, publish, say } from './report.ts';
import { spreadOf, type Section } from './section.ts';

const SCREENS = ['/home', '/stocks', '/tradingview?symbol=MERIT'];
/** The first visit has an empty cache; the others find in it whatever never changes. */
const VISITS = ['first', 'again'];
const ROUNDS = 5;
const USUAL_FOLDER = '/tmp/istock-lighthouse';
const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** The parts of Lighthouse and of the browser's remote control that are used here. */
interface Report {
  lhr: {
    finalDisplayedUrl: string;
    categories: Record<string, { score: number | null }>;
    audits: Record<string, { displayValue?: string }>;
    environment: { benchmarkIndex: number };
  };
}
type Lighthouse = (url: string, flags: object, config: undefined, page: RemotePage) => Promise<Report>;
interface RemotePage {
  createCDPSession: () => Promise<{ send: (command: string) => Promise<unknown>; detach: () => Promise<void> }>;
  goto: (url: string) => Promise<unknown>;
  evaluate: (script: string) => Promise<unknown>;
  waitForFunction: (script: string) => Promise<unknown>;
}
interface Remote {
  launch: (options: object) => Promise<{ newPage: () => Promise<RemotePage>; close: () => Promise<void> }>;
}

const HELP = `npm run lighthouse -- [FOLDER]     with the Lighthouse that is installed there, or in ${USUAL_FOLDER}
`;

const folder = asked(HELP, () => path.resolve(process.argv[2] ?? USUAL_FOLDER));
if (!existsSync(path.join(folder, 'node_modules', 'lighthouse'))) {
  say(`Lighthouse is not in ${folder}. Install it there:\n  npm install --prefix ${folder} lighthouse@13.5.0`);
  process.exit(1);
}

/** Loads packages from that folder instead of this project's. */
const from = createRequire(path.join(folder, 'package.json'));
const load = async <Module>(name: string): Promise<Module> =>
  ((await import(pathToFileURL(from.resolve(name)).href)) as { default: Module }).default;

/** Clears everything from earlier visits except the login, which is in the tab's session storage. */
async function forget(page: RemotePage): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

async function measure(url: string, page: RemotePage, lighthouse: Lighthouse): Promise<Section> {
  const rows: string[][] = [];
  const speeds: number[] = [];
  let names: string[] = [];
  for (const [at, visit] of SCREENS.flatMap((screen) => VISITS.map((each) => [screen, each]))) {
    const reports: Report['lhr'][] = [];
    if (visit === 'again') await page.goto(`${url}${at}`);
    // Sometimes the browser reports no paint, and there is no score; that says nothing about the page.
    for (let tries = 0; reports.length < ROUNDS && tries < 2 * ROUNDS; tries++) {
      if (visit === 'first') await forget(page);
      const { lhr } = await lighthouse(
        `${url}${at}`,
        { disableStorageReset: true, logLevel: 'error' },
        undefined,
        page,
      );
      if (lhr.finalDisplayedUrl !== `${url}${at}`) throw new Error(`${at} led to ${lhr.finalDisplayedUrl}`);
      if (lhr.categories.performance.score !== null) reports.push(lhr);
    }
    names = Object.keys(reports[0].categories);
    const scores = names.map((name) =>
      spreadOf(reports.map(({ categories }) => Math.round((categories[name].score ?? 0) * 100))).median.toFixed(0),
    );
    const figures = FIGURES.map((name) => reports.map(({ audits }) => audits[name].displayValue).join(', '));
    speeds.push(...reports.map(({ environment }) => environment.benchmarkIndex));
    rows.push([at, visit, ...scores, ...figures]);
  }
  return {
    title: `Lighthouse's mobile preset, logged in: medians of ${ROUNDS}, and the figures of each`,
    columns: ['screen', 'visit', ...names, ...FIGURES].map((name) => name.replaceAll('-', ' ')),
    rows,
    notes: [`Lighthouse found the speed of the machine to be ${spreadOf(speeds).median.toFixed(0)} meanwhile.`],
  };
}

const lighthouse = await load<Lighthouse>('lighthouse');
const remote = await load<Remote>('puppeteer-core');
const executablePath = process.env.CHROME_PATH ?? '/usr/bin/chromium';
const server = await RealServer.create();
const [browser] = await Promise.all([remote.launch({ executablePath, args: ['--no-sandbox'] }), server.start()]);
try {
  say(`lighthouse, medians of ${ROUNDS}: ${machine()}`);
  await server.newTrader('bench', 100_000);
  const page = await browser.newPage();
  await page.goto(`${server.url}/login`);
  await page.waitForFunction(`document.querySelector('input[type=email]')`);
  // By the same call as the login form.
  const credentials = JSON.stringify({ email: 'bench@example.com', password: 'secret-12' });
  await page.evaluate(`fetch('/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '${credentials}' })
    .then((reply) => reply.json()).then(({ data }) => {
      sessionStorage.setItem('token', data.token);
      sessionStorage.setItem('role', 'user');
    })`);
  publish('lighthouse', 'lighthouse', [await measure(server.url, page, lighthouse)]);
} finally {
  await browser.close();
  await server.remove();
}
