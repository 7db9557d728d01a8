// Dates and times as text; market times are India's, wherever the reader is.
import { dateFormat } from './formats.ts';

const zone = 'Asia/Kolkata';
/** As `getTimezoneOffset` has it. */
const INDIA_OFFSET = -330;

const formats = {
  date: dateFormat({ timeZone: zone, day: '2-digit', month: 'short', year: 'numeric' }),
  time: dateFormat({
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }),
  minute: dateFormat({ timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  full: dateFormat({
    timeZone: zone,
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }),
};

export type DateTimeShape = keyof typeof formats;

/** An instant (ISO text or epoch milliseconds) as text; an en dash when it is not one. */
export function dateTimeText(at: string | number, shape: DateTimeShape = 'full'): string {
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) ? '\u2013' : formats[shape].format(instant);
}

/** A day of the market's calendar, such as 2026-01-31, as text. */
export function dateWords(day: string): string {
  return dateTimeText(`${day}T00:00:00+05:30`, 'date');
}

/** Readers elsewhere could take a time for their own; a day alone needs no more. */
function zoneMark(shape: DateTimeShape): string {
  return shape === 'date' || new Date().getTimezoneOffset() === INDIA_OFFSET ? '' : ' IST';
}

/** A narrow cell breaks it between day and time, and nowhere else. */
function Parted({ instant }: { instant: Date }) {
  return (
    <>
      <span className="whitespace-nowrap">{`${formats.date.format(instant)},`}</span>{' '}
      <span className="whitespace-nowrap">{formats.time.format(instant) + zoneMark('time')}</span>
    </>
  );
}

export function DateTime({
  at,
  shape = 'full',
  className,
}: {
  at: string | number;
  shape?: DateTimeShape;
  className?: string;
}) {
  const instant = new Date(at);
  const iso = Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
  return (
    <time dateTime={iso} className={className} title={iso && `${formats.full.format(instant)} IST`}>
      {shape === 'full' && iso ? <Parted instant={instant} /> : dateTimeText(at, shape) + (iso ? zoneMark(shape) : '')}
    </time>
  );
}
