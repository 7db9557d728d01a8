// Draws lines with two points on the chart: by mouse and by key.
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { expectAccessible } from './browser.ts';

export async function takeTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('dialog', { name: 'Draw on the chart' }).getByRole('button', { name }).click();
}

interface Pull {
  from: [x: number, y: number];
  to: [x: number, y: number];
}

async function pull(page: Page, { from, to }: Pull): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

export interface Drawer {
  page: Page;
  symbol: string;
  openChart: (search: string) => Promise<unknown>;
  /** Selects a bar by keyboard, so many before the newest. */
  pointAt: (before: number) => Promise<void>;
  /** Where on the screen it begins, over the candles. */
  at: { x: number; y: number };
}

/** Leaves the chart as it was before. */
export async function drawSlopedLines({ page, symbol, openChart, pointAt, at: { x, y } }: Drawer): Promise<void> {
  const grip = page.getByRole('button', { name: /^Trend line from/ });
  const end = page.getByRole('button', { name: /^Second point: / });
  const named = async (): Promise<string[]> => (await grip.getAttribute('aria-label'))!.split(' to ');
  const { y: top } = (await page.getByTestId('chart-readout').boundingBox())!;
  await takeTool(page, 'Trend line');
  await page.mouse.click(x, y);
  await page.getByRole('button', { name: 'Trend line: Second point' }).waitFor();
  // The chart stays where it is under the pointer, though the tool in hand is longer than "Draw".
  expect((await page.getByTestId('chart-readout').boundingBox())!.y).toBe(top);
  await page.mouse.click(x + 200, y + 100);
  await grip.waitFor();
  const [first, second] = await named();
  await expectAccessible(page, 'a chart with a trend line in hand');
  const box = (await end.boundingBox())!;
  await pull(page, { from: [box.x + box.width / 2, box.y + box.height / 2], to: [x + 260, y + 40] });
  const pulled = await named();
  expect(pulled[0]).toBe(first);
  expect(pulled[1]).not.toBe(second);
  // Dragging the line itself moves both ends; one undo takes the whole drag back.
  await pull(page, { from: [x + 130, y + 20], to: [x + 170, y + 60] });
  expect((await named())[0]).not.toBe(first);
  await page.keyboard.press('Control+z');
  await expect.poll(named).toEqual(pulled);
  await page.keyboard.press('Control+z');
  await expect.poll(named).toEqual([first, second]);
  // The same instants at another interval, after a reload.
  await openChart('&interval=1W&table=true');
  const row = page.getByRole('table', { name: `Lines on the chart of ${symbol}` }).getByRole('row', { name: /^Trend/ });
  await expect.poll(() => row.innerText()).toContain(`${first.split(', ').at(-1)} to ${second.split(', ').at(-1)}`);
  await expect.poll(named).toEqual([first, second]);
  await grip.focus();
  await page.keyboard.press('Delete');
  await grip.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('application');
  // By keyboard: two bars of the chart, each at its close.
  await takeTool(page, 'Ray');
  await pointAt(6);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Ray from/ }).waitFor();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: /^Ray from/ }).waitFor({ state: 'detached' });
  await openChart('');
}
