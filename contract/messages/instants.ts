// Instants as sentences say them: in India's time, as the market has it. Screens show the reader's own.

const indian = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `30 Nov 2026, 14:05 IST` for epoch milliseconds. */
export function indianText(at: number): string {
  return `${indian.format(at)} IST`;
}

const indianDay = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'short' });
const indianClock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const calendarDay = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** `30 Nov 2026` for a day of the market's calendar. */
export function calendarDayText(day: number): string {
  return calendarDay.format(day * 86_400_000);
}

/** `30 Nov 2026, 14:05 to 15:05 IST`; the day is repeated if it is another one. */
export function indianSpanText(from: number, to: number): string {
  const isOneDay = indianDay.format(from) === indianDay.format(to);
  return `${indian.format(from)} to ${isOneDay ? `${indianClock.format(to)} IST` : indianText(to)}`;
}
