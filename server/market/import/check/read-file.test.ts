// Every quirk of the formats that providers hand out, with invented numbers, and the bars that are imported.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bars, HEADER, PLAIN, PLAIN_BARS, read } from '../../../../tests/scenes/import-file.ts';

describe('tables that are imported', () => {
  it.each([
    ['plain', PLAIN],
    ['gzip', gzipSync(PLAIN)],
    ['a byte order mark and CRLF', `\uFEFF${PLAIN.replaceAll('\n', '\r\n')}`],
    ['tabs', PLAIN.replaceAll(',', '\t')],
    ['capitals and spaces', PLAIN.replace('date,open,high', '"Date ","OPEN ", High ')],
    ['newest first', `${HEADER}2024-05-03,11,11.5,10.5,11.25,200\n2024-05-02,10,12,9,11,100\n`],
    ['an exact duplicate', `${PLAIN}2024-05-03,11,11.5,10.5,11.25,200\n`],
    ['no line end at the end', PLAIN.trimEnd()],
    [
      'a list of records',
      JSON.stringify(
        PLAIN.trim()
          .split('\n')
          .slice(1)
          .map((line) => {
            const [date, open, high, low, close, volume] = line.split(',');
            return { date, open: Number(open), high, low, close, volume };
          }),
      ),
    ],
  ])('%s', (_, text) => expect(bars(text)).toEqual(PLAIN_BARS));

  it.each([
    ['an index column without a name', ',date,open,high,low,close,volume\n0,2024-05-02,10,12,9,11,100.0\n'],
    ['dates under a column without a name', ',Open,High,Low,Close,Volume\n2024-05-02,10,12,9,11,100\n'],
    [
      'another order of columns',
      'Date,Close/Last,Volume,Open,High,Low\n05-02-2024,$11,100,$10,$12,$9\n2024-05-02,11,100,10,12,9\n',
    ],
    [
      'adjusted close and open interest',
      'date,open,high,low,close,adjusted_close,volume,open_interest\n05-02-2024,10,12,9,11,10.4,100,7\n',
    ],
    ['old order with adjusted close', 'Date,Open,High,Low,Close,Volume,Adj Close\n2024-05-02,10,12,9,11,100,5.5\n'],
    [
      'columns that carry the symbol',
      'Date,ACME.Open,ACME.High,ACME.Low,ACME.Close,ACME.Volume,ACME.Adjusted,mavg\n2024-05-02,10,12,9,11,100,8,1\n',
    ],
    ['decimal commas', 'date;open;high;low;close;volume\n02.05.2024;10,00;12,00;9,00;11,00;100\n'],
    ['offsets of a time zone', 'timestamp,open,high,low,close,volume,oi\n2024-05-02 00:00:00+05:30,10,12,9,11,100,0\n'],
    [
      'an exponent and a time of midnight',
      'Date,Open,High,Low,Close,Volume\n5/2/2024 12:00:00 AM,10,12,9,11,1.00E+02\n',
    ],
    ['no header', '20240502,10,12,9,11,100\n'],
    ['a symbol column called Name', 'date,open,high,low,close,volume,Name\n2024-05-02,10,12,9,11,100,acme\n'],
    ['noise of binary numbers', 'date,open,high,low,close,volume\n2024-05-02,9.999999,12.0000001,9.00000019,11,100\n'],
  ])('%s', (_, text) => expect(bars(text, { dateOrder: 'mdy' }, 'ACME_daily.csv')).toEqual([PLAIN_BARS[0]]));

  it('exports of the exchange: padded names, both styles of grouping', () => {
    const text =
      '\uFEFF"Date ","series ","OPEN ","HIGH ","LOW ","PREV. CLOSE ","ltp ","close ","vwap ","VOLUME ","VALUE ","No of trades "\n' +
      '"19-Feb-2020","EQ","502.00","523.00","501.35","502.15","522.00","516.75","513.91","1,547,819","795,434,488.60","34,547"\n' +
      '"18-Feb-2020","EQ","1,002.00","1,023.00","1,001.35","502.15","522.00","1,016.75","513.91","15,47,819","79,54,34,488.60","34"\n';
    expect(bars(text, {}, 'Quote-Equity-ACME-EQ-18-02-2020-to-19-02-2020.csv')).toEqual([
      'ACME 1D: 2020-02-18 1002 1023 1001.35 1016.75 1547819',
      'ACME 1D: 2020-02-19 502 523 501.35 516.75 1547819',
    ]);
  });

  it('legacy bhavcopy: a comma at the end, several stocks, other series left out', () => {
    const text =
      'SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,TOTTRDQTY,TOTTRDVAL,TIMESTAMP,TOTALTRADES,ISIN,\n' +
      'M&MFIN,EQ,299.80,302.10,297.75,300.50,300.70,298.20,3303110,9.9,05-JUL-2024,29778,INE1,\n' +
      'M&MFIN,N3,2048,2048,2048,2048,2048,2050,91,186368,05-JUL-2024,2,INE2,\n' +
      'ACME,EQ,10,12,9,11,11,10,100,1,05-JUL-2024,2,INE3,\n';
    expect(bars(text, {}, 'cm05JUL2024bhav.csv')).toEqual([
      'M&MFIN 1D: 2024-07-05 299.8 302.1 297.75 300.5 3303110',
      'ACME 1D: 2024-07-05 10 12 9 11 100',
    ]);
    expect(read(text).notes).toEqual(['1 row of other series (N3) left out']);
    expect(bars(text, { series: ['N3'] })).toEqual(['M&MFIN 1D: 2024-07-05 2048 2048 2048 2048 91']);
    expect(() => read(text, { series: ['BE'] })).toThrow('has no rows of series BE (it has EQ, N3); say --series');
  });

  it.each([
    ['', ''],
    [',Rsvd01,', ',,'],
  ])('UDiFF bhavcopy with the ending %j', (headerEnd, rowEnd) => {
    const text =
      `TradDt,BizDt,Sgmt,Src,FinInstrmTp,ISIN,TckrSymb,SctySrs,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,TtlTradgVol${headerEnd}\n` +
      `2024-07-08,2024-07-08,CM,NSE,STK,INE1,ACME,BL,ACME LIMITED,666,692,666,668,692,519,4556633${rowEnd}\n` +
      `2024-07-08,2024-07-08,CM,NSE,STK,INE1,ACME,EQ,ACME LIMITED,10,12,9,11,11,10,100${rowEnd}\n`;
    expect(bars(text, {}, 'BhavCopy_NSE_CM.csv')).toEqual(['ACME 1D: 2024-07-08 10 12 9 11 100']);
    expect(read(text).series[0].name).toBe('ACME LIMITED');
  });

  it('full bhavcopy: a space after every comma, dashes, the previous close beside the close', () => {
    const text =
      'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE, HIGH_PRICE, LOW_PRICE, LAST_PRICE, CLOSE_PRICE, AVG_PRICE, TTL_TRD_QNTY, DELIV_PER\n' +
      'ACME, EQ, 20-Aug-2026, 7.00, 10.00, 12.00, 9.00, 11.00, 11.00, 11.00, 100, 69.70\n' +
      'OTHER, BE, 20-Aug-2026, 10.00, 10.00, 10.00, 10.00, 10.00, 10.00, 10.00, 100, -\n';
    expect(bars(text)).toEqual(['ACME 1D: 2026-08-20 10 12 9 11 100']);
  });

  it('adjusted prices beside the traded ones are left aside, and are no stock called Adj', () => {
    const text =
      'Date,Open,High,Low,Close,Volume,Ex-Dividend,Split Ratio,Adj. Open,Adj. High,Adj. Low,Adj. Close,Adj. Volume\n' +
      '2024-05-02,10,12,9,11,100,0.0,1.0,5,6,4.5,5.5,200\n';
    expect(bars(text)).toEqual([PLAIN_BARS[0]]);
    expect(read(text).notes).toEqual(['the adjusted close was not used; prices are taken as traded']);
    expect(() => read('Date,Adj Open,Adj High,Adj Low,Adj Close,Volume\n2024-05-02,10,12,9,11,100\n')).toThrow(
      'has no columns open, high, low, close; its header is: Date, Adj Open, Adj High, Adj Low, Adj Close, Volume',
    );
  });

  it('data frames of yfinance: the fields, the stock of each and the index in three lines', () => {
    const header = (stocks: string) => `Price,Close,High,Low,Open,Volume\nTicker,${stocks}\nDate,,,,,\n`;
    const rows = '2024-05-02,11,12,9,10,100\n';
    expect(bars(`${header('ACME,ACME,ACME,ACME,ACME')}${rows}`, {}, 'download.csv')).toEqual([PLAIN_BARS[0]]);
    expect(() => read(`${header('ACME,ACME,TCS,TCS,ACME')}${rows}`)).toThrow(
      'holds several stocks side by side (ACME, TCS); give each stock its own file or its own rows',
    );
    // A problem is named by its own line of the file.
    expect(read(`${header('ACME,ACME,ACME,ACME,ACME')}${rows}2024-05-03,,,,,\nx\n`).problems[0].line).toBe(6);
  });

  it('a header that misses the time column', () => {
    const text =
      'Date,Open,High,Low,Close,Volume,OpenInterest\n' +
      '2006-01-02,09:01:00,10,12,9,11,100,0\n2006-01-02,09:02:00,11,12,9,11,50,0\n';
    expect(bars(text)).toEqual(['ACME 1m: 2006-01-02T03:31 10 12 9 11 100', 'ACME 1m: 2006-01-02T03:32 11 12 9 11 50']);
    expect(read(text).notes).toEqual(['the header misses the time column after the date']);
  });

  it('minutes with date and time apart, in the zone that is said', () => {
    const text =
      'Date,Time,Open,High,Low,Close,Volume\n2020-12-15,09:30,10,12,9,11,100\n2020-12-15,09:31,10,12,9,11,100\n';
    expect(bars(text, { timeZone: 'America/New_York' })[0]).toBe('ACME 1m: 2020-12-15T14:30 10 12 9 11 100');
    expect(read(text).series[0].timeZoneNote).toBe('times without a zone are Asia/Kolkata');
  });

  it('semicolons without a header, in minutes', () => {
    const text =
      '20180102 180000;2697.250000;2697.500000;2697.000000;2697.250000;0\n20180102 180100;2697;2697;2697;2697;0\n';
    expect(bars(text)[0]).toBe('ACME 1m: 2018-01-02T12:30 2697.25 2697.5 2697 2697.25 0');
  });

  it('one bar a day is daily whatever its time, unless minutes are asked for', () => {
    const text = `Date,Time,Open,High,Low,Close,Volume\n2024-05-02,22:00:00,10,12,9,11,100\n`;
    expect(bars(text)).toEqual([PLAIN_BARS[0]]);
    expect(read(text).notes).toEqual(['one bar a day, so taken as daily bars; say --interval 1m if they are minutes']);
    expect(bars(text, { interval: '1m' })).toEqual(['ACME 1m: 2024-05-02T16:30 10 12 9 11 100']);
  });

  it('LEAN: times 10,000 and milliseconds since midnight, once the operator says so', () => {
    const daily = '19980102 00:00,136300,162500,135000,162500,6315000\n';
    expect(bars(daily, { priceScale: 10_000 })).toEqual(['ACME 1D: 1998-01-02 13.63 16.25 13.5 16.25 6315000']);
    expect(() => read(daily)).toThrow(/LEAN writes them \(times 10,000\); say --price-scale 10000, or --price-scale 1/);
    const minutes = '33300000,950000,950000,939000,948500,1730100\n33360000,946500,948500,941000,941000,1355593\n';
    expect(() => read(minutes)).toThrow('does not name the day; say --day YYYY-MM-DD');
    const options = { day: '2013-10-07', priceScale: 10_000, timeZone: 'America/New_York' };
    expect(bars(minutes, options)).toEqual([
      'ACME 1m: 2013-10-07T13:15 95 95 93.9 94.85 1730100',
      'ACME 1m: 2013-10-07T13:16 94.65 94.85 94.1 94.1 1355593',
    ]);
    expect(bars(minutes, { ...options, day: null, symbol: 'ACME' }, '20131007_trade.csv')).toHaveLength(2);
  });

  it('days that the file leaves empty are left out and counted', () => {
    const text = `${PLAIN}2024-05-06,null,null,null,null,null\n`;
    expect(bars(text)).toEqual(PLAIN_BARS);
    expect(read(text).notes).toEqual(['1 row without any price left out (first: line 4)']);
  });

  it('a missing volume column is zero volume, said', () => {
    expect(bars('date,open,high,low,close\n2024-05-02,10,12,9,11\n')).toEqual(['ACME 1D: 2024-05-02 10 12 9 11 0']);
    expect(read('date,open,high,low,close\n2024-05-02,10,12,9,11\n').notes).toEqual([
      'the file has no volume; it is taken as 0',
    ]);
  });

  it('noise below a paisa is no contradiction', () => {
    expect(bars(`${HEADER}2024-05-02,10,11.9990,9,12.0010,100\n`)).toEqual(['ACME 1D: 2024-05-02 10 12 9 12 100']);
  });

  it('weekend sessions are kept', () => {
    expect(bars(`${HEADER}2024-05-04,10,12,9,11,100\n`)).toEqual(['ACME 1D: 2024-05-04 10 12 9 11 100']);
  });
});

describe('JSON that is imported', () => {
  it('Alpha Vantage', () => {
    const file = {
      'Meta Data': { '1. Information': 'Daily Prices', '2. Symbol': 'ACME.BSE', '5. Time Zone': 'US/Eastern' },
      'Time Series (Daily)': {
        '2024-05-03': {
          '1. open': '11.0000',
          '2. high': '11.5',
          '3. low': '10.5',
          '4. close': '11.25',
          '5. volume': '200',
        },
        '2024-05-02': {
          '1. open': '10.0000',
          '2. high': '12.0',
          '3. low': '9.0',
          '4. close': '11.0',
          '6. volume': '100',
        },
      },
    };
    expect(bars(JSON.stringify(file), {}, 'any_name.json')).toEqual([
      'ACME.BSE 1D: 2024-05-02 10 12 9 11 100',
      'ACME.BSE 1D: 2024-05-03 11 11.5 10.5 11.25 200',
    ]);
    const weekly = { 'Weekly Time Series': file['Time Series (Daily)'] };
    expect(() => read(JSON.stringify(weekly))).toThrow('only daily and 1-minute bars can be imported');
  });

  const chart = (quote: object, granularity = '1d') => ({
    chart: {
      result: [
        {
          meta: {
            symbol: 'ACME.NS',
            gmtoffset: 19_800,
            exchangeTimezoneName: 'Asia/Kolkata',
            dataGranularity: granularity,
            longName: 'Acme Ltd',
          },
          timestamp: [1_714_448_700, 1_714_621_500, 1_714_707_900],
          events: { splits: {} },
          indicators: { quote: [quote] },
        },
      ],
      error: null,
    },
  });

  it('Yahoo chart v8: nulls are days without trading, noise is rounded', () => {
    const quote = {
      open: [10, null, 11],
      high: [12, null, 11.5],
      low: [9, null, 10.10009765625],
      close: [11, null, 11.25],
      volume: [100, null, 200],
    };
    expect(bars(JSON.stringify(chart(quote)))).toEqual([
      'ACME.NS 1D: 2024-04-30 10 12 9 11 100',
      'ACME.NS 1D: 2024-05-03 11 11.5 10.1 11.25 200',
    ]);
    expect(read(JSON.stringify(chart(quote))).series[0].name).toBe('Acme Ltd');
    expect(read(JSON.stringify(chart(quote))).notes[1]).toBe('1 row without any price left out (first: entry 2)');
    const shifted = { ...quote, close: [11, 11.25] };
    expect(() => read(JSON.stringify(chart(shifted)))).toThrow('has 2 values in "close" for 3 times');
    expect(() => read(JSON.stringify(chart(quote, '1wk')))).toThrow('has bars of "1wk"; only daily and 1-minute bars');
  });

  it('Twelve Data', () => {
    const file = {
      meta: { symbol: 'ACME', interval: '1day', exchange_timezone: 'America/New_York' },
      values: [{ datetime: '2024-05-02', open: '10.0', high: '12', low: '9', close: '11', volume: '100' }],
      status: 'ok',
    };
    expect(bars(JSON.stringify(file), {}, 'x_y.json')).toEqual([PLAIN_BARS[0]]);
  });

  it('Finnhub candles, which do not name the stock', () => {
    const file = { c: [11], h: [12], l: [9.0002], o: [10], s: 'ok', t: [1_714_622_400], v: [100] };
    expect(bars(JSON.stringify(file), {}, 'ACME.json')).toEqual([PLAIN_BARS[0]]);
    expect(() => read(JSON.stringify(file), {}, 'finnhub_candle.json')).toThrow('say --symbol NAME');
    expect(bars(JSON.stringify(file), { symbol: 'ACME' }, 'finnhub_candle.json')).toEqual([PLAIN_BARS[0]]);
  });

  it('Kite and Upstox candles', () => {
    const candles = [
      ['2017-12-15T09:15:00+0530', 10, 12, 9, 11, 100],
      ['2017-12-15T09:16:00+0530', 11, 12, 9, 11, 50, 0],
    ];
    expect(bars(JSON.stringify({ status: 'success', data: { candles } }))).toEqual([
      'ACME 1m: 2017-12-15T03:45 10 12 9 11 100',
      'ACME 1m: 2017-12-15T03:46 11 12 9 11 50',
    ]);
  });
});
