// Drawn lines over HTTP: they come back as they were drawn, a version that is not the newest replaces nothing, and nobody sees another's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00 });
});
afterAll(() => server.close());

type Trader = Awaited<ReturnType<Trading['trader']>>;

const level = { kind: 'horizontal', price: 412.35 };
const trend = {
  kind: 'trend',
  from: { second: 1_741_890_600, price: 400.05 },
  to: { second: 1_741_977_000, price: 420 },
};
const read = (trader: Trader, symbol = 'MERIT') =>
  server.call('GET /drawnLines', { symbol }, { token: trader.token }).then(({ body }) => body.data);
const write = (trader: Trader, input: object) =>
  server.call('POST /drawnLines', { symbol: 'MERIT', split: '', ...input }, { token: trader.token });

test('drawn lines come back, each stock for itself, and the version counts', async () => {
  const asha = await server.trader();
  expect(await read(asha)).toEqual({ symbol: 'MERIT', version: 0, split: '', lines: [] });
  const first = await write(asha, { version: 0, lines: [level, trend] });
  expect([first.status, first.body.data]).toEqual([
    200,
    { symbol: 'MERIT', version: 1, split: '', lines: [level, trend] },
  ]);
  expect((await write(asha, { version: 1, split: '7', lines: [trend] })).body.data.version).toBe(2);
  expect(await read(asha)).toEqual({ symbol: 'MERIT', version: 2, split: '7', lines: [trend] });
  expect((await read(asha, 'ZENITH')).version).toBe(0);
  // What is gone is gone for a browser that was away, too.
  await write(asha, { version: 2, lines: [] });
  expect(await read(asha)).toEqual({ symbol: 'MERIT', version: 3, split: '', lines: [] });
});

test('a page without the newest version replaces nothing, and is told so', async () => {
  const asha = await server.trader();
  await write(asha, { version: 0, lines: [level] });
  for (const version of [0, 2, 7]) {
    const late = await write(asha, { version, lines: [] });
    expect([late.status, late.body.error?.code, late.body.message]).toEqual([
      409,
      'lines-changed',
      'The lines of this chart have been changed elsewhere.',
    ]);
  }
  expect((await read(asha)).lines).toEqual([level]);
  // Of ten tabs that begin with nothing, or go on from the same, one is first.
  const ravi = await server.trader();
  for (const version of [0, 1]) {
    const prices = Array.from({ length: 10 }, (_, tab) => 100 + tab);
    const replies = await Promise.all(
      prices.map((price) => write(ravi, { version, lines: [{ kind: 'horizontal', price }] })),
    );
    const won = replies.flatMap(({ status }, tab) => (status === 200 ? [prices[tab]] : []));
    expect(won).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await read(ravi)).toMatchObject({ version: version + 1, lines: [{ price: won[0] }] });
  }
});

test('nobody reads or replaces the lines of another', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  await write(asha, { version: 0, lines: [level] });
  expect((await read(ravi)).lines).toEqual([]);
  expect((await write(ravi, { version: 1, lines: [] })).status).toBe(409);
  expect((await write(ravi, { version: 0, lines: [trend] })).status).toBe(200);
  expect((await read(asha)).lines).toEqual([level]);
});

test('invalid lines, too many, or of an unknown stock are refused, and nothing changes', async () => {
  const asha = await server.trader();
  await write(asha, { version: 0, lines: [level] });
  const point = trend.from;
  const INVALID = 'These lines cannot be kept.';
  for (const line of [
    null,
    7,
    {},
    { kind: 'circle', from: point, to: point },
    { kind: 'trend', from: point },
    { kind: 'trend', price: 5 },
    { kind: 'horizontal' },
    ...[0, -1, 1.001, 1e9, '5', null].map((price) => ({ kind: 'horizontal', price })),
    ...[-1, 1.5, 1e12, '5'].map((second) => ({ kind: 'ray', from: { ...point, second }, to: point })),
  ]) {
    const { status, body } = await write(asha, { version: 1, lines: [line] });
    expect([line, status, body.message]).toEqual([line, 400, INVALID]);
  }
  for (const [input, sentence] of [
    [{ version: 1, lines: Array.from({ length: 31 }, () => level) }, 'A chart has at most 30 lines.'],
    [{ version: 1, lines: 'all' }, INVALID],
    [{ version: -1, lines: [] }, INVALID],
    [{ version: 1, lines: [], split: 'x' }, INVALID],
    [{ lines: [] }, INVALID],
  ] as const) {
    const { status, body } = await write(asha, input);
    expect([status, body.message]).toEqual([400, sentence]);
  }
  expect((await write(asha, { symbol: 'NOTHERE', version: 0, lines: [] })).status).toBe(404);
  expect(await read(asha)).toMatchObject({ version: 1, lines: [level] });
  const most = Array.from({ length: 30 }, (_, n) => ({ kind: 'horizontal', price: 100 + n }));
  expect((await write(asha, { version: 1, lines: most })).body.data.lines).toEqual(most);
});
