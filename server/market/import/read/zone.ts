// Converts local times to instants and instants to days, for a named time zone or a fixed offset.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../core/market/day.ts';
import type { Moment } from './dates.ts';

export interface Zone {
  readonly name: string;
  /** Minutes east of UTC at an instant. */
  offsetMinutes(at: number): number;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A zone by its IANA name. Offsets change on the hour, so one is remembered for each hour. */
export function namedZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const known = new Map<number, number>();
  const offsetMinutes = (at: number): number => {
    const hour = Math.floor(at / HOUR_MS);
    const remembered = known.get(hour);
    if (remembered !== undefined) return remembered;
    const parts = new Map(format.formatToParts(hour * HOUR_MS).map((part) => [part.type, Number(part.value)]));
    const get = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const wall = Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'));
    const minutes = Math.round((wall - hour * HOUR_MS) / MINUTE_MS);
    known.set(hour, minutes);
    return minutes;
  };
  return { name, offsetMinutes };
}

export function fixedZone(name: string, minutes: number): Zone {
  return { name, offsetMinutes: () => minutes };
}

/** A moment as both a local day and an exact instant. */
export interface PlacedMoment {
  readonly day: number;
  readonly timeMs: number;
  readonly at: number;
}

export function place(moment: Moment, zone: Zone): PlacedMoment {
  if (moment.kind === 'epoch') {
    const wall = moment.at + zone.offsetMinutes(moment.at) * MINUTE_MS;
    const day = Math.floor(wall / DAY_MS);
    // Providers write a day as its midnight in UTC, which west of Greenwich is the evening before.
    const dated = moment.at % DAY_MS === 0 ? moment.at / DAY_MS : day;
    return { day: dated, timeMs: wall - day * DAY_MS, at: moment.at };
  }
  const wall = moment.day * DAY_MS + moment.timeMs;
  const at = wall - offsetOf(moment.offsetMinutes, wall, zone) * MINUTE_MS;
  const local = at + (moment.offsetMinutes === 0 ? zone.offsetMinutes(at) * MINUTE_MS : 0);
  // Programs write the midnight at which a day begins in the zone as an instant of UTC, which east of Greenwich is the evening before.
  if (moment.offsetMinutes === 0 && local % DAY_MS === 0) return { day: local / DAY_MS, timeMs: 0, at };
  return { day: moment.day, timeMs: moment.timeMs, at };
}

/** Computed twice, because the first result can be wrong in the hours around a change to or from summer time. */
function offsetOf(own: number | null, wall: number, zone: Zone): number {
  if (own !== null) return own;
  const guess = zone.offsetMinutes(wall - zone.offsetMinutes(wall) * MINUTE_MS);
  return zone.offsetMinutes(wall - guess * MINUTE_MS);
}
