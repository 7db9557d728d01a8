// Times of the market are India's: a reader elsewhere is told so, and one in India is not bothered.
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { DateTime } from './date-time.tsx';
import type { DateTimeShape } from './date-time.tsx';

afterEach(() => void vi.restoreAllMocks());

const AT = '2027-03-14T07:30:00.000Z';
const shown = (offset: number, shape?: DateTimeShape): string => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset);
  return renderToStaticMarkup(<DateTime at={AT} shape={shape} />).replaceAll(/<[^>]*>/g, '');
};

test('a time says its zone to readers outside of India', () => {
  expect([shown(240), shown(0, 'minute'), shown(0, 'time')]).toEqual([
    '14 Mar 2027, 13:00:00 IST',
    '13:00 IST',
    '13:00:00 IST',
  ]);
  expect(shown(0, 'date')).toBe('14 Mar 2027');
  expect([shown(-330), shown(-330, 'minute')]).toEqual(['14 Mar 2027, 13:00:00', '13:00']);
});
