// Whether GET /ready says the truth of an exchange that recovers, and of one whose database is away while nobody asks.
import { expect, test } from 'vitest';
import { createPlatformHandlers, whatExchangeWaitsFor } from './platform.ts';
import { readSettings } from './config.ts';

test.each([
  ['runs', { isRunning: true, isOutOfTouch: false }, 200, []],
  ['recovers', { isRunning: false, isOutOfTouch: true }, 503, ['the exchange recovers']],
  ['hears nothing of its database', { isRunning: true, isOutOfTouch: true }, 503, ['the database answers']],
])('an exchange that %s', (_what, exchange, status, waitingFor) => {
  const settings = readSettings({});
  const handlers = createPlatformHandlers({ settings, waitingFor: () => whatExchangeWaitsFor(exchange) });
  const ready = handlers['GET /ready'](undefined as never) as { status: number; data: unknown };
  expect(ready).toMatchObject({ status, data: { ready: status === 200, waitingFor } });
});
