// Checks one screen for people who see it, hear it read out, hold a phone or sit at a wide window, and returns its faults.
import type { Page } from 'playwright-core';
import { untilShown, violationsOf } from '../browser.ts';

const widths = [1440, 768, 390] as const;
/** The widths that a screen has to fit: also the ones between, at which a desk with its side bar is narrowest; 320 is 1280 magnified four times. */
const fitting = [1440, 1280, 1024, 768, 390, 320] as const;
const themes = ['light', 'dark'] as const;

export interface Look {
  width: (typeof widths)[number];
  theme: (typeof themes)[number];
}

export const looks: readonly Look[] = widths.flatMap((width) => themes.map((theme) => ({ width, theme })));

const HEIGHT = 900;
/** How many pixels must be left of a text that is cut. */
const LEAST_CUT = 56;

/** The tallest row of a table, in pixels: one above it has a column that is too narrow for what it says. */
const TALLEST_ROW = 220;

/**
 * How many pixels the page is wider than the window, texts that are cut to less than a word because other columns have crushed theirs,
 * and the tallest row of a table.
 */
const fit = (page: Page): Promise<{ tooWide: number; cut: string | undefined; tallest: number }> =>
  page.evaluate(async (least) => {
    // A wide table adapts to a new width at the next frame.
    await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
    const { scrollWidth, clientWidth } = document.documentElement;
    const crushed = [...document.querySelectorAll<HTMLElement>('main .truncate')].find(
      (part) => part.clientWidth > 0 && part.clientWidth < least && part.scrollWidth > part.clientWidth,
    );
    // A label that may break anywhere is not cut, but stands one letter below the other.
    const stacked = [...document.querySelectorAll('main dt')].find(
      (label) => label.clientWidth > 0 && label.clientWidth < least && label.clientHeight > 2 * label.clientWidth,
    );
    // A hidden row takes the room of those that are not rendered yet.
    const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr:not([aria-hidden])')];
    const tallest = Math.max(0, ...rows.map(({ offsetHeight }) => offsetHeight));
    return { tooWide: scrollWidth - clientWidth, cut: (crushed ?? stacked)?.textContent, tallest };
  }, LEAST_CUT);

/** The largest allowed layout shift, as a share of the window. */
const MOST_MOVED = 0.02;

interface Moved {
  by: number;
  parts: string[];
}

/** The layout shift while the screen loaded, as the browser measures it: 0 is still. */
const movedOn = (page: Page): Promise<Moved> =>
  page.evaluate(
    () =>
      new Promise<Moved>((resolve) => {
        const moved: Moved = { by: 0, parts: [] };
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            sources: { node?: Node }[];
          })[]) {
            moved.by += entry.value;
            moved.parts.push(...entry.sources.map(({ node }) => node?.textContent?.trim().slice(0, 40) ?? ''));
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // Earlier shifts are reported with the next frames.
        setTimeout(() => resolve(moved), 50);
      }),
  );

/** All checks at the width at which it opened. */
const heading = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    headings: document.querySelectorAll('h1').length,
    alerts: [...document.querySelectorAll('main [role=alert]')].map((alert) => alert.textContent ?? ''),
    path: location.pathname,
    // Files that index.html preloaded (vite.config.ts) and the screen has not used.
    untaken: Object.entries((globalThis as { ahead?: { answers: object } }).ahead?.answers ?? {}).flatMap(
      ([call, answer]) => (answer ? [call] : []),
    ),
  }));

/** Symbols in tables and lists of figures that stand in no element which says so: the keys that trade a stock would not find it. */
const unmarkedStocks = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const token = sessionStorage.getItem('token');
    if (token === null) return [];
    const reply = await fetch('/stocks', { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await reply.json()) as { data: { symbol: string }[] };
    const symbols = new Set(data.map(({ symbol }) => symbol));
    return [...document.querySelectorAll('main :is(td, th, dd, li, a, span)')]
      .filter((part) => part.closest('[data-symbol]') === null && part.querySelector('[data-symbol]') === null)
      .map((part) => part.textContent?.trim() ?? '')
      .filter((text) => symbols.has(text));
  });

/** Opens the address and checks at every width whether it fits, and everything else once. Returns the faults. */
export async function wrongAt(page: Page, base: string, address: string, look: Look): Promise<string[]> {
  const wrong: string[] = [];
  await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: look.width, height: HEIGHT });
  await page.goto(`${base}${address}`);
  await untilShown(page);
  const { title, headings, alerts, path, untaken } = await heading(page);
  if (path !== address.replace(/\?.*/, '')) return [`leads to ${path}`];
  if (!/^\S.* - Istock$/.test(title)) wrong.push(`title: ${JSON.stringify(title)}`);
  if (untaken.length > 0) wrong.push(`asked for nothing: ${untaken.join(', ')}`);
  if (headings !== 1) wrong.push(`${headings} headings of the first level`);
  const unmarked = new Set(await unmarkedStocks(page));
  if (unmarked.size > 0) wrong.push(`shows stocks without data-symbol: ${[...unmarked].join(', ')}`);
  const { by, parts } = await movedOn(page);
  if (by > MOST_MOVED) wrong.push(`moves by ${by.toFixed(3)} while it loads: ${parts.join(', ')}`);
  wrong.push(...alerts.map((alert) => `says: ${alert}`));
  wrong.push(...(await violationsOf(page)).map((violation) => `axe: ${violation}`));
  for (const width of [look.width, ...fitting.filter((other) => other !== look.width)]) {
    await page.setViewportSize({ width, height: HEIGHT });
    const { tooWide, cut, tallest } = await fit(page);
    if (tooWide > 0) wrong.push(`${tooWide} px too wide at ${width}`);
    if (cut !== undefined) wrong.push(`cuts ${JSON.stringify(cut)} short at ${width}`);
    if (tallest > TALLEST_ROW) wrong.push(`has a row ${tallest} px tall at ${width}`);
  }
  // Only on a phone, where it is narrowest, and where it costs a third of the time.
  const tooWide = look.width === PHONE ? await tooWideIfLarge(page) : 0;
  if (tooWide > 0) wrong.push(`${tooWide} px too wide with text twice as large`);
  return wrong;
}

const PHONE: Look['width'] = 390;
const USUAL_FONT = { standard: 16, fixed: 13 };

/** With the browser's text at twice the size: how many pixels the page is wider than a phone. */
async function tooWideIfLarge(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { standard, fixed } = USUAL_FONT;
  await page.setViewportSize({ width: PHONE, height: HEIGHT });
  await session.send('Page.setFontSizes', { fontSizes: { standard: 2 * standard, fixed: 2 * fixed } });
  const { tooWide } = await fit(page);
  await session.send('Page.setFontSizes', { fontSizes: USUAL_FONT });
  await session.detach();
  return tooWide;
}
