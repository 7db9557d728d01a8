// The command line, and one sentence for each mistake in it.
import { describe, expect, it } from 'vitest';
import { readArguments, UsageError } from './arguments.ts';

const read = (...args: string[]) => readArguments(args, 30, 0);

describe('readArguments', () => {
  it('has a default for everything but the files', () => {
    expect(read('A.csv', 'B.csv')).toMatchObject({
      files: ['A.csv', 'B.csv'],
      isSkippingBroken: false,
      isReplacingHistory: false,
      isCheckOnly: false,
      read: { symbol: null, dateOrder: null, timeZone: 'Asia/Kolkata', series: ['EQ'], minAgeDays: 30 },
    });
  });

  it('reads every option', () => {
    const line =
      'x.csv --symbol acme --date-format mdy --decimal comma --timezone America/New_York --interval 1d --price-scale 10000 ' +
      '--series eq,be --day 2013-10-07 --skip-broken --replace-history --check --metadata m1.csv --metadata m2.csv --verbose';
    const given = read(...line.split(' '));
    expect(given).toMatchObject({
      metadataFiles: ['m1.csv', 'm2.csv'],
      isSkippingBroken: true,
      isReplacingHistory: true,
      isCheckOnly: true,
      isVerbose: true,
      read: {
        symbol: 'ACME',
        dateOrder: 'mdy',
        decimalSign: 'comma',
        timeZone: 'America/New_York',
        interval: '1D',
        series: ['EQ', 'BE'],
        priceScale: 10_000,
        day: '2013-10-07',
      },
    });
  });

  it.each([
    [[], 'Name the files to import'],
    [['--skip'], "Unknown option '--skip'"],
    [['a.csv', '--symbol', 'A B'], '--symbol must be 1 to 20 of A-Z 0-9 . & -, a letter or digit first, not "A B".'],
    [['a.csv', 'b.csv', '--symbol', 'A'], '--symbol names the stock of one file'],
    [['a.csv', '--interval', '1M'], '--interval must be one of 1D, 1m, not "1M".'],
    [['a.csv', '--date-format', 'us'], '--date-format must be one of dmy, mdy, ymd, not "us".'],
    [['a.csv', '--timezone', 'Mars/Base'], '--timezone must be a zone such as'],
    [['a.csv', '--price-scale', '7'], '--price-scale must be 1, 10, 100 and so on, not "7".'],
    [['a.csv', '--day', '2021-02-30'], '--day must be a date such as 2021-04-30, not "2021-02-30".'],
  ])('%j: %s', (args, sentence) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(sentence);
  });

  it('needs no files to show its help', () => expect(read('--help').isHelp).toBe(true));
});
