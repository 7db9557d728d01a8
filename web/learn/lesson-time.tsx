// When a lesson takes place, in the reader's own time zone: unlike market times, which are India's, a lesson is an appointment.
import { useEffect, useState } from 'react';
import { now, onTimeCorrected } from '../ui/now.ts';

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('en-IN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const zone = new Intl.DateTimeFormat('en-IN', { timeZoneName: 'short' });

/** The name of the reader's zone at that time, such as `IST` or `GMT+1`. */
export function zoneText(at: number): string {
  return zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The current name of the reader's zone. */
export const ZONE = zoneText(Date.now());

/** `Wed, 25 Nov 2026` */
export function dayText(at: number): string {
  return day.format(at);
}

/** `Wed, 25 Nov`, where the year is shown elsewhere. */
export function shortDayText(at: number): string {
  return dayOfYear.format(at);
}

/** `10:00` */
export function clockText(at: number): string {
  return clock.format(at);
}

/** `Wed, 25 Nov 2026, 10:00` */
export function startText(at: number): string {
  return `${dayText(at)}, ${clockText(at)}`;
}

/** `Wed, 25 Nov 2026, 10:00 IST` */
export function zonedText(at: number): string {
  return `${startText(at)} ${zoneText(at)}`;
}

/** `10:00`; beside times of the current zone, with its own where the clocks change in between: `10:00 GMT-4`. */
export function markedClockText(at: number): string {
  const name = zoneText(at);
  return name === ZONE ? clockText(at) : `${clockText(at)} ${name}`;
}

/** `Wed, 25 Nov 2026, 10:00 – 11:00 IST`; the end has a day, and the start a zone, of its own where they are not the same. */
export function spanText(from: number, to: number): string {
  const [zoneBefore, zoneAfter] = [zoneText(from), zoneText(to)];
  const start = zoneBefore === zoneAfter ? startText(from) : zonedText(from);
  const end = dayText(from) === dayText(to) ? clockText(to) : startText(to);
  return `${start} \u2013 ${end} ${zoneAfter}`;
}

/** `1 hour`, `1 hour 30 minutes` */
export function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [
    hours > 0 && `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    rest > 0 && `${rest} ${rest === 1 ? 'minute' : 'minutes'}`,
  ];
  return parts.filter(Boolean).join(' ') || '0 minutes';
}

/** `in 2 days`, `in 3 hours`, `in 5 minutes`, `now`. */
export function untilText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 0) return 'now';
  if (minutes < 60) return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  return `in ${Math.round(hours / 24)} days`;
}

/** Day and start, or start and end, with the zone. */
export function LessonTime({ start, end, className }: { start: string; end?: string; className?: string }) {
  const from = Date.parse(start);
  return (
    <time dateTime={start} className={className}>
      {end ? spanText(from, Date.parse(end)) : zonedText(from)}
    </time>
  );
}

/** The time, updated every few seconds, because doors open while people look. Epoch ms. */
export function useNow(everyMs = 5_000): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const look = (): void => setAt(now());
    const timer = setInterval(look, everyMs);
    const stop = onTimeCorrected(look);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [everyMs]);
  return at;
}
