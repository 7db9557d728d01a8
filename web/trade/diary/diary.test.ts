// The calendar of the diary, what its views ask for, and how its figures read.
import { expect, test } from 'vitest';
import type { DiaryDay, TradeDiaryData } from '../../../contract/trade/diary.ts';
import { addDays, addMonths, isDay, isMonth, isTime, monthRange, monthWeeks, today } from './calendar.ts';
import {
  dayLabel,
  rangeOf,
  rangeWords,
  selectedDay,
  shortSignedText,
  tinyText,
  tradesFrom,
  tradesOnPage,
} from './diary-days.ts';
import { chartSpanOf } from './chart-span.ts';
import { daysCsv, fileName, tradesCsv } from './diary-csv.ts';
import { diarySearch } from './diary-search.ts';
import { heldText, profitFactorText, rateText, ratioText, riskText, sampleText } from './figure-words.ts';
import { withNote } from './with-note.ts';

test('weeks run from Sunday to Saturday and hold every day of the month once', () => {
  const weeks = monthWeeks('2026-11');
  // 1 November 2026 is a Sunday: five weeks, the last with five days of December.
  expect(weeks[0][0]).toBe('2026-11-01');
  expect(weeks).toHaveLength(5);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  expect(weeks[4]).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null]);
  // February 2024 begins on a Thursday and has 29 days.
  expect(monthWeeks('2024-02')[0]).toEqual([null, null, null, null, '2024-02-01', '2024-02-02', '2024-02-03']);
  expect(monthWeeks('2024-02').flat().filter(Boolean)).toHaveLength(29);
});

test('months and days go over the ends of years', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(monthRange('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test('the day is India’s: it rolls at 18:30 UTC', () => {
  expect(today(Date.UTC(2026, 10, 20, 18, 29, 59))).toBe('2026-11-20');
  expect(today(Date.UTC(2026, 10, 20, 18, 30))).toBe('2026-11-21');
});

test('only days, months and times that exist are taken from the address', () => {
  expect([isDay('2026-02-28'), isDay('2026-02-30'), isDay('26-1-1'), isDay(5)]).toEqual([true, false, false, false]);
  expect([isMonth('2026-12'), isMonth('2026-13')]).toEqual([true, false]);
  expect([isTime('09:15'), isTime('24:00'), isTime('9:15')]).toEqual([true, false, false]);
  expect(
    diarySearch({ view: 'weekly', month: 'x', day: '2026-11-31', from: '2026-11-01', to: 3, time: '25:00' }),
  ).toEqual({
    view: undefined,
    month: undefined,
    day: undefined,
    time: undefined,
    from: '2026-11-01',
    to: undefined,
    show: undefined,
    trade: undefined,
    tag: undefined,
  });
  expect(diarySearch({ show: 'analysis', trade: '12-2026-11-20', tag: '#Break Out' })).toMatchObject({
    show: 'analysis',
    trade: '12-2026-11-20',
    tag: 'break-out',
  });
  expect(diarySearch({ show: 'all', trade: '<b>', tag: '<b>' })).toMatchObject({
    show: undefined,
    trade: undefined,
    tag: undefined,
  });
});

test('each view asks for its own days', () => {
  expect(rangeOf({}, '2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(rangeOf({ day: '2026-10-05' }, '2026-11-20')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(rangeOf({ view: 'daily' }, '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  expect(rangeOf({ view: 'custom' }, '2026-11-20')).toEqual({ from: undefined, to: undefined });
  expect(rangeOf({ view: 'custom', from: '2026-11-09', to: '2026-11-02' }, '2026-11-20')).toEqual({
    from: '2026-11-02',
    to: '2026-11-09',
  });
  expect(rangeWords({}, '2026-11-20')).toBe('November 2026');
  expect(rangeWords({ view: 'custom' }, '2026-11-20')).toBe('All time');
});

test('a day outside the days in view is not looked at: it would seem to be without trades', () => {
  const today = '2026-11-20';
  expect(selectedDay({ day: '2026-11-05' }, today)).toBe('2026-11-05');
  expect(selectedDay({ day: '2026-11-05', month: '2026-10' }, today)).toBeUndefined();
  const october = { view: 'custom', from: '2026-10-31', to: '2026-10-01' } as const;
  expect(selectedDay({ ...october, day: '2026-11-05' }, today)).toBeUndefined();
  expect(selectedDay({ ...october, day: '2026-10-31' }, today)).toBe('2026-10-31');
  expect(selectedDay({ view: 'custom', day: '2020-01-01' }, today)).toBe('2020-01-01');
  expect(selectedDay({ view: 'daily' }, today)).toBe(today);
  expect(selectedDay({ view: 'daily', day: '2026-11-05' }, today)).toBe('2026-11-05');
});

const day: DiaryDay = {
  date: '2026-11-20',
  trades: 2,
  overallPL: 130,
  netPL: 120,
  charges: 10,
  brokerage: 5,
  statutoryCharges: 0,
  status: 'PROFIT',
  details: ['04:30', '09:50'].map((time, index) => ({
    _id: String(index),
    time: `2026-11-20T${time}:00.000Z`,
    type: 'SELL',
    symbol: 'MERIT',
    quantity: 1,
    entry: 1,
    exit: 2,
    pnl: 1,
    charges: 0,
    notes: '',
    tags: [],
    mood: null,
    openedAt: '2026-11-20T04:00:00.000Z',
    entryCharges: 0,
    net: 1,
    heldSeconds: 1800,
    mae: 0,
    mfe: 1,
    low: 1,
    high: 2,
    efficiency: 1,
    pathSource: 'ticks',
    stopPrice: null,
    r: null,
  })),
};

test('trades from a time on, by India’s clock', () => {
  expect(tradesFrom(day, undefined)).toHaveLength(2);
  // 04:30 UTC is 10:00 and 09:50 UTC is 15:20.
  expect(tradesFrom(day, '10:00')).toHaveLength(2);
  expect(tradesFrom(day, '10:01')).toHaveLength(1);
  expect(tradesFrom(day, '15:21')).toHaveLength(0);
});

test('a day of many trades is paged by fifty, and begins at the open trade', () => {
  const trades = Array.from({ length: 120 }, (_, index) => ({ _id: String(index) }));
  const shown = (page?: number, open?: string) => {
    const found = tradesOnPage(trades, page, open);
    return [found.page, found.totalPages, found.onPage[0]?._id, found.onPage.length];
  };
  // 120 trades are 50 + 50 + 20; the trade numbered 70 is on the second page.
  expect(shown()).toEqual([1, 3, '0', 50]);
  expect(shown(undefined, '70')).toEqual([2, 3, '50', 50]);
  expect(shown(3, '70')).toEqual([3, 3, '100', 20]);
  // Of a page that has gone, the last; an unknown trade is looked for on the first.
  expect(shown(9)).toEqual([3, 3, '100', 20]);
  expect(shown(undefined, 'gone')).toEqual([1, 3, '0', 50]);
  expect(tradesOnPage([], undefined, undefined)).toEqual({ page: 1, totalPages: 1, onPage: [] });
});

test('sums for a calendar cell, and the whole day in words', () => {
  expect([
    shortSignedText(0),
    shortSignedText(-0.4),
    shortSignedText(0.99),
    shortSignedText(1234.4),
    shortSignedText(-99_999.4),
    shortSignedText(125_000),
    shortSignedText(-30_000_000),
  ]).toEqual(['0', '\u22120.40', '+0.99', '+1,234', '\u221299,999', '+1.25L', '\u22123Cr']);
  expect([
    tinyText(0),
    tinyText(-0.25),
    tinyText(-459),
    tinyText(3388),
    tinyText(999.5),
    tinyText(125_000),
    tinyText(-30_000_000),
    tinyText(99_940),
    tinyText(99_960),
    tinyText(-1_254_000_000),
  ]).toEqual(['0', '0.25', '459', '3.4K', '1K', '1.3L', '3Cr', '99.9K', '100K', '125Cr']);
  expect(dayLabel('2026-11-20', day)).toMatch(/profit \+\u20b9130\.00, net \+\u20b9120\.00, 2 trades$/);
  expect(dayLabel('2026-11-21', undefined)).toMatch(/no trades$/);
});

test('figures in words: times held, ratios, and samples that say little', () => {
  expect([0, 59, 60, 3599, 3600, 11_100, 86_400, 187_200].map(heldText)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '59 min',
    '1 h',
    '3 h 5 min',
    '1 d',
    '2 d 4 h',
  ]);
  expect([heldText(null), ratioText(null), ratioText(-1.5), rateText(-3.94), riskText(0.75), riskText(-1)]).toEqual([
    '\u2013',
    '\u2013',
    '\u22121.50',
    '\u22123.9%',
    '+0.75R',
    '\u22121.00R',
  ]);
  // What rounds to zero is neither above nor below.
  expect([ratioText(-0.004), rateText(-0.04), riskText(-0.004), riskText(0)]).toEqual(['0.00', '0%', '0.00R', '0.00R']);
  // No loss: without end; no win either: nothing to say.
  expect([
    profitFactorText({ profitFactor: null, wins: 3 }),
    profitFactorText({ profitFactor: null, wins: 0 }),
    profitFactorText({ profitFactor: 0, wins: 0 }),
  ]).toEqual(['\u221e', '\u2013', '0.00']);
  expect([sampleText(0), sampleText(30)]).toEqual([null, null]);
  expect(sampleText(1)).toMatch(/^Made of 1 trade\./);
});

test('a trade’s chart begins and ends with it, in bars that fit', () => {
  const detail = day.details[0];
  const at = (seconds: number) =>
    chartSpanOf({
      ...detail,
      openedAt: '2026-11-20T04:00:00.000Z',
      time: new Date(Date.UTC(2026, 10, 20, 4) + seconds * 1000).toISOString(),
    });
  expect(at(600)).toMatchObject({ symbol: 'MERIT', interval: '1m', entry: 1, exit: 2, quantity: 1 });
  expect(at(600).to - at(600).from).toBe(600);
  expect([7200, 36_000, 100_000, 500_000, 10_000_000].map((seconds) => at(seconds).interval)).toEqual([
    '5m',
    '15m',
    '1h',
    undefined,
    '1W',
  ]);
});

test('files: a row for each day or trade, and nothing that a spreadsheet would run', () => {
  const diary: TradeDiaryData = {
    winRate: 100,
    averageWin: 1,
    averageLoss: 0,
    overallPL: 130,
    netPL: 120,
    totalTrades: 2,
    charges: 10,
    brokerage: 5,
    statutoryCharges: 0,
    trades: [{ ...day, details: [{ ...day.details[0], notes: '=1+1', tags: ['a', 'b'] }] }],
    dayNotes: [{ id: '2026-11-19', notes: 'Rested, "at last"', tags: [], mood: 'calm' }],
  };
  const days = daysCsv(diary).split('\r\n');
  expect(days[1]).toBe('"2026-11-19",0,0,0,0,0,"NO TRADES","Rested, ""at last""","","calm"');
  expect(days[2]).toBe('"2026-11-20",2,130,10,5,120,"PROFIT","","",""');
  expect(days[0]).not.toContain('statutory');
  const levied = daysCsv({ ...diary, statutoryCharges: 2, trades: [{ ...day, statutoryCharges: 2 }] }).split('\r\n');
  expect(levied[0]).toContain('"Charges","of which brokerage","of which statutory","Net P&L"');
  expect(levied[1]).toBe('"2026-11-19",0,0,0,0,0,0,"NO TRADES","Rested, ""at last""","","calm"');
  expect(levied[2]).toBe('"2026-11-20",2,130,10,5,2,120,"PROFIT","","",""');
  const [header, row] = tradesCsv(diary).split('\r\n');
  expect(header.split(',')).toHaveLength(21);
  expect(row).toMatch(
    /^"0","20 Nov 2026, 09:30:00","20 Nov 2026, 10:00:00","MERIT",1,1,2,1,0,0,1,1800,0,1,1,"ticks",,,"'=1\+1","a b",$/,
  );
  expect(fileName('trades', { from: '2026-11-01', to: '2026-11-30' })).toBe(
    'istock-trades-2026-11-01-to-2026-11-30.csv',
  );
  expect([fileName('diary', {}), fileName('diary', { from: '2026-11-01', to: '2026-11-01' })]).toEqual([
    'istock-diary-all.csv',
    'istock-diary-2026-11-01.csv',
  ]);
});

test('a saved note is seen at once wherever its trade or day stands, and not in a diary of other days', () => {
  const diary = { trades: [day], dayNotes: [] } as unknown as TradeDiaryData;
  const november = { from: '2026-11-01', to: '2026-11-30' };
  const note = { id: '1', notes: 'n', tags: ['t'], mood: 'calm' as const };
  expect(withNote(diary, note, november).trades[0].details.map(({ notes }) => notes)).toEqual(['', 'n']);
  const ofDay = { ...note, id: '2026-11-20' };
  for (const days of [november, {}, { from: ofDay.id, to: ofDay.id }]) {
    const noted = withNote(diary, ofDay, days);
    expect(noted.dayNotes).toEqual([ofDay]);
    expect(withNote(noted, { ...ofDay, notes: '', tags: [], mood: null }, days).dayNotes).toEqual([]);
  }
  for (const days of [{ from: '2026-10-01', to: '2026-10-31' }, { from: '2026-11-21' }, { to: '2026-11-19' }])
    expect(withNote(diary, ofDay, days).dayNotes).toEqual([]);
});
