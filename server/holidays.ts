// The holidays of the market: a text file that an administrator edits, made at the first start, or a list that a setting names.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { NSE_HOLIDAYS } from '../core/market/trading-hours.ts';

const MOST_BYTES = 64 * 1024;
/** More closed working days than this in a year is a mistake, not a calendar. */
const MOST_A_YEAR = 60;
const MOST_COMPLAINTS = 5;
const HEAD = `# Days on which the market stays closed, beside Saturdays and Sundays: one a line, as YYYY-MM-DD, and then its name if you like.
# This list is in force when MARKET_HOURS=nse, from the next start on. NSE publishes the list of a year in the December before it.
`;

/** Days as `YYYY-MM-DD`. A file that is `own` is made when it is missing. @throws Error with a sentence about what is wrong. */
export function keepHolidays(file: string, own: 'own' | 'given'): readonly string[] {
  if (own === 'own') makeFile(file);
  if (statSync(file).size > MOST_BYTES) throw new Error(`has more than ${MOST_BYTES / 1024} KB`);
  return parseHolidays(readFileSync(file, 'utf8'));
}

function makeFile(file: string): void {
  try {
    writeFileSync(file, `${HEAD}${[...NSE_HOLIDAYS].join('\n')}\n`, { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** @throws Error that names the lines that are wrong. */
export function parseHolidays(text: string): readonly string[] {
  const days = new Set<string>();
  const wrong: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const entry = line.replace(/^\uFEFF/, '').trim();
    if (entry === '' || entry.startsWith('#')) continue;
    const day = /^(\d{4}-\d{2}-\d{2})(?:\s|$)/.exec(entry)?.[1];
    if (day === undefined || !isDay(day)) wrong.push(`line ${index + 1} has no day like 2026-01-26`);
    else if (days.has(day)) wrong.push(`line ${index + 1} says ${day} again`);
    else days.add(day);
  }
  for (const year of new Set([...days].map((day) => day.slice(0, 4)))) {
    const count = [...days].filter((day) => day.startsWith(year)).length;
    if (count > MOST_A_YEAR) wrong.push(`${year} has ${count} days, and ${MOST_A_YEAR} at most are believed`);
  }
  if (wrong.length === 0) return [...days].sort();
  const more = wrong.length > MOST_COMPLAINTS ? `, and ${wrong.length - MOST_COMPLAINTS} more` : '';
  throw new Error(`${wrong.slice(0, MOST_COMPLAINTS).join('; ')}${more}`);
}

function isDay(text: string): boolean {
  if (text < '1990' || text >= '2100') return false;
  // 30 February is read as a day of March, and 32 January as no day at all.
  const at = new Date(`${text}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
