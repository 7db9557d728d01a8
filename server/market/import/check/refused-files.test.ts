// Files and rows that are not imported, each with its sentence.
import { describe, expect, it } from 'vitest';
import { HEADER, PLAIN, problems, read } from '../../../../tests/scenes/import-file.ts';

describe('files that are refused as a whole', () => {
  it.each([
    ['{"Error Message": "Invalid API call."}', 'holds no prices, only an answer of Alpha Vantage: "Invalid API call."'],
    ['{"Note": "5 calls per minute"}', 'holds no prices, only an answer of Alpha Vantage: "5 calls per minute"'],
    ['{"Information": "25 requests"}', 'holds no prices, only an answer of Alpha Vantage: "25 requests"'],
    ['{"Global Quote": {}}', 'is an empty Alpha Vantage quote: the provider does not know the symbol'],
    [
      '{"Global Quote": {"01. symbol": "A"}}',
      'is one quote (Alpha Vantage GLOBAL_QUOTE), not history; save TIME_SERIES_DAILY instead',
    ],
    ['{"c":261.7,"h":1,"l":1,"o":1,"pc":1,"t":1}', 'is one quote (Finnhub), not history; save its candles instead'],
    ['{"c":0,"h":0,"l":0,"o":0,"pc":0,"t":0}', 'is an empty Finnhub quote: the provider does not know the symbol'],
    ['{"s":"no_data"}', 'holds no prices: Finnhub answered "no_data"'],
    [
      '{"code":429,"message":"Out of credits.","status":"error"}',
      'holds no prices, only an answer of the provider: "Out of credits."',
    ],
    [
      '{"chart":{"result":null,"error":{"code":"Not Found","description":"No data"}}}',
      'holds no prices, only an answer of Yahoo: "No data"',
    ],
    ['{"a":{"b":1}}', 'holds JSON of no known provider; its keys are: a'],
    ['{"a":', 'is not valid JSON'],
    ['[]', 'holds an empty list'],
    ['<html>', 'is a web page (HTML) instead of data'],
    ['Exceeded the daily hits limit', 'holds text, not a table: "Exceeded the daily hits limit"'],
    ['close,high,low,open\n1,2,1,1\n', 'has no column date; its header is: close, high, low, open'],
    [
      'Symbol,Company Name,Industry\nACME,Acme,IT\n',
      'has no columns date, open, high, low, close; its header is: Symbol, Company Name, Industry',
    ],
    [
      '34200.0003,5,0,10,33578400,1,null\n35999.9,1,6,25,33749000,-1,null\n',
      'has no header, and its columns are not date, open, high, low, close, volume',
    ],
    [HEADER, 'has a header and no rows'],
    ['date,open,high,low,close,close\n2024-05-02,10,12,9,11,12\n', 'names the column "close" twice'],
    [
      'Date,A.Open,A.High,A.Low,A.Close,B.Open,B.High,B.Low,B.Close\n2024-05-02,1,1,1,1,2,2,2,2\n',
      'holds several stocks side by side (A, B)',
    ],
    [
      'date,open,high,low,close,volume\n05/02/2024,10,12,9,11,100\n',
      'has dates like "05/02/2024" that can be read two ways; say --date-format dmy',
    ],
    [
      'date;open;high;low;close\n2024-05-02;1,234;1,234;1,234;1,234\n',
      'has prices like "1,234" that can be read two ways; say --decimal comma or --decimal point',
    ],
    [
      `${HEADER}2024-05-02 09:15,10,12,9,11,1\n2024-05-02 09:20,10,12,9,11,1\n`,
      'has bars 5 minutes apart; only daily and 1-minute bars can be imported',
    ],
    [`${HEADER}2024-05-02 09:15:01,10,12,9,11,1\n2024-05-02 09:15:31,10,12,9,11,1\n`, 'has bars 30 seconds apart'],
    [`${HEADER}2024-05-02,-,-,-,-,-\n`, 'holds no prices'],
    [
      `${HEADER}2024-05-02,0,0,0,0,0\n2024-05-03,x,1,1,1,1\n`,
      'open 0 is not above zero, and 1 more row is broken: none is left',
    ],
  ])('%s', (text, reason) => expect(() => read(text)).toThrow(reason));

  it('a name that is no symbol, instead of a guess', () => {
    for (const name of ['my prices.csv', 'stooq_daily.csv', 'A_B.csv', 'ACME+.csv', '.csv', 'Müller.csv']) {
      expect(() => read(PLAIN, {}, name)).toThrow('does not name its stock');
    }
    expect(() =>
      read('date,open,high,low,close,Symbol\n2024-05-02,1,1,1,1,A\n2024-05-02,1,1,1,1,B\n', { symbol: 'C' }),
    ).toThrow('holds 2 symbols, so --symbol C cannot name them');
  });

  it('several bars on a day that are said to be daily', () => {
    const text = `${HEADER}2024-05-02 09:15,10,12,9,11,1\n2024-05-02 09:16,10,12,9,11,1\n`;
    expect(() => read(text, { interval: '1D' })).toThrow('has several bars on one day, so its bars are not daily');
  });
});

describe('bars of weeks and months', () => {
  const every = (days: number, symbol: string, count = 12): string =>
    Array.from({ length: count }, (_, n) => {
      const date = new Date(Date.UTC(2024, 0, 1 + n * days)).toISOString().slice(0, 10);
      return `${symbol},${date},10,12,9,11,100\n`;
    }).join('');
  const header = `Symbol,${HEADER}`;

  it('are refused, unless the operator says that they are days', () => {
    const said = 'only daily and 1-minute bars can be imported (say --interval 1D if these are the days on which';
    expect(() => read(`${header}${every(7, 'A')}`)).toThrow(`has about one bar a week; ${said}`);
    expect(() => read(`${header}${every(30, 'A')}`)).toThrow(`has about one bar a month; ${said}`);
    expect(read(`${header}${every(7, 'A')}`, { interval: '1D' }).series[0].bars).toHaveLength(12);
  });

  it('are not taken for them where there are few, or where another stock of the file has days', () => {
    expect(read(`${header}${every(7, 'A', 9)}`).series).toHaveLength(1);
    expect(() => read(`${header}${every(7, 'A', 10)}`)).toThrow('has about one bar a week');
    expect(read(`${header}${every(4, 'A')}`).series).toHaveLength(1);
    expect(() => read(`${header}${every(5, 'A')}`)).toThrow('has about one bar a week');
    expect(read(`${header}${every(7, 'A')}${every(1, 'B')}`).series).toHaveLength(2);
  });
});

describe('broken rows, each with its line and reason', () => {
  it.each([
    ['2024-05-02,10,9,9.5,9.2,100', 'high 9.00 is below low 9.50'],
    ['2024-05-02,10,9.99,9,9.5,100', 'high 9.99 is below open 10.00'],
    ['2024-05-02,10,10,9,11,100', 'high 10.00 is below close 11.00'],
    ['2024-05-02,10,12,10.5,11,100', 'low 10.50 is above open 10.00'],
    ['2024-05-02,12,12,11,10,100', 'low 11.00 is above close 10.00'],
    ['2024-05-02,,12,9,11,100', 'open is missing'],
    ['2024-05-02,,,,11,0', 'open, high, low are missing'],
    ['2024-05-02,10,12,0,11,100', 'low 0 is not above zero'],
    ['2024-05-02,-10,12,9,11,100', 'open -10 is not above zero'],
    ['2024-05-02,10,12,0.001,11,100', 'low 0.001 is less than one paisa'],
    ['2024-05-02,10,99999999999,9,11,100', 'high 99999999999 is more than a price can be (10000000.00)'],
    ['2024-05-02,ten,12,9,11,100', 'open "ten" is not a number'],
    ['2024-05-02,10,12,9,11,-1', 'volume -1 is below zero'],
    ['2024-05-02,10,12,9,11,', 'volume is missing'],
    ['2024-05-02,10,12,9,11,many', 'volume "many" is not a number'],
    ['2024-05-02,10,12,9,11,9e20', 'volume 9e20 is more than a volume can be'],
    ['2024-05-02,10,12,9', 'has 4 cells where 6 are expected'],
    ['2024-05-02,10,12,9,11,100,7', 'has 7 cells where 6 are expected'],
    ['N/D,N/D,N/D,N/D,N/D,N/D', '"N/D" is not a date'],
    ['2023-02-29,10,12,9,11,100', '"2023-02-29" is not a day of the calendar'],
    ['2027-05-02,10,12,9,11,100', '2027-05-02 lies in the future'],
    ['2026-11-20,10,12,9,11,100', '2026-11-20 is 1 day ago; bars must be at least 30 days old (MIN_DATA_AGE_DAYS)'],
    ['2026-10-23,10,12,9,11,100', '2026-10-23 is 29 days ago; bars must be at least 30 days old (MIN_DATA_AGE_DAYS)'],
    ['\u001b[31m,10,12,9,11,100', '"[31m" is not a date'],
  ])('%s', (row, reason) => {
    expect(problems(`${HEADER}2020-01-01,1,1,1,1,1\n${row}\n`)).toEqual([`3: ${reason}`]);
  });

  it('a bar of exactly the least age is taken, and any age when the operator answers for it', () => {
    expect(problems(`${HEADER}2026-10-22,10,12,9,11,100\n`)).toEqual([]);
    expect(problems(`${HEADER}2026-11-20,10,12,9,11,100\n`, { minAgeDays: 0 })).toEqual([]);
  });

  it('a bar of tomorrow lies in the future, also for an operator who takes bars of any age', () => {
    // The files are read on 21 November 2026. A zone ahead of India may have tomorrow's date, and no bar of it.
    const tomorrow = `${HEADER}2026-11-22,10,12,9,11,100\n`;
    expect(() => read(tomorrow, { minAgeDays: 0 })).toThrow('2026-11-22 lies in the future');
    expect(() => read(tomorrow, { minAgeDays: 30 })).toThrow('2026-11-22 is 0 days ago; bars must be at least 30 days');
    expect(read(`${HEADER}2026-11-21,10,12,9,11,100\n`, { minAgeDays: 0 }).series).toHaveLength(1);
    const yesterday = `${HEADER}2026-11-20,10,12,9,11,100\n`;
    expect(() => read(yesterday, { minAgeDays: 2 })).toThrow(
      '2026-11-20 is 1 day ago; bars must be at least 2 days old',
    );
    expect(() => read(tomorrow, { minAgeDays: 1 })).toThrow('is 0 days ago; bars must be at least 1 day old');
  });

  it('the good rows stay in the series, the broken ones do not', () => {
    const { series, problems: broken } = read(`${PLAIN}2024-05-06,10,9,9.5,9.2,100\n`);
    expect(series[0].bars).toHaveLength(2);
    expect(broken).toEqual([{ line: 4, reason: 'high 9.00 is below low 9.50' }]);
  });

  it('two different bars for one day are both broken: neither can be trusted', () => {
    const { series, problems: broken } = read(
      `${PLAIN}2024-05-03,11,11.5,10.5,11.3,200\n2024-05-03,11,11.5,10.5,11.25,200\n`,
    );
    expect(series[0].bars.map((bar) => bar.line)).toEqual([2]);
    expect(broken).toEqual([
      { line: 3, reason: '2024-05-03 is given again with other values in line 4' },
      { line: 4, reason: '2024-05-03 was given before with other values' },
      { line: 5, reason: '2024-05-03 was given before with other values' },
    ]);
  });

  it('a symbol that is none', () => {
    const text = 'date,open,high,low,close,symbol\n2024-05-02,1,1,1,1,ACME\n2024-05-02,1,1,1,1,"ACME; drop"\n';
    expect(problems(text)).toEqual(['3: "ACME; drop" is not a symbol (1 to 20 of A-Z 0-9 . & -)']);
  });

  describe('in JSON, entries are counted from the first one', () => {
    const entry = (date: string, high: number | string = 2) => ({ date, open: 1, high, low: 1, close: 2, volume: 3 });
    const listed = (...entries: unknown[]): string => JSON.stringify(entries);

    it.each([
      ['of records', (date: string, high?: number) => entry(date, high)],
      ['of lists', (date: string, high?: number) => Object.values(entry(date, high))],
    ])('in a list %s', (_, made) => {
      const text = listed(made('2024-05-02'), made('2024-05-03', 0.5), made('2024-05-06'), made('2024-05-06', 2.5));
      const { placeWord, problems: broken } = read(text);
      expect(placeWord).toBe('entry');
      expect(broken).toEqual([
        { line: 2, reason: 'high 0.50 is below low 1.00' },
        { line: 3, reason: '2024-05-06 is given again with other values in entry 4' },
        { line: 4, reason: '2024-05-06 was given before with other values' },
      ]);
    });

    it.each([
      [listed(entry('2024-05-02', 'x')), 'entry 1: high "x" is not a number'],
      [listed(entry('2024-05-02'), [1]), 'entry 2: mixes different kinds of entries'],
      [listed(entry('13/01/2020'), entry('01/13/2020'), entry('01/02/2020')), '"13/01/2020", entry 1'],
      [listed(entry('01/02/2020'), entry('02/02/2020')), 'entry 1: has dates like "01/02/2020"'],
    ])('in the refusal of %s', (text, sentence) => expect(() => read(text)).toThrow(sentence));
  });

  it('a minute that is not on the minute', () => {
    const text = `${HEADER}2024-05-02 09:15,1,1,1,1,1\n2024-05-02 09:16,1,1,1,1,1\n2024-05-03 09:15:30,1,1,1,1,1\n`;
    expect(problems(text)).toEqual(['4: its time is not on a whole minute']);
  });
});
