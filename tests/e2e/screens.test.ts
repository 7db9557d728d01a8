// Every screen of the product with months of data in it, for a visitor, a trader, an instructor and an administrator: accessible
// to everybody, as wide as the window, with a title, and without errors in the console. `npm run screens` checks each in every width and theme.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { RealServer } from '../crash/real-server.ts';
import { newPage, openBrowser, sendLogin } from './browser.ts';
import { logins, pathsOfTable, screensOf } from './screens/addresses.ts';
import type { Login, Screen, Visitor } from './screens/addresses.ts';
import { looks, wrongAt } from './screens/look.ts';
import type { Look } from './screens/look.ts';

/** Months are simulated before the tests: a quarter of a minute on an idle machine. */
const DEMO_WITHIN_MS = 170_000;

const IS_WHOLE = process.env.SCREENS === 'all';
/** Words of addresses; only matching addresses are checked. */
const ONLY = (process.env.SCREENS_AT ?? '').split(',').filter(Boolean);

/** A fake camera, because the lobby of a call looks for one. */
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

let server: RealServer;
let browser: Browser;
let screens: readonly Screen[];

async function tokenOf({ call, email, password }: Login): Promise<string> {
  const reply = await server.call('POST', call, { body: { email, password } });
  return (reply.body.data as { token: string }).token;
}

beforeAll(async () => {
  // A new folder, not a copy of one with a market in it: the demo makes its own.
  server = RealServer.on(await mkdtemp(path.join(tmpdir(), 'istock-screens-')));
  const [opened] = await Promise.all([openBrowser(camera), server.start(['--demo'], DEMO_WITHIN_MS)]);
  browser = opened;
  const [trader, instructor, admin] = await Promise.all(Object.values(logins).map(tokenOf));
  screens = await screensOf(server, { trader, instructor, admin });
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

/** A page of this visitor's, logged in as people do. */
async function enter(visitor: Visitor): Promise<{ page: Page; faults: string[] }> {
  const opened = await newPage(browser);
  if (visitor === 'nobody') return opened;
  const { at, email, password, home } = logins[visitor];
  await opened.page.goto(`${server.url}${at}`);
  await sendLogin(opened.page, email, password);
  await opened.page.waitForURL(`**${home}`);
  return opened;
}

/** A full run checks every width and theme; otherwise each screen gets one, in turn, so that all of them occur. */
function looksAt(index: number): readonly Look[] {
  return IS_WHOLE ? looks : [looks[index % looks.length]];
}

/** A full run also opens the tabs, filters and panels that addresses can open. */
function addressesFor(visitor: Visitor): string[] {
  const own = screens.filter(({ by }) => by === visitor).flatMap(({ at }) => (IS_WHOLE ? at : at.slice(0, 1)));
  return own.filter((address) => ONLY.length === 0 || ONLY.some((word) => address.includes(word)));
}

test('no screen is missing here', () => {
  const known = new Set(screens.map(({ path }) => path));
  const table = pathsOfTable();
  expect(table.length).toBeGreaterThan(40);
  expect(table.filter((path) => !known.has(path))).toEqual([]);
});

test.concurrent.each<Visitor>(['nobody', 'trader', 'instructor', 'admin'])(
  'as %s',
  { timeout: IS_WHOLE ? 1_800_000 : 240_000 },
  async (visitor) => {
    const { page, faults } = await enter(visitor);
    const wrong: string[] = [];
    for (const [index, address] of addressesFor(visitor).entries())
      for (const look of looksAt(index)) {
        faults.length = 0;
        const found = await wrongAt(page, server.url, address, look).catch((failure: Error) => [failure.message]);
        const where = `${address} (${look.width}, ${look.theme})`;
        wrong.push(...[...found, ...faults].map((each) => `${where}: ${each}`));
      }
    await page.context().close();
    expect(wrong).toEqual([]);
  },
);
