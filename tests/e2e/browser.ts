// A real browser for the journeys: found where it is installed, its pages watched for errors, its alerts answered.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type axe from 'axe-core';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** `args`: further arguments for this test, such as a fake camera. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH ?? PLACES.find((file) => existsSync(file));
  if (executablePath === undefined)
    throw new Error('No Chromium or Chrome was found: install one, or set CHROME_PATH.');
  // The browser's sandbox does not work as root or in most containers.
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...args] });
}

/** A page with its own login. `faults` collects the errors of its console and scripts, so that none goes unnoticed. */
export async function newPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  // Without fades and slides, so that tests see the final state.
  const look: BrowserContextOptions = {
    locale: 'en-IN',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  };
  const context = await browser.newContext({ ...look, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is an answer, checked by the test that makes it.
    const isAnswer = /Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isAnswer) faults.push(`console: ${message.text()}`);
  });
  return { page, faults };
}

/** Fills in the login form that the page shows, and sends it. */
export async function sendLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('button[type=submit]').click();
}

/** Logs in at this address, as people do, and waits until the page has gone on to where that leads. */
export async function logInAt(page: Page, address: string, who: { email: string; password: string }): Promise<void> {
  await page.goto(address);
  await sendLogin(page, who.email, who.password);
  await page.waitForURL((url) => url.pathname !== new URL(address).pathname);
}

/** Waits for the alert, expects its sentence word for word, and presses OK. */
export async function expectAlert(page: Page, sentence: string): Promise<void> {
  const alert = page.locator('dialog[open]');
  await alert.waitFor().catch(async (failure: unknown) => {
    const seen = (await page.locator('body').innerText()).slice(0, 600);
    throw new Error(`no alert "${sentence}" at ${page.url()}, but: ${seen}`, { cause: failure });
  });
  expect(await alert.locator('p').innerText()).toBe(sentence);
  await alert.getByRole('button', { name: 'OK' }).click();
  await alert.waitFor({ state: 'detached' });
}

/** Waits until everything has loaded, so that no grey bar is left as a placeholder. */
export async function untilShown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.locator('.skeleton-fill').first().waitFor({ state: 'detached' });
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The obstacles on the page for people with disabilities. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Parsing its half megabyte takes as long as checking a small page, so it is done once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe: looker } = window as unknown as { axe: typeof axe };
    const { violations } = await looker.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
}

/** Fails if anything on the page is an obstacle for people with disabilities. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await violationsOf(page), `accessibility of ${where}`).toEqual([]);
}

/** `₹12,34,567.89` and `−₹5.00` as paise. */
export function paiseOf(text: string): number {
  const found = /([-\u2212]?)\s*\u20b9?\s*([\d,]+)(?:\.(\d{2}))?/.exec(text);
  if (found === null) throw new Error(`no sum in ${JSON.stringify(text)}`);
  const [, sign, whole, part = '00'] = found;
  const size = Number(whole.replaceAll(',', '')) * 100 + Number(part);
  return sign === '' ? size : -size;
}

/** The figure beside a name in a list of figures; the name may be a button that explains it. */
export async function figure(within: Locator, name: string): Promise<string> {
  return within
    .locator('div', { has: within.page().locator(`dt:text-is("${name}"), dt:has(:text-is("${name}"))`) })
    .last()
    .locator('dd')
    .first()
    .innerText();
}
