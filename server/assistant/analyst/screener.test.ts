// Answers to which stocks there are at some price, which have moved so much today, and how the sectors do.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAssistant } from '../../../tests/assistant.ts';
import type { Assistant } from '../../../tests/assistant.ts';
import { Asker } from '../asker.ts';
import { unprovenNumbers } from '../proof.ts';
import { indicators } from '../tools/indicator-tools.ts';
import { daysOf, isProblem } from '../tools/market-tools.ts';
import { screener } from '../tools/screener-tools.ts';
import { analyse } from './analyst.ts';
import { money } from './wording.ts';

let assistant: Assistant;
let asker: Asker;
let token: string;

beforeAll(async () => {
  assistant = await startAssistant();
  const asha = await assistant.trader(100_000_00);
  token = asha.token;
  asker = new Asker(asha, assistant.sources);
});
afterAll(() => assistant.close());

/** The answer, which has no number that a tool did not give, and the symbols of its table. */
async function answer(question: string, about = 'screener'): Promise<{ text: string; symbols: readonly string[] }> {
  const { text, symbols, results, intent } = await analyse(asker, question, []);
  expect([intent, unprovenNumbers(text, results)], text).toEqual([about, []]);
  return { text, symbols };
}

test('the stocks below a price are those of the market, the cheapest first', async () => {
  const stocks = await asker.read('GET /stocks', {});
  const found = stocks.filter(({ price }) => price <= 300).toSorted((one, other) => one.price - other.price);
  expect(found.length).toBeGreaterThan(1);
  const { text, symbols } = await answer('stocks under 300');
  expect(text).toContain(`${found.length} of ${stocks.length} stocks cost ₹300.00 or less, the lowest price first.`);
  expect(symbols).toEqual(found.slice(0, 15).map(({ symbol }) => symbol));
  expect(text).toContain(money(found[0].price));
});

test('a sector narrows it', async () => {
  const stocks = await asker.read('GET /stocks', {});
  const { sector } = stocks[0];
  const found = stocks.filter((each) => each.sector === sector && each.price >= 1);
  expect((await answer(`${sector} stocks above 1`)).text).toContain(
    `${found.length} of ${found.length} stock${found.length === 1 ? '' : 's'} of ${sector} cost`,
  );
});

test('where no price fits, it says what prices there are', async () => {
  const prices = (await asker.read('GET /stocks', {})).map(({ price }) => price);
  const { text, symbols } = await answer('stocks under 1');
  expect(text).toContain(`None of ${prices.length} stocks cost ₹1.00 or less.`);
  expect(text).toContain(`Prices go from ${money(Math.min(...prices))}`);
  expect(symbols).toEqual([]);
});

test('what has moved so much today comes by its change', async () => {
  const { text } = await answer('which stocks fell more than 99%');
  expect(text).toMatch(/^None of \d+ stocks have fallen by 99% or more today\.$/m);
});

test('the dearest come first when they are asked for', async () => {
  const stocks = await asker.read('GET /stocks', {});
  const [dearest] = stocks.toSorted((one, other) => other.price - one.price);
  expect((await answer('most expensive stocks')).symbols[0]).toBe(dearest.symbol);
});

test('by volume, and by the distance from the high and the low of the year', async () => {
  const stocks = await asker.read('GET /stocks', {});
  const [busiest] = stocks.toSorted((one, other) => other.volume - one.volume);
  const volumes = await answer('which stock has the highest volume?');
  expect(volumes.text).toContain('| Stock | Company | Price | Change | Volume |');
  if (busiest.volume > 0) expect(volumes.symbols[0]).toBe(busiest.symbol);
  for (const [asked, head] of [
    ['which stocks are near their 52 week high', 'High of the year | Below it |'],
    ['stocks at a 52 week low', 'Low of the year | Above it |'],
  ]) {
    const { text, symbols } = await answer(asked);
    expect(text).toContain(head);
    expect(symbols).toHaveLength(Math.min(stocks.length, 15));
    const away = [...text.matchAll(/\| ([\d.]+)% \|$/gm)].map(([, percent]) => Number(percent));
    expect(away).toEqual(away.toSorted((one, other) => one - other));
  }
});

test('by how much they scatter, in both directions', async () => {
  const most = await answer('what are the most volatile stocks');
  const least = await answer('which stocks are least volatile?');
  expect(most.text).toContain('the most volatile first.');
  const volatility = (text: string) => [...text.matchAll(/\| ([\d.]+)% \|$/gm)].map(([, percent]) => Number(percent));
  expect(volatility(most.text).length).toBeGreaterThan(1);
  expect(volatility(most.text)).toEqual(volatility(most.text).toSorted((one, other) => other - one));
  expect(volatility(least.text)).toEqual(volatility(most.text).toReversed());
});

test('by the RSI of the last days, whether above or below a number', async () => {
  const all = await asker.read('GET /stocks', {});
  const rsiOf = async (symbol: string) => {
    const found = await indicators(asker, { stock: symbol });
    return isProblem(found) ? null : found.rsi.value;
  };
  const known = await Promise.all(all.map(async ({ symbol }) => ({ symbol, rsi: await rsiOf(symbol) })));
  const found = known.filter(({ rsi }) => rsi !== null && rsi <= 55).toSorted((one, other) => one.rsi! - other.rsi!);
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(all.length);
  const { text, symbols } = await answer('stocks with rsi below 55');
  expect(text).toContain(
    `${found.length} of ${all.length} stocks ha${found.length === 1 ? 's' : 've'} an RSI of 55.00 or less`,
  );
  expect(symbols).toEqual(found.slice(0, 15).map(({ symbol }) => symbol));
  expect((await answer('stocks with rsi below 1')).text).toMatch(/^None of \d+ stocks have an RSI of 1\.00 or less\./);
});

test('by days in a row of a rise or a fall, the running day included', async () => {
  const all = await asker.read('GET /stocks', {});
  const rising: string[] = [];
  for (const { symbol } of all) {
    const closes = (await daysOf(asker, symbol)).slice(-3).map(({ close }) => close);
    if (closes[2] > closes[1] && closes[1] > closes[0]) rising.push(symbol);
  }
  expect(rising.length).toBeGreaterThan(0);
  expect(rising.length).toBeLessThan(all.length);
  const { text, symbols } = await answer('stocks that rose two days in a row');
  expect(text).toContain(
    `${rising.length} of ${all.length} stocks ha${rising.length === 1 ? 's' : 've'} risen on 2 days in a row or more`,
  );
  expect(rising).toEqual(expect.arrayContaining([...symbols]));
  const runs = [...text.matchAll(/\| (\d+) \|$/gm)].map(([, days]) => Number(days));
  expect(runs).toEqual(runs.toSorted((one, other) => other - one));
  expect(runs.at(-1)).toBeGreaterThanOrEqual(2);
  expect((await answer('stocks that fell 30 days in a row')).text).toMatch(
    /^None of \d+ stocks have fallen on 30 days/,
  );
});

test('above and below the average of some days: together all that have so many', async () => {
  const above = await answer('stocks above their 20 day average');
  const below = await answer('stocks below their 20 day average');
  const many = ({ text }: { text: string }) => Number(/^(\d+|None) of/.exec(text)?.[1].replace('None', '0'));
  const all = await asker.read('GET /stocks', {});
  const found = await Promise.all(all.map(({ symbol }) => indicators(asker, { stock: symbol })));
  const known = found.filter((each) => !isProblem(each) && each.movingAverages[0].value !== null);
  expect(known.length).toBeGreaterThan(1);
  expect(many(above) + many(below)).toBe(known.length);
  expect(above.text).not.toMatch(/\| \u2212[\d.]+% \|$/m);
  expect(below.text).not.toMatch(/\| \+[\d.]+% \|$/m);
  expect(below.text).toContain('below the average of 20 days');
});

test('what a fall of everything would do to the shares that are held', async () => {
  const { text: nothing } = await answer('what if the market falls by 10%', 'shock');
  expect(nothing).toContain('You hold no shares');
  const { trading } = assistant;
  trading.quote('TAMRAVATI', 'sell', 268_00, 10);
  trading.quote('GODHULI', 'sell', 2410_00, 4);
  for (const [stock, quantity] of [
    ['TAMRAVATI', 10],
    ['GODHULI', 4],
  ] as const)
    await assistant.call('POST /orders', { stock, type: 'BUY', quantity }, { token });
  const { totalPortfolioValue: value } = await asker.read('GET /portfolio', {});
  const { text } = await answer('if the market falls 10% how much will I lose', 'shock');
  expect(text).toContain(
    `If all your 2 stocks fell by 10%, they would be worth ${money(value * 0.9)} instead of ${money(value)}: \u2212${money(value * 0.1)}`,
  );
});

test('an account is compared with the index over the days of both', async () => {
  const { account } = await asker.read('GET /diaryAnalytics', {});
  expect(account.indexReturnPercent).not.toBeNull();
  const away = account.returnPercent - account.indexReturnPercent!;
  expect(away).toBeLessThan(0);
  const { text } = await answer('how does my return compare to the index', 'benchmark');
  expect(text).toContain(`: ${(-away).toFixed(2)} points less than the index.`);
  expect((await answer('did I beat the market last year?', 'benchmark')).text).toContain('no day yet');
});

test('all sectors, and how they do', async () => {
  const sectors = new Set((await asker.read('GET /stocks', {})).map(({ sector }) => sector));
  const { text } = await answer('what sectors are there?', 'sector');
  for (const sector of sectors) expect(text).toContain(`| ${sector} |`);
});

test('a sector that there is not is said to be none, rather than left out', async () =>
  expect(await screener(asker, { sector: 'Asteroids', priceTo: 100 })).toMatchObject({
    problem: 'There is no such sector.',
  }));

test('the farthest from their average are told with it, though no average was named', async () => {
  const found = await screener(asker, { first: 'far-from-average' });
  if (isProblem(found)) throw new Error(found.problem);
  // One has too few days for an average, and comes last.
  const away = found.stocks.map(({ average }) => (average === null ? null : Math.abs(average.awayPercent)));
  expect([found.averageDays, away.indexOf(null), away.length]).toEqual([200, 4, 5]);
  const known = away.slice(0, 4) as number[];
  expect(known).toEqual(known.toSorted((one, other) => other - one));
});

test('the index counts the companies that the market began with, and no stock that was listed since', async () => {
  // NEWCOMER is none of the sixty.
  expect((await answer('how is the index?', 'index')).text).toContain(
    'It counts the 4 companies that this market began with, weighted by their size. 1 stock imported or listed since then is not part of it.',
  );
});
