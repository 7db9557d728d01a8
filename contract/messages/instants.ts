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
