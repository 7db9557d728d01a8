// A server of its own and a browser for one test file: open before its first test, closed after its last.
import { afterAll, beforeAll } from 'vitest';
import type { Browser } from 'playwright-core';
import { RealServer } from '../crash/real-server.ts';
import { openBrowser } from './browser.ts';

export let server: RealServer;
export let browser: Browser;

beforeAll(async () => {
  server = await RealServer.create();
  [browser] = await Promise.all([openBrowser(), server.start()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
});
