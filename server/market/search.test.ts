// The search for a stock: what it finds, and in which order.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed } from '../../tests/still-market.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

const NAMES = {
  XMEL: 'Cocoa Traders',
  CAR: 'Caramel Works',
  MELON: 'Orchard Foods',
  AMELIE: 'Café Amélie',
  MELBA: 'Peach Company',
};

let server: Trading;
let token: string;
beforeAll(async () => {
  server = await startTrading();
  for (const [symbol, name] of Object.entries(NAMES))
    await server.exchange.submit({ kind: 'list-instrument', instrument: { ...listed(symbol, 100_00), name } });
  ({ token } = await server.trader());
});
afterAll(() => server.close());

const found = async (input: object): Promise<string[]> =>
  (await server.call('GET /search', input, { token })).body.data.map(({ symbol }: { symbol: string }) => symbol);

test('symbols that begin with the text, then names that have it in them, then symbols that do; each by symbol', async () => {
  expect(await found({ q: 'mel' })).toEqual(['MELBA', 'MELON', 'CAR', 'AMELIE', 'XMEL']);
  expect(await found({ symbol: 'MEL' })).toEqual(['MELBA', 'MELON', 'CAR', 'AMELIE', 'XMEL']);
  expect(await found({ q: 'CAFÉ' })).toEqual(['AMELIE']);
  expect([await found({ q: 'nobody' }), await found({ q: ' ' }), await found({})]).toEqual([[], [], []]);
});

test('at most twenty', async () => {
  for (let n = 10; n < 35; n++)
    await server.exchange.submit({ kind: 'list-instrument', instrument: listed(`MANY${n}`, 100_00) });
  expect(await found({ q: 'many' })).toEqual(Array.from({ length: 20 }, (_, n) => `MANY${n + 10}`));
});
