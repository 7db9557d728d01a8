// The files that a trader downloads, over the end of a tax year: they agree to the paisa with each other, with the calls, and with the books.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '../contract/trade.ts';
import type { ContractNote } from '../contract/trade/contract-note.ts';
import type { TradeDiaryData } from '../contract/trade/diary.ts';
import type { ProfitReport } from '../contract/trade/profit.ts';
import { csvOf } from '../contract/wire/csv.ts';
import { daysCsv, tradesCsv } from '../web/trade/diary/diary-csv.ts';
import { FILLS_HEADER, fillLine, orderLine, ORDERS_HEADER } from '../web/trade/own-csv.ts';
import { incomeCsv, linesCsv, stocksCsv } from '../web/trade/profit/profit-csv.ts';
import { half, total } from './accountant.ts';
import type { Books } from './accountant.ts';
import { request } from './accounts.ts';
import { csvRows } from './csv-rows.ts';
import type { CsvRow } from './csv-rows.ts';
import { ask, CASH, seen, server, sumOf, tradeAtRandom } from './scenes/accountant.ts';
import type { Seen } from './scenes/accountant.ts';
import { unzip } from './unzip.ts';

const YEARS = [{}, { from: '2026-04-01', to: '2027-03-31' }, { from: '2027-04-01', to: '2028-03-31' }] as const;

/** A sum in a file, which has whole paise. */
function paiseIn(row: CsvRow, name: string): number {
  expect([name, row[name]]).toEqual([name, expect.stringMatching(/^-?\d+(\.\d{1,2})?$/)]);
  return Math.round(Number(row[name]) * 100) + 0;
}

const sumIn = (rows: readonly CsvRow[], name: string): number => sumOf(rows, (row) => paiseIn(row, name));
const rowsWith = (rows: readonly CsvRow[], name: string, value: string) => rows.filter((row) => row[name] === value);

type Copy = (file: string) => CsvRow[];

tradeAtRandom(9);

const copies = new Map<Seen, Copy>();
beforeAll(async () => {
  for (const one of seen) {
    const reply = await server.app.inject(request('GET /exportData', {}, { token: one.person.token }));
    const files = unzip(reply.rawPayload);
    copies.set(one, (file) => csvRows(files.get(file)!.toString('utf8')));
  }
});

const bySymbol = (books: Books) => [...books.holdings].filter(([, { quantity }]) => quantity > 0);

test('enough has happened for it to mean something', async () => {
  const days = seen.flatMap(({ books }) => [...books.days]);
  expect(sumOf(days, ([, { fractions }]) => fractions)).toBeGreaterThan(0);
  expect(sumOf(days, ([, { dividends }]) => dividends)).toBeGreaterThan(0);
  const isPartFilled = seen.some(({ fills }) => new Set(fills.map(({ orderId }) => orderId)).size < fills.length);
  expect(isPartFilled).toBe(true);
  const reports: ProfitReport[] = [];
  for (const { person } of seen) reports.push(await ask('GET /profitReport', YEARS[2], person));
  // Bought before a year's end and before a split, sold after both.
  expect(
    reports.flatMap(({ lines }) => lines).some(({ symbol, boughtOn }) => symbol === 'MERIT' && boughtOn < '2027-03-31'),
  ).toBe(true);
});

describe('the copy of everything that a person has', () => {
  test('the ledger comes to the cash and the shares of the portfolio, kind by kind', () => {
    for (const [{ books }, copy] of copies) {
      const ledger = copy('ledger.csv');
      const money = rowsWith(ledger, 'Asset', 'INR');
      expect(sumIn(money, 'Change')).toBe(books.cash);
      expect(sumIn(rowsWith(money, 'Kind', 'deposit'), 'Change')).toBe(CASH);
      const days = [...books.days.values()];
      for (const [kind, expected] of [
        ['dividend', sumOf(days, ({ dividends }) => dividends)],
        ['fraction', sumOf(days, ({ fractions }) => fractions)],
        ['brokerage', -sumOf(days, ({ brokerage }) => brokerage)],
        ['flat-fee', -sumOf(days, ({ flat }) => flat)],
        ['statutory', -sumOf(days, ({ law }) => law)],
      ] as const)
        expect([kind, sumIn(rowsWith(money, 'Kind', kind), 'Change')]).toEqual([kind, expected]);
      const symbols = [...new Set(ledger.map(({ Asset: asset }) => asset))].filter((asset) => asset !== 'INR');
      const held = symbols.map(
        (symbol) => [symbol, sumOf(rowsWith(ledger, 'Asset', symbol), (row) => Number(row.Change))] as const,
      );
      expect(held.filter(([, count]) => count !== 0).sort()).toEqual(
        bySymbol(books)
          .map(([symbol, { quantity }]) => [symbol, quantity])
          .sort(),
      );
    }
  });

  test('trades and orders are those of the lists, with each fill’s own charges', () => {
    for (const [{ orders, fills, books }, copy] of copies) {
      const trades = copy('transactions.csv');
      expect(trades.map((row) => [row.Trade, row.Side, row.Symbol, row.Quantity, row.Price])).toEqual(
        fills.map((fill) => [
          String(fill.tradeId),
          fill.type,
          fill.stock.symbol,
          String(fill.quantity),
          String(fill.price),
        ]),
      );
      for (const { orderId } of orders) {
        const known = books.standing(orderId);
        const own = rowsWith(trades, 'Order', orderId);
        expect(['Value', 'Brokerage', 'Flat fee', 'Statutory charges'].map((name) => sumIn(own, name))).toEqual([
          known.value,
          known.brokerage,
          known.flat,
          known.law,
        ]);
        const [row] = rowsWith(copy('orders.csv'), 'Order', orderId);
        expect(Number(row.Filled)).toBe(known.quantity);
      }
    }
  });

  test('corporate actions are there, with the cash of each', () => {
    for (const [{ books, person }, copy] of copies) {
      const rows = copy('corporate-actions.csv');
      const days = [...books.days];
      expect(sumIn(rows, 'Cash')).toBe(sumOf(days, ([, day]) => day.dividends + day.fractions));
      for (const [date, { dividends, fractions }] of days)
        expect(sumIn(rowsWith(rows, 'Day', date), 'Cash')).toBe(dividends + fractions);
      // The ledger refers to the action by its number.
      for (const row of rows) {
        const moved = copy('ledger.csv').filter(
          ({ Kind: kind, 'Belongs to': number }) =>
            (kind === 'dividend' || kind === 'fraction') && number === row.Action,
        );
        expect([person.name, row.Action, sumIn(moved, 'Change')]).toEqual([
          person.name,
          row.Action,
          paiseIn(row, 'Cash'),
        ]);
      }
    }
  });
});

describe('the files of the screens', () => {
  test('profit: lots, stocks and income of each tax year are its table, and both years are all', async () => {
    for (const { person, books } of seen) {
      const totals: number[][] = [];
      for (const span of YEARS) {
        const report: ProfitReport = await ask('GET /profitReport', span, person);
        const figures = [
          'Shares',
          'Bought for',
          'Sold for',
          'Profit (before charges)',
          'Charges of both sides',
          'Net profit',
        ];
        const { quantity, cost, proceeds, profit, charges, net } = report.total;
        const whole = [quantity, cost, proceeds, profit, charges, net].map((sum) => Math.round(sum * 100));
        for (const text of [linesCsv(report), stocksCsv(report)]) {
          const rows = csvRows(text);
          const last = rows.pop()!;
          expect(last.Symbol).toBe('Total');
          expect(figures.map((name) => paiseIn(last, name))).toEqual(whole);
          expect(figures.map((name) => sumIn(rows, name))).toEqual(whole);
        }
        const income = csvRows(incomeCsv(report));
        expect(sumIn(rowsWith(income, 'Kind', 'Dividend'), 'Amount')).toBe(Math.round(report.dividends * 100));
        const isIn = (date: string) => !('from' in span) || (date >= span.from && date <= span.to);
        const days = [...books.days].filter(([date]) => isIn(date)).map(([, day]) => day);
        expect(sumIn(income, 'Amount')).toBe(sumOf(days, ({ dividends, fractions }) => dividends + fractions));
        totals.push(whole);
      }
      const [all, old, young] = totals;
      expect(old.map((sum, index) => sum + young[index])).toEqual(all);
    }
  });

  test('a day of the diary and its contract note pay the same charges, and so do the lists of that day', async () => {
    for (const { person, books, orders, fills } of seen) {
      const diary: TradeDiaryData = await ask('GET /tradeDiary', {}, person);
      const days = csvRows(daysCsv(diary));
      const ownFills = csvRows(csvOf(FILLS_HEADER, (fills as readonly Transaction[]).map(fillLine)));
      for (const [date, day] of books.days) {
        if (day.byOrder.size === 0) continue;
        const note: ContractNote = await ask('GET /contractNote', { day: date }, person);
        const [row] = rowsWith(days, 'Day', date);
        expect([paiseIn(row, 'Charges'), Math.round(note.charges * 100)]).toEqual([total(day), total(day)]);
        const traded = fills.filter(({ completedAt }) => indianDay(completedAt) === date).map(({ _id: id }) => id);
        const listed = ownFills.filter(({ ID: id }) => traded.includes(id));
        expect(sumIn(listed, 'Charges')).toBe(total(day));
        expect(sumIn(listed, 'Total')).toBe(day.bought + day.sold);
        expect(sumOf(note.orders, ({ fills: ofOrder }) => ofOrder.length)).toBe(traded.length);
        for (const order of note.orders) {
          const mean =
            order.filledQuantity === 0 ? null : half(Math.round(order.value * 100), order.filledQuantity) / 100;
          expect(order.averagePrice).toBe(mean);
          expect(sumOf(order.fills, ({ value }) => Math.round(value * 100))).toBe(Math.round(order.value * 100));
        }
      }
      const ownOrders = csvRows(csvOf(ORDERS_HEADER, orders.map(orderLine)));
      expect(sumIn(ownOrders, 'Charges')).toBe(sumIn(ownFills, 'Charges'));
      expect(sumIn(ownOrders, 'Charges')).toBe(sumOf(books.days.values(), total));
      const trades = csvRows(tradesCsv(diary));
      expect(sumIn(trades, 'P&L (before charges)')).toBe(sumIn(days, 'Overall P&L (before charges)'));
      const report: ProfitReport = await ask('GET /profitReport', {}, person);
      expect(sumIn(trades, 'Net P&L')).toBe(Math.round(report.total.net * 100));
      expect(sumIn(copies.get(seen.find((one) => one.person === person)!)!('diary.csv'), 'Net P&L')).toBe(
        Math.round(report.total.net * 100),
      );
    }
  });
});

function indianDay(at: string): string {
  return new Date(Date.parse(at) + 19_800_000).toISOString().slice(0, 10);
}
