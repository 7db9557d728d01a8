// Which answers are sent compressed, and to whom.
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { createHttp, type HttpOptions } from '../http.ts';
import { createLog } from '../log.ts';

let database: TestDatabase;
let app: FastifyInstance;
let count = 0;

const items = (): never[] => Array.from({ length: count }, (_, id) => ({ symbol: `MERIT${id}` }) as never);

beforeAll(async () => {
  database = await openTestDatabase();
  const options: HttpOptions = {
    handlers: { 'GET /stocks': () => ({ data: items() }), 'GET /priceAlerts': () => ({ data: items() }) },
    access: { authenticate: () => ({ id: '7', role: 'user' }) as never },
    database,
    log: createLog({ logLevel: 'error' }),
    hasRateLimit: false,
    trustedProxies: 0,
    webRoot: null,
    version: '0.0.0',
  };
  app = await createHttp(options);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const ask = (url: string, accepted?: string) =>
  app.inject({ url, headers: { authorization: 'Bearer x', ...(accepted && { 'accept-encoding': accepted }) } });

test('a long answer of the market is compressed for clients that accept it', async () => {
  count = 200;
  const plain = await ask('/stocks');
  expect(plain.headers).toMatchObject({ vary: 'Accept, Accept-Encoding', 'content-type': /json/ });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const smaller = await ask('/stocks', 'gzip, deflate, br, zstd');
  expect(smaller.headers).toMatchObject({ vary: 'Accept, Accept-Encoding', 'content-encoding': 'gzip' });
  expect(gunzipSync(smaller.rawPayload).toString()).toBe(plain.body);
  expect(Number(smaller.headers['content-length'])).toBe(smaller.rawPayload.length);
  expect(smaller.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
});

test.each(['identity', 'br', 'gzip;q=0'])('with %s it is sent as it is', async (accepted) => {
  count = 200;
  const reply = await ask('/stocks', accepted);
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.json().data).toHaveLength(200);
});

test('neither a short answer is compressed, nor a long one to a single person', async () => {
  count = 3;
  expect((await ask('/stocks', 'gzip')).headers['content-encoding']).toBeUndefined();
  count = 200;
  const own = await ask('/priceAlerts', 'gzip');
  expect(own.headers['content-encoding']).toBeUndefined();
  expect(own.json().data).toHaveLength(200);
});
