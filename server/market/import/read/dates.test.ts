// Every way a provider writes a day or a time, and the question of day first or month first.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../core/market/day.ts';
import { dateOrderOf, readMoment } from './dates.ts';
import type { DateOrder } from './dates.ts';
import { fixedZone, namedZone, place } from './zone.ts';

/** `2024-05-03 09:15+330` for a wall time, the ISO text for an instant, or the reason. */
function read(date: string, time = '', order: DateOrder = 'dmy'): string {
  const moment = readMoment(date, time, order);
  if (typeof moment === 'string') return moment;
  if (moment.kind === 'epoch') return new Date(moment.at).toISOString();
  const wall = new Date(moment.day * DAY_MS + moment.timeMs).toISOString().slice(0, 16).replace('T', ' ');
  return moment.offsetMinutes === null ? wall : `${wall}${moment.offsetMinutes < 0 ? '' : '+'}${moment.offsetMinutes}`;
}

describe('readMoment', () => {
  it.each([
    ['2024-05-03', '2024-05-03 00:00'],
    ['2024/5/3', '2024-05-03 00:00'],
    ['20240503', '2024-05-03 00:00'],
    ['20180102 180000', '2018-01-02 18:00'],
    ['19980102 00:00', '1998-01-02 00:00'],
    ['201801021530', '2018-01-02 15:30'],
    ['05-JUL-2024', '2024-07-05 00:00'],
    ['19-Feb-2020', '2020-02-19 00:00'],
    ['3-Sep-99', '1999-09-03 00:00'],
    ['Jan 3, 2017', '2017-01-03 00:00'],
    ['3 January 2017', '2017-01-03 00:00'],
    ['25-08-2004', '2004-08-25 00:00'],
    ['03.05.2024', '2024-05-03 00:00'],
    ['13/1/17', '2017-01-13 00:00'],
    ['2020-12-15T09:30', '2020-12-15 09:30'],
    ['2020-12-15 09:30:00', '2020-12-15 09:30'],
    ['2020-10-01 00:00:00+05:30', '2020-10-01 00:00+330'],
    ['2017-12-15T09:15:00+0530', '2017-12-15 09:15+330'],
    ['2017-12-15T03:45:00.000Z', '2017-12-15 03:45+0'],
    ['2020-12-15 09:30:00-05:00', '2020-12-15 09:30-300'],
    ['3/8/2013 12:00:00 AM', '2013-08-03 00:00'],
    ['3/8/2013 12:30 PM', '2013-08-03 12:30'],
    ['1569297600', '2019-09-24T04:00:00.000Z'],
    ['1569297600000', '2019-09-24T04:00:00.000Z'],
  ])('%s is %s', (text, expected) => expect(read(text)).toBe(expected));

  it('joins a date and a time column', () => {
    expect(read('2006-01-02', '09:05:00')).toBe('2006-01-02 09:05');
    expect(read('2006-01-02', '9:05 pm')).toBe('2006-01-02 21:05');
  });

  it('reads the month first when told so', () => {
    expect(read('1/3/2017', '', 'mdy')).toBe('2017-01-03 00:00');
    expect(read('1/3/2017', '', 'dmy')).toBe('2017-03-01 00:00');
  });

  it.each([
    ['', 'the date is missing'],
    ['N/D', '"N/D" is not a date'],
    ['Date', '"Date" is not a date'],
    ['2023-02-29', '"2023-02-29" is not a day of the calendar'],
    ['32-01-2020', '"32-01-2020" is not a day of the calendar'],
    ['2024-13-01', '"2024-13-01" is not a day of the calendar'],
    ['2020-01-01 25:00', '"25:00" is not a time of day'],
    ['2020-01-01 noon', '"noon" is not a time of day'],
    ['34200.5', '"34200.5" is not a date'],
    ['99999999', '"99999999" is not a day of the calendar'],
  ])('%s: %s', (text, reason) => expect(read(text)).toBe(reason));
});

describe('dateOrderOf', () => {
  const rows = (...dates: string[]) => dates.map((date, index) => ({ line: index + 2, date }));

  it('lets the first number above 12 decide', () => {
    expect(dateOrderOf(rows('01/02/2020', '13/02/2020'), null)).toBe('dmy');
    expect(dateOrderOf(rows('01/02/2020', '01/13/2020'), null)).toBe('mdy');
  });

  it('does not let the operator overrule the file', () => {
    expect(dateOrderOf(rows('13/02/2020'), 'mdy')).toBe('dmy');
  });

  it('asks, naming the first date, when no date decides', () => {
    expect(() => dateOrderOf(rows('2020-01-01', '01/03/17', '01/04/17'), null)).toThrow(
      'has dates like "01/03/17" that can be read two ways; say --date-format dmy (day first) or --date-format mdy (month first)',
    );
    expect(dateOrderOf(rows('01/03/17'), 'mdy')).toBe('mdy');
  });

  it('refuses a file that writes both orders', () => {
    expect(() => dateOrderOf(rows('13/01/2020', '01/14/2020'), null)).toThrow(
      'writes the day first ("13/01/2020", line 2) and the month first ("01/14/2020", line 3)',
    );
  });

  it('never asks for dates with points or the year in front', () => {
    expect(dateOrderOf(rows('03.05.2024', '2024-05-03'), null)).toBe('dmy');
  });
});

describe('place', () => {
  const at = (text: string, zone = namedZone('Asia/Kolkata')): string => {
    const moment = readMoment(text, '', 'dmy');
    if (typeof moment === 'string') throw new Error(moment);
    const placed = place(moment, zone);
    return `${new Date(placed.day * DAY_MS).toISOString().slice(0, 10)} ${new Date(placed.at).toISOString()}`;
  };

  it('takes times without a zone as times of the given zone', () => {
    expect(at('2020-12-15 09:15')).toBe('2020-12-15 2020-12-15T03:45:00.000Z');
  });

  it('follows the change of clocks in New York', () => {
    const newYork = namedZone('America/New_York');
    expect(at('2020-12-15 09:30', newYork)).toBe('2020-12-15 2020-12-15T14:30:00.000Z');
    expect(at('2020-07-15 09:30', newYork)).toBe('2020-07-15 2020-07-15T13:30:00.000Z');
  });

  it('keeps the day of the exchange for an offset or an instant', () => {
    // Midnight in India is the evening before in UTC; the trading day is the Indian one.
    expect(at('2020-10-01 00:00:00+05:30')).toBe('2020-10-01 2020-09-30T18:30:00.000Z');
    expect(at('1714448700')).toBe('2024-04-30 2024-04-30T03:45:00.000Z');
    expect(at('1714448700', fixedZone('UTC-10', -600))).toBe('2024-04-29 2024-04-30T03:45:00.000Z');
  });

  it('takes a midnight in the zone that is written in UTC as the day which begins with it', () => {
    // As a program in India writes 2 January: 18:30 UTC of the day before.
    expect(at('2020-01-01T18:30:00.000Z')).toBe('2020-01-02 2020-01-01T18:30:00.000Z');
    expect(at('2020-01-01T18:29:00.000Z')).toBe('2020-01-01 2020-01-01T18:29:00.000Z');
    expect(at('2020-01-02T00:00:00Z', namedZone('America/New_York'))).toBe('2020-01-02 2020-01-02T00:00:00.000Z');
  });

  it('takes a midnight of UTC that is written as an instant as the day of UTC', () => {
    // 1577923200 is 2 January 2020, 00:00 UTC: in New York the evening of the 1st, in India the morning of the 2nd.
    expect(at('1577923200', namedZone('America/New_York'))).toBe('2020-01-02 2020-01-02T00:00:00.000Z');
    expect(at('1577923200')).toBe('2020-01-02 2020-01-02T00:00:00.000Z');
  });
});
