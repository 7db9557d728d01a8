// From where a call comes, behind as many proxies as the operator has named: what a client says of itself before them is not believed.
import { expect, test } from 'vitest';
import { createHttp } from '../http.ts';
import { createLog } from '../log.ts';

const ASKED = {
  url: '/health',
  remoteAddress: '10.9.9.9',
  headers: { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 3.3.3.3' },
};

test.each([
  [0, '10.9.9.9'],
  [1, '3.3.3.3'],
  [2, '2.2.2.2'],
  [3, '1.1.1.1'],
])('behind %i proxies it comes from %s', async (trustedProxies, address) => {
  const heard: string[] = [];
  const app = await createHttp({
    handlers: {
      'GET /health': ({ ip }) => {
        heard.push(ip);
        return { data: { status: 'up' } };
      },
    },
    access: { authenticate: () => Promise.reject(new Error('nobody')) },
    database: { query: () => Promise.reject(new Error('not asked')) },
    log: createLog({ logLevel: 'silent' }),
    hasRateLimit: true,
    trustedProxies,
    webRoot: null,
    version: '0',
  });
  try {
    expect((await app.inject(ASKED)).statusCode).toBe(200);
    expect(heard).toEqual([address]);
  } finally {
    await app.close();
  }
});
