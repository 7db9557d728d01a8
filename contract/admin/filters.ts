// What admin lists are filtered by: people's names, and calendar days of the market.
import * as z from 'zod/mini';
import { dayText, marketDay } from '../../core/market/day.ts';
import { deskMessages } from '../messages/admin.ts';
import { searchText } from '../wire.ts';
import { dayNumber } from '../wire/day-number.ts';

/** What a list leaves out, in a sentence: of a name that fits very many people, only some are looked at. */
export const listNote = z.nullable(z.string());

// Spec 5: the user filter strips these characters, and trims.
const STRIPPED = /[<>/'";]/g;

/** Part of a user's name, in any case. */
export const userFilter = z.optional(
  z.pipe(
    searchText(),
    z.transform((given: string) => given.replace(STRIPPED, '').trim()),
  ),
);

/** Days of the market, both included, as day numbers. */
export interface DaySpan {
  readonly fromDay: number;
  readonly toDay: number;
}

const DAY_OR_INSTANT = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

function dayOf(given: string): number | null {
  const [, date, time, zone] = DAY_OR_INSTANT.exec(given) ?? [];
  const day = date === undefined ? Number.NaN : dayNumber(date);
  // JavaScript reads 30 February as 1 or 2 March: only a day that exists may be named.
  if (!Number.isInteger(day) || dayText(day) !== date) return null;
  if (time === undefined) return day;
  // A time without a zone is in India's: otherwise it would be read in that of the server.
  const at = Date.parse(zone === undefined ? `${given}+05:30` : given);
  return Number.isFinite(at) ? marketDay(at) : null;
}

function spanOf(given: string): DaySpan | null {
  const days = given.split(',').map((part) => dayOf(part.trim()));
  const [fromDay, toDay = fromDay] = days;
  if (days.length > 2 || fromDay === null || toDay === null || toDay < fromDay) return null;
  return { fromDay, toDay };
}

/** A day like 2026-01-31, an instant of it, or two days with a comma between. */
export const daysFilter = z.optional(
  z.pipe(
    z.string({ error: deskMessages.daysInvalid }).check(
      z.maxLength(80, deskMessages.daysInvalid),
      z.refine((given) => given === '' || spanOf(given) !== null, deskMessages.daysInvalid),
    ),
    z.transform((given: string) => (given === '' ? undefined : spanOf(given)!)),
  ),
);
