// Formats of numbers and dates, each created on first use: creating one takes milliseconds, and no screen needs all of them.

export interface Format<Value> {
  format: (value: Value) => string;
}

export function numberFormat(options: Intl.NumberFormatOptions, language = 'en-IN'): Format<number> {
  let made: Intl.NumberFormat | undefined;
  return { format: (value) => (made ??= new Intl.NumberFormat(language, options)).format(value) };
}

export function dateFormat(options: Intl.DateTimeFormatOptions, language = 'en-IN'): Format<Date | number> {
  let made: Intl.DateTimeFormat | undefined;
  return { format: (value) => (made ??= new Intl.DateTimeFormat(language, options)).format(value) };
}

/** `Fri, 06 Nov 2026`: India's own form has a second comma, as no other date here has. */
export function weekdayFormat(timeZone: string): Format<Date | number> {
  return dateFormat({ timeZone, weekday: 'short', day: '2-digit', month: 'short', year: 'numeric' }, 'en-GB');
}
