// How long shares were held, as pages and the assistant say it.
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds as `45 s`, `12 min`, `3 h 5 min`, `2 d 4 h`: two units say enough. */
export function heldWords(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} min`;
  const [unit, name, part, partName] = whole < DAY ? [HOUR, 'h', MINUTE, 'min'] : [DAY, 'd', HOUR, 'h'];
  const big = Math.floor(whole / unit);
  const small = Math.floor((whole % unit) / part);
  return small === 0 ? `${big} ${name}` : `${big} ${name} ${small} ${partName}`;
}
