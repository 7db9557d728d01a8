// Lines drawn in two browsers are merged: no drawn line is lost, and no removed one comes back.
import { expect, test } from 'vitest';
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import type { DrawnLinesData } from '../../contract/market/drawn-lines.ts';
import { readLines } from './drawn-lines.ts';
import { changed } from './line-history.ts';
import { afterSending, linesToSend, openedLines, throughNews, withAccount } from './line-sync.ts';
import type { KeptLines } from './line-sync.ts';

/** One account as the server keeps it: a version that is not the newest replaces nothing. */
class Account {
  now: DrawnLinesData = { symbol: 'MERIT', version: 0, split: '', lines: [] };

  take(kept: KeptLines): boolean {
    const sent = linesToSend(kept);
    if (!sent || sent.version !== this.now.version) return false;
    this.now = { symbol: 'MERIT', ...sent, version: sent.version + 1 };
    return true;
  }
}

const split = (id: string): CorporateActionData =>
  ({ _id: id, symbol: 'MERIT', kind: 'split', state: 'done', from: 1, to: 2 }) as CorporateActionData;

/** A browser that opens the chart, having this in its storage. */
function open(stored: string | null, account: Account, past: CorporateActionData[] = []): KeptLines {
  return withAccount(throughNews(openedLines(readLines(stored)), past), account.now, past);
}

function draw(kept: KeptLines, ...prices: number[]): KeptLines {
  const lines = prices.map((price, index) => ({ id: index + 1, kind: 'horizontal' as const, price }));
  return { ...kept, history: changed(kept.history, lines, null) };
}

function save(kept: KeptLines, account: Account): KeptLines {
  const sent = linesToSend(kept)!;
  expect(account.take(kept)).toBe(true);
  return afterSending(kept, sent);
}

const prices = ({ history: { lines } }: KeptLines): number[] =>
  lines.map((line) => (line.kind === 'horizontal' ? line.price : line.from.price));
const kept = (account: Account): number[] => account.now.lines.map((line) => ('price' in line ? line.price : NaN));

test('lines of before there were any on the account are taken over, once', () => {
  const account = new Account();
  const first = save(open('[412.35,400]', account), account);
  expect(kept(account)).toEqual([412.35, 400]);
  expect(linesToSend(first)).toBeNull();
  // The other browser had one of them, and one of its own.
  const second = save(open('[400,390]', account), account);
  expect(prices(second)).toEqual([412.35, 400, 390]);
  expect(account.now.version).toBe(2);
  // Opened again with nothing in storage, all is there, and there is nothing to send.
  const third = open(null, account);
  expect([prices(third), linesToSend(third)]).toEqual([[412.35, 400, 390], null]);
});

test('two tabs that go on from the same lines both keep what they did', () => {
  const account = new Account();
  const start = save(draw(open(null, account), 100, 110, 120), account);
  const one = save(draw(start, 100, 120, 130), account);
  // The other moves 120 to 125; the account refuses, is fetched, and then takes the merged result.
  const other = draw(start, 100, 110, 125);
  expect(account.take(other)).toBe(false);
  const together = withAccount(other, account.now, []);
  expect(prices(together)).toEqual([100, 130, 125]);
  save(together, account);
  expect(prices(withAccount(one, account.now, []))).toEqual([100, 130, 125]);
});

test('a line keeps its number through another tab, and undo goes on where nothing has changed', () => {
  const account = new Account();
  const start = save(draw(open(null, account), 100, 110), account);
  const other = save(draw(start, 90, 100), account);
  expect(withAccount(other, account.now, []).history).toBe(other.history);
  const [hundred, ninety] = withAccount(start, account.now, []).history.lines;
  expect([hundred, ninety]).toEqual([
    { id: 3, kind: 'horizontal', price: 90 },
    { id: 1, kind: 'horizontal', price: 100 },
  ]);
});

test('an answer from before the own change is not taken, unless the chart has just been opened', () => {
  const account = new Account();
  const old = account.now;
  const start = save(draw(open(null, account), 100), account);
  expect(prices(withAccount(start, old, []))).toEqual([100]);
  // The same address signed up anew: what is in the browser was of the account that is gone.
  const again = withAccount({ ...start, isHeard: false }, old, []);
  expect([prices(again), linesToSend(again)]).toEqual([[], null]);
});

test('nothing is sent before the account has been heard of and the splits are known', () => {
  const opened = openedLines(readLines('[400]'));
  expect(linesToSend(opened)).toBeNull();
  expect(linesToSend(throughNews(opened, []))).toBeNull();
  expect(linesToSend({ ...opened, isHeard: true })).toBeNull();
});

test('a split restates the lines once, whichever browser hears of it first', () => {
  const account = new Account();
  const start = save(draw(open(null, account), 400, 300), account);
  // 1 share to 2: half the price. One browser is open meanwhile, the other was away and had 300 moved to 310.
  const past = [split('9')];
  const first = save(throughNews(start, past), account);
  expect([prices(first), account.now.split]).toEqual([[200, 150], '9']);
  const away = throughNews(draw(start, 400, 310), past);
  expect(prices(withAccount(away, account.now, past))).toEqual([200, 155]);
  // A browser without anything in its storage asks an account that has not heard of it yet.
  const late = new Account();
  save(draw(open(null, late), 400), late);
  const fresh = open(null, late, past);
  expect(prices(fresh)).toEqual([200]);
  expect(linesToSend(fresh)).toEqual({ version: 1, split: '9', lines: [{ kind: 'horizontal', price: 200 }] });
});

test('lines sent before a split are no agreement after it', () => {
  const account = new Account();
  const start = draw(open(null, account), 400);
  const sent = linesToSend(start)!;
  account.take(start);
  const meanwhile = throughNews(start, [split('9')]);
  expect(afterSending(meanwhile, sent)).toBe(meanwhile);
  expect(prices(withAccount(meanwhile, account.now, [split('9')]))).toEqual([200]);
});

test('both together are no more than a chart bears, those of the account first', () => {
  const account = new Account();
  const many = Array.from({ length: 20 }, (_, n) => 100 + n);
  save(draw(open(null, account), ...many), account);
  const together = open(JSON.stringify(many.map((price) => price + 500)), account);
  expect(prices(together)).toEqual([...many, ...many.slice(0, 10).map((price) => price + 500)]);
});
