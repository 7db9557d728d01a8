// Several watchlists a person over HTTP: ten at most, each name once, in an order of their own, and nobody else's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteName } from '../../contract/routes.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

const MANY = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`S${n}`, 100_00 + n]));
const STAYS = 'My Watchlist cannot be renamed or removed.';
const UNKNOWN = 'You have no such watchlist.';
const NINE = Array.from({ length: 9 }, (_, n) => `List ${n + 1}`);

let server: Trading;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00, VAYUSYS: 50_00, ...MANY });
});
afterAll(() => server.close());

type Trader = Awaited<ReturnType<Trading['trader']>>;

const ask = (trader: Trader, name: RouteName, input: object) => server.call(name, input, { token: trader.token });
const add = (trader: Trader, name: string | undefined, ...symbols: string[]) =>
  ask(trader, 'POST /ensureAndAddStock', { name, stocks: symbols.map((stockId) => ({ stockId })) });
const listsOf = async (trader: Trader): Promise<{ _id: string; name: string; symbols: string[] }[]> =>
  (await ask(trader, 'GET /watchlists', {})).body.data;
const namesOf = async (trader: Trader) => (await listsOf(trader)).map(({ name }) => name);
const symbolsOf = async (trader: Trader, name: string) =>
  (await listsOf(trader)).find((list) => list.name === name)?.symbols;
const idOf = async (trader: Trader, name: string) => (await listsOf(trader)).find((list) => list.name === name)!._id;

/** A trader with these lists beside My Watchlist. */
async function withLists(...names: string[]): Promise<Trader> {
  const trader = await server.trader();
  for (const name of names) expect((await ask(trader, 'POST /watchlists', { name })).status).toBe(200);
  return trader;
}

describe('which lists there are', () => {
  test('My Watchlist is there without being made, and stays', async () => {
    const asha = await server.trader();
    expect(await listsOf(asha)).toEqual([{ _id: 'my-watchlist', name: 'My Watchlist', symbols: [] }]);
    for (const call of ['POST /watchlists/rename', 'POST /watchlists/remove'] as const) {
      const refused = await ask(asha, call, { id: 'my-watchlist', name: 'Mine' });
      expect([refused.status, refused.body.message]).toEqual([422, STAYS]);
    }
    for (const name of ['My Watchlist', ' my  WATCHLIST ']) {
      const taken = await ask(asha, 'POST /watchlists', { name });
      expect([taken.status, taken.body.message]).toEqual([409, 'You have a watchlist named My Watchlist already.']);
    }
  });

  test('made, renamed and removed; each answers all of them', async () => {
    const asha = await server.trader();
    const made = await ask(asha, 'POST /watchlists', { name: '  Banks \u00a0 of   India ' });
    expect([made.status, made.body.message]).toEqual([200, 'The watchlist Banks of India has been created.']);
    const { _id: id } = made.body.data[1];
    await add(asha, 'banks of india', 'MERIT', 'ZENITH');
    const renamed = await ask(asha, 'POST /watchlists/rename', { id, name: 'BANKS OF INDIA' });
    expect(renamed.body.message).toBe('The watchlist is now called BANKS OF INDIA.');
    expect(renamed.body.data[1]).toEqual({ _id: id, name: 'BANKS OF INDIA', symbols: ['MERIT', 'ZENITH'] });
    const removed = await ask(asha, 'POST /watchlists/remove', { id });
    expect(removed.body).toMatchObject({
      message: 'The watchlist BANKS OF INDIA has been removed.',
      data: [{ name: 'My Watchlist' }],
    });
    const { rows } = await server.database.query('select 1 from watchlist_stocks where account = $1', [asha.accountNo]);
    expect(rows).toEqual([]);
  });

  test.each([
    ['', 'Give the watchlist a name.'],
    [' \u200b ', 'Give the watchlist a name.'],
    [undefined, 'Give the watchlist a name.'],
    ['a\nb', 'A name is one line of text, with a letter or figure in it.'],
    ['x'.repeat(41), 'The name of a watchlist can have at most 40 characters.'],
  ])('%j is no name', async (name, sentence) => {
    const asha = await withLists('Banks');
    const id = await idOf(asha, 'Banks');
    for (const call of ['POST /watchlists', 'POST /watchlists/rename'] as const) {
      const refused = await ask(asha, call, { id, name });
      expect([refused.status, refused.body.message]).toEqual([400, sentence]);
    }
    expect(await namesOf(asha)).toEqual(['My Watchlist', 'Banks']);
  });

  test.each(['BANKS', 'banks', '\uff22anks', ' Banks '])('%j is Banks again', async (name) => {
    const asha = await withLists('Banks', 'Metals');
    const id = await idOf(asha, 'Metals');
    for (const [call, input] of [
      ['POST /watchlists', { name }],
      ['POST /watchlists/rename', { id, name }],
    ] as const) {
      const refused = await ask(asha, call, input);
      expect([refused.status, refused.body.message, refused.body.error?.fields]).toEqual([
        409,
        'You have a watchlist named Banks already.',
        { name: 'You have a watchlist named Banks already.' },
      ]);
    }
    expect(await namesOf(asha)).toEqual(['My Watchlist', 'Banks', 'Metals']);
  });

  test('ten, also when twenty come together; one removed makes room for one', async () => {
    const asha = await server.trader();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask(asha, 'POST /watchlists', { name: `List ${n}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect([refused.status, refused.body.message]).toEqual([422, 'You can have 10 watchlists. Remove one first.']);
    expect(await listsOf(asha)).toHaveLength(10);
    const [, first] = await listsOf(asha);
    await ask(asha, 'POST /watchlists/remove', { id: first._id });
    expect((await ask(asha, 'POST /watchlists', { name: 'Tenth' })).status).toBe(200);
    expect((await ask(asha, 'POST /watchlists', { name: 'Eleventh' })).status).toBe(422);
    expect((await namesOf(asha)).at(-1)).toBe('Tenth');
  });

  test('the tables refuse everything that the calls refuse', async () => {
    const asha = await withLists(...NINE);
    const insert = (name: string, place: number) =>
      server.database.query(
        `insert into watchlists (venue, account, name, folded, place, created_at) values (1, $1, $2, lower($2), $3, 0)`,
        [asha.accountNo, name, place],
      );
    for (const [name, place, constraint] of [
      ['Tenth', 10, 'watchlists_place_check'],
      ['Tenth', 9, 'watchlists_venue_account_place_key'],
      ['LIST 1', 9, 'watchlists_venue_account_folded_key'],
      ['MY WATCHLIST', 9, 'watchlists_folded_check'],
    ] as const)
      await expect(insert(name, place)).rejects.toMatchObject({ constraint });
    const ravi = await server.trader();
    const foreign = server.database.query(
      `insert into watchlist_stocks (venue, account, list, instrument, place, added_at)
       select 1, $1, w.id, i.id, 1, 0 from watchlists w, instruments i where w.account = $2 and symbol = 'MERIT' limit 1`,
      [ravi.accountNo, asha.accountNo],
    );
    await expect(foreign).rejects.toMatchObject({ code: '23503' });
  });

  test('in the order of their owner, behind My Watchlist', async () => {
    const asha = await withLists('A', 'B', 'C', 'D');
    const [, a, b, , d] = await listsOf(asha);
    const ids = [d._id, 'my-watchlist', b._id, d._id];
    expect((await ask(asha, 'POST /watchlists/order', { ids })).status).toBe(200);
    expect(await namesOf(asha)).toEqual(['My Watchlist', 'D', 'B', 'A', 'C']);
    const unknown = await ask(asha, 'POST /watchlists/order', { ids: [a._id, '999999999'] });
    expect([unknown.status, unknown.body.message]).toEqual([404, UNKNOWN]);
    expect(await namesOf(asha)).toEqual(['My Watchlist', 'D', 'B', 'A', 'C']);
    for (const wrong of [{}, { ids: 'A' }, { ids: Array(11).fill(a._id) }])
      expect((await ask(asha, 'POST /watchlists/order', wrong)).status).toBe(400);
  });
});

describe('what is on them', () => {
  test('the calls of the specification speak of My Watchlist, and of another by its name', async () => {
    const asha = await withLists('Banks');
    expect((await add(asha, undefined, 'MERIT')).body.message).toBe('MERIT has been added to your Istock list.');
    const onBanks = await add(asha, 'BANKS', 'MERIT', 'ZENITH');
    expect(onBanks.body).toMatchObject({
      message: 'MERIT, ZENITH have been added to Banks.',
      data: { name: 'Banks', stocks: [{ symbol: 'MERIT' }, { symbol: 'ZENITH' }] },
    });
    const read = async (input: object) => {
      const { data } = (await ask(asha, 'GET /getWatchlist', input)).body;
      return [data.name, data.stocks.map(({ symbol }: { symbol: string }) => symbol)];
    };
    for (const input of [{}, { name: '' }, { name: 'my watchlist' }])
      expect(await read(input)).toEqual(['My Watchlist', ['MERIT']]);
    expect(await read({ name: 'banks' })).toEqual(['Banks', ['MERIT', 'ZENITH']]);
    const gone = await ask(asha, 'POST /removeStockFromWatchlist', { symbol: 'MERIT', name: 'Banks' });
    expect(gone.body.message).toBe('MERIT has been removed from Banks.');
    expect([await symbolsOf(asha, 'My Watchlist'), await symbolsOf(asha, 'Banks')]).toEqual([['MERIT'], ['ZENITH']]);
  });

  test('an unknown name is refused, makes no list, and adds nothing', async () => {
    const asha = await withLists('Banks');
    const before = await server.stateHash();
    for (const refused of [
      await add(asha, 'Metals', 'MERIT'),
      await ask(asha, 'GET /getWatchlist', { name: 'Metals' }),
      await ask(asha, 'POST /removeStockFromWatchlist', { symbol: 'MERIT', name: 'Metals' }),
    ])
      expect([refused.status, refused.body.message, refused.body.error?.code]).toEqual([
        404,
        UNKNOWN,
        'watchlist-unknown',
      ]);
    expect((await add(asha, 'x'.repeat(41), 'MERIT')).status).toBe(400);
    expect(await server.stateHash()).toBe(before);
  });

  test('each list has its own room of 200, also when they come together', async () => {
    const asha = await withLists('Banks');
    await add(asha, undefined, 'MERIT');
    expect((await add(asha, 'Banks', ...Object.keys(MANY).slice(0, 199))).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => add(asha, 'Banks', n % 2 === 0 ? 'MERIT' : 'ZENITH')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(await symbolsOf(asha, 'Banks')).toHaveLength(200);
    const [first, banks] = await listsOf(asha);
    const symbol = banks.symbols.includes('MERIT') ? 'ZENITH' : 'MERIT';
    await add(asha, undefined, symbol);
    const full = await ask(asha, 'POST /watchlists/moveStock', { id: first._id, symbol, to: banks._id });
    expect([full.status, full.body.message]).toEqual([422, 'A watchlist has room for 200 stocks. Remove one first.']);
    expect(await symbolsOf(asha, 'My Watchlist')).toContain(symbol);
  });

  test('in the order of their owner; what is new stands last', async () => {
    const asha = await server.trader();
    await add(asha, undefined, 'MERIT', 'ZENITH', 'S0', 'S1');
    const symbols = ['S1', 'vayusys', 'MERIT', 'S1', 'ZENITH'];
    const ordered = await ask(asha, 'POST /watchlists/orderStocks', { id: 'my-watchlist', symbols });
    expect(ordered.body.data[0].symbols).toEqual(['S1', 'MERIT', 'ZENITH', 'S0']);
    await add(asha, undefined, 'S2', 'MERIT');
    await ask(asha, 'POST /removeStockFromWatchlist', { symbol: 'ZENITH' });
    await add(asha, undefined, 'ZENITH');
    expect(await symbolsOf(asha, 'My Watchlist')).toEqual(['S1', 'MERIT', 'S0', 'S2', 'ZENITH']);
  });

  test('moved, it is on the other list alone, and once', async () => {
    const asha = await withLists('Banks', 'Metals');
    const [first, banks, metals] = await listsOf(asha);
    await add(asha, undefined, 'MERIT', 'ZENITH');
    await add(asha, 'Metals', 'MERIT');
    const move = (symbol: string, id: string, to: string) =>
      ask(asha, 'POST /watchlists/moveStock', { id, symbol, to });
    expect((await move('MERIT', first._id, banks._id)).body.message).toBe('MERIT has been moved to Banks.');
    expect((await move('MERIT', banks._id, metals._id)).status).toBe(200);
    expect((await listsOf(asha)).map(({ symbols }) => symbols)).toEqual([['ZENITH'], [], ['MERIT']]);
    const gone = await move('MERIT', first._id, banks._id);
    expect([gone.status, gone.body.message]).toEqual([404, 'MERIT is not on My Watchlist.']);
    expect((await move('NOBODY', first._id, banks._id)).status).toBe(404);
    // To where it is: it stays.
    await move('ZENITH', first._id, first._id);
    expect(await symbolsOf(asha, 'My Watchlist')).toEqual(['ZENITH']);
    // Ten times at once: moved once.
    const races = await Promise.all(Array.from({ length: 10 }, () => move('ZENITH', first._id, banks._id)));
    expect(races.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await symbolsOf(asha, 'Banks')).toEqual(['ZENITH']);
  });
});

test("another's list, and one that is not there, is not found by any call, and nothing changes", async () => {
  const asha = await withLists('Banks');
  const ravi = await withLists('Metals');
  await add(asha, 'Banks', 'MERIT');
  await add(ravi, undefined, 'MERIT');
  const [first] = await listsOf(ravi);
  const before = await server.stateHash();
  for (const id of [await idOf(asha, 'Banks'), '999999999', '-1', '1e3', 'undefined', "1' or 1=1"])
    for (const [call, input] of [
      ['POST /watchlists/rename', { id, name: 'Mine now' }],
      ['POST /watchlists/remove', { id }],
      ['POST /watchlists/order', { ids: [id] }],
      ['POST /watchlists/orderStocks', { id, symbols: ['MERIT'] }],
      ['POST /watchlists/moveStock', { id, symbol: 'MERIT', to: first._id }],
      ['POST /watchlists/moveStock', { id: first._id, symbol: 'MERIT', to: id }],
    ] as const) {
      const refused = await ask(ravi, call, input);
      expect([call, id, refused.status, refused.body.message]).toEqual([call, id, 404, UNKNOWN]);
    }
  expect(await server.stateHash()).toBe(before);
});

test('nothing is kept for somebody who has left while the call was under way', async () => {
  const asha = await server.trader();
  await server.database.query('update users set deleted_at = 1 where id = $1', [asha.id]);
  expect((await ask(asha, 'POST /watchlists', { name: 'Banks' })).status).toBe(401);
  expect((await add(asha, undefined, 'MERIT')).status).toBe(401);
});
