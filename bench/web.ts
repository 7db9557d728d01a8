// The browser: 500 stocks that tick four times a second, the order ticket, the chart, layout shift and memory, in a real Chromium.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { RealServer } from '../tests/crash/real-server.ts';
import { newPage, openBrowser } from '../tests/e2e/browser.ts';
import { spreadOf } from './section.ts';
import type { Section } from './section.ts';
import { CrowdedLine } from './web/crowded-line.ts';
import { workOf } from './web/stopwatch.ts';
import type { Work } from './web/stopwatch.ts';

const MARKET = { count: 500, everyMs: 250 };
const TICKING_MS = 10_000;
const MEMORY_MINUTES = Number(process.env.BENCH_MINUTES ?? 3);
const OPENINGS = 9;
const SWEPT_MS = 2_000;
const INDICATORS = 'sma-20_ema-50_rsi-14_macd-12-26-9_bb-20-2';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const ms = (value: number): string => `${value.toFixed(0)} ms`;

async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill('bench@example.com');
  await page.getByLabel('Password', { exact: true }).fill('secret-12');
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/home');
}

/** How many pictures a second the page could have drawn. */
const framesFor = (page: Page, forMs: number): Promise<number> =>
  page.evaluate(
    (span) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now();
        let frames = 0;
        const count = (): void => {
          frames += 1;
          const passed = performance.now() - startedAt;
          if (passed < span) requestAnimationFrame(count);
          else resolve((frames * 1000) / passed);
        };
        requestAnimationFrame(count);
      }),
    forMs,
  );

/** Milliseconds from a press on one element until another is there and has been drawn. */
const fromPressTo = (page: Page, press: string, appears: string): Promise<number> =>
  page.evaluate(
    ([pressed, awaited]) =>
      new Promise<number>((resolve, reject) => {
        const startedAt = performance.now();
        const look = (): void => {
          if (!document.querySelector(awaited)) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
        const button = document.querySelector<HTMLElement>(pressed);
        if (!button) return reject(new Error(`no ${pressed}`));
        button.click();
      }),
    [press, appears] as const,
  );

async function ticking(page: Page, line: CDPSession, url: string, view: string): Promise<string[]> {
  await page.goto(`${url}/stocks${view}`);
  await page.locator('main [data-symbol]').nth(20).waitFor({ state: 'attached' });
  await pause(2000);
  let frames = 0;
  const work = await workOf(page, line, async () => {
    frames = await framesFor(page, TICKING_MS);
  });
  const busy = `${((work.allMs / work.seconds / 1000) * 100).toFixed(0)} %`;
  return [`stocks${view || ', cards'}`, frames.toFixed(1), ms(work.longestMs), String(work.longTasks), busy];
}

/** Screens whose memory is measured while they are left open. */
const LEFT_OPEN = {
  stocks: '/stocks',
  'stock details': '/stockdetails/MERIT',
  'chart with five indicators': `/tradingview?symbol=MERIT&interval=1m&lines=${INDICATORS}`,
};

interface Held {
  readonly heapBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

async function heldBy(line: CDPSession): Promise<Held> {
  await line.send('HeapProfiler.collectGarbage');
  // The browser still counts listeners that are collected but not yet swept; listeners attached to nodes are exact.
  await pause(SWEPT_MS);
  await line.send('HeapProfiler.collectGarbage');
  const { usedSize: heapBytes } = await line.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners: listeners } = await line.send('Memory.getDOMCounters');
  return { heapBytes, nodes, listeners };
}

/** All screens at once, each in a page of its own. */
async function memory(browser: Browser, url: string): Promise<string[][]> {
  const open = await Promise.all(
    Object.entries(LEFT_OPEN).map(async ([name, at]) => {
      const { page } = await newPage(browser);
      await logIn(page, url);
      await page.goto(`${url}${at}`);
      return { name, page, line: await page.context().newCDPSession(page), held: [] as Held[] };
    }),
  );
  await pause(15_000);
  for (let minute = 0; minute <= MEMORY_MINUTES; minute++) {
    if (minute > 0) await pause(60_000);
    for (const { line, held } of open) held.push(await heldBy(line));
  }
  for (const { page } of open) await page.context().close();
  return open.map(({ name, held }) => {
    const [first, last] = [held[0], held.at(-1)!];
    const heaps = held.map(({ heapBytes }) => `${(heapBytes / 1e6).toFixed(1)} MB`);
    return [name, ...heaps, `${first.nodes}, ${last.nodes}`, `${first.listeners}, ${last.listeners}`];
  });
}

/** Somebody buys and sells a share again and again, so that bars and prices of a stock move all the time. */
function tradeOn(server: RealServer, token: string): () => void {
  let count = 0;
  const timer = setInterval(() => {
    const type = count++ % 2 === 0 ? 'BUY' : 'SELL';
    void server
      .call('POST', '/orders', { token, body: { stock: 'MERIT', quantity: 1, orderType: 'MARKET', type } })
      .catch(() => {});
  }, MARKET.everyMs);
  return () => clearInterval(timer);
}

async function ticket(page: Page, url: string): Promise<string[][]> {
  await page.goto(`${url}/stockdetails/MERIT`);
  const [opening, confirming]: number[][] = [[], []];
  for (let round = 0; round < OPENINGS; round++) {
    await pause(700);
    opening.push(await fromPressTo(page, 'main button[aria-label="Buy MERIT"]', '[role=dialog]'));
    await page.getByRole('list', { name: 'Offers, best first' }).last().getByRole('button').first().waitFor();
    confirming.push(await fromPressTo(page, '[role=dialog] button[type=submit]', 'dialog[open]'));
    await page.locator('dialog[open]').getByRole('button', { name: 'OK' }).click();
  }
  return Object.entries({ 'ticket opens': opening, 'order to confirmation': confirming }).map(([name, times]) => {
    const { median, min, max } = spreadOf(times);
    return [name, ms(median), ms(min), ms(max)];
  });
}

const row = (name: string, { longestMs, longTasks, allMs }: Work): string[] => [
  name,
  ms(longestMs),
  String(longTasks),
  ms(allMs),
];

/** Opens a screen and lets it settle. */
async function opening(page: Page, line: CDPSession, address: string): Promise<{ work: Work; shift: number }> {
  await page.goto('about:blank');
  const work = await workOf(page, line, async () => {
    await page.goto(address);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await pause(2500);
  });
  const shift = await page.evaluate(() => (window as { shifted?: number }).shifted ?? 0);
  return { work, shift };
}

async function screens(page: Page, line: CDPSession, url: string): Promise<string[][]> {
  const chart = `/tradingview?symbol=MERIT&interval=1m`;
  const rows: string[][] = [];
  for (const at of ['/home', '/stocks', chart, `${chart}&lines=${INDICATORS}`]) {
    const { work, shift } = await opening(page, line, `${url}${at}`);
    rows.push([...row(at.replace(INDICATORS, 'five indicators'), work), shift.toFixed(3)]);
  }
  let pages = 0;
  page.on('request', (request) => {
    if (request.url().includes('/bars?')) pages += 1;
  });
  const chartBox = await page.getByRole('application').boundingBox();
  const [left, middle] = [(chartBox?.x ?? 0) + 60, (chartBox?.y ?? 0) + 150];
  await page.getByRole('application').focus();
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('-');
    // The chart zooms at most once per picture.
    await pause(100);
  }
  const older = await workOf(page, line, async () => {
    // Dragged to the right again and again, until older bars are requested.
    for (let drag = 0; drag < 6; drag++) {
      await page.mouse.move(left, middle);
      await page.mouse.down();
      await page.mouse.move(left + 800, middle, { steps: 8 });
      await page.mouse.up();
      await pause(600);
    }
  });
  if (pages === 0) throw new Error('no older bars were loaded');
  rows.push([...row(`the same, ${pages} older pages of bars`, older), '']);
  return rows;
}

export async function bench(): Promise<Section[]> {
  const server = await RealServer.create();
  const [browser] = await Promise.all([openBrowser(), server.start()]);
  try {
    await server.newTrader('bench', 100_000);
    const mover = await server.newTrader('mover', 100_000);
    const line = await CrowdedLine.to(server.url, MARKET);
    const { page } = await newPage(browser, { reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      const kept = window as { shifted?: number };
      kept.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) kept.shifted! += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const protocol = await page.context().newCDPSession(page);
    await logIn(page, line.url);
    const cards = await ticking(page, protocol, line.url, '');
    const table = await ticking(page, protocol, line.url, '?view=table');
    const map = await ticking(page, protocol, line.url, '?view=map');
    await page.goto('about:blank');
    const stopTrading = tradeOn(server, mover);
    const sizes = await memory(browser, line.url).finally(stopTrading);
    await line.close();
    await logIn(page, server.url);
    const presses = await ticket(page, server.url);
    const opened = await screens(page, protocol, server.url);
    const notes = [
      'Tasks are counted in processor time of the main thread: waiting for a busy machine is not in them, frames are by the clock.',
    ];
    return [
      {
        title: `${MARKET.count} stocks, each ticking ${1000 / MARKET.everyMs} times a second`,
        columns: ['screen', 'frames/s', 'longest task', 'tasks over 50 ms', 'main thread busy'],
        rows: [cards, table, map],
        notes,
      },
      {
        title: 'Screens left alone: heap after a collection, each minute',
        columns: [
          'screen',
          ...Array.from({ length: MEMORY_MINUTES + 1 }, (_, minute) => `${minute} min`),
          'nodes, first and last',
          'listeners',
        ],
        rows: sizes,
        notes: [
          `${MARKET.count} stocks tick on all of them, and MERIT is traded ${1000 / MARKET.everyMs} times a second. BENCH_MINUTES says how long.`,
        ],
      },
      {
        title: `Presses, median of ${OPENINGS}`,
        columns: ['', 'median', 'least', 'most'],
        rows: presses,
        notes: ['By the clock, until it has been drawn.'],
      },
      {
        title: 'Opening a screen',
        columns: ['screen', 'longest task', 'tasks over 50 ms', 'all tasks', 'layout shift'],
        rows: opened,
        notes,
      },
    ];
  } finally {
    await browser.close();
    await server.remove();
  }
}
