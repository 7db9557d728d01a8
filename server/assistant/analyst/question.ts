// Finds the stocks, shares, prices, side, day and order that a question names. What it is about is decided in intents.ts.
import { PROMPT_MAX } from '../../../contract/assistant.ts';
import type { Turn } from '../../../contract/assistant.ts';
import type { Stock } from '../../../contract/market.ts';
import { findTerm, LONGEST_NAME } from '../../../contract/messages/glossary/glossary.ts';
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { dayStartAt, dayText, marketDay } from '../../../core/market/day.ts';
import { unlistedIn } from '../unlisted-companies.ts';
import { namesIn, stocksIn } from '../stock-names.ts';
import { sectorNamed } from '../tools/overview-tools.ts';
import { romanised } from './devanagari.ts';
import { inEnglish, isHindi } from './hindi.ts';
import { comingDayIn, dayIn, MONTHS, namesDay } from './named-day.ts';
import { PEERS } from './peers.ts';
import { spanIn } from './span.ts';
import type { Span } from './span.ts';
import { soughtIn } from './sought.ts';
import type { Sought } from './sought.ts';
import { spelled } from './spelling.ts';

/** In rupees, or in percent of what the shares have cost. */
type Goal = { readonly profit: number } | { readonly profitPercent: number };
interface Trip {
  readonly buyPrice: number;
  readonly sellPrice: number;
}
/** A price in rupees, or a change of it in percent. */
type Supposed = { readonly price: number } | { readonly changePercent: number };

export interface Question {
  /** In English and in lower case, with plain quotes and single spaces. */
  readonly text: string;
  readonly asked: string;
  /** The instant of the question. */
  readonly now: number;
  /** Named in the question, or in an earlier one that it refers to. */
  readonly stocks: readonly string[];
  /** Companies named in it that are not listed here. */
  readonly unlisted: readonly string[];
  /** `and last month?`, `what about GODHULI?`: nothing but another time or stock, so the question before is asked again. */
  readonly isAgain: boolean;
  readonly quantity: number | null;
  /** A price in rupees, said with a rupee sign or after "at". */
  readonly price: number | null;
  /** `if it goes to 350`, `if it falls by 10%`. */
  readonly supposed: Supposed | null;
  /** A profit that is to be made: `to make 500`, `to make 10%`; below zero for a loss. */
  readonly goal: Goal | null;
  /** `buy at 100 and sell at 110`, in rupees. */
  readonly trip: Trip | null;
  /** `stocks under 100`: null too when the question names one. */
  readonly sought: Sought | null;
  readonly side: 'BUY' | 'SELL';
  readonly isIntraday: boolean;
  /** The number of an order. */
  readonly order: string | null;
  readonly day: string | null;
  /** Today or a day to come, if the question is about such. */
  readonly coming: string | null;
  /** It names a date that there is not, such as 31 February. */
  readonly hasNoSuchDay: boolean;
  /** A period of several days, such as this month. */
  readonly span: Span | null;
  readonly sector: string | null;
  /** Terms of the glossary in it, the longest names first. */
  readonly terms: readonly string[];
}

export function readQuestion(asked: string, history: readonly Turn[], stocks: readonly Stock[], now: number): Question {
  const { symbols: named, words } = namesIn(asked, stocks);
  const unlisted = unlistedIn(asked, stocks);
  const names = new Set([...words, ...unlisted.flatMap((name) => name.toLowerCase().split(' '))]);
  const written = romanised(namedSector(asked))
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/\bp (?:and|&|n) l\b|\bp\/l\b/g, 'p&l')
    // What India's law calls it since 2026.
    .replace(/\btax year\b/g, 'financial year')
    .replace(/\b(did|does|do|was|is|are|were|ca|wo|could|would|should|has|have)nt\b/g, "$1n't")
    .trim();
  const said = isHindi(written) ? written : spelled(written, names, asked);
  const text = inEnglish(said) ?? said;
  const before = pointsBack(text) ? lastStock(history, stocks) : undefined;
  const isCompared = before !== undefined && named.length === 1 && before !== named[0] && COMPARED.test(text);
  const own = isCompared ? [before, ...named] : named;
  const many = countBeforeName(said, names);
  const price = [priceIn(text), priceIn(said)].find((found) => found !== null && found !== many) ?? null;
  const { day, span } = timeIn(text, now);
  const order =
    /\border(?: number| no\.?| id)? ?#? ?(\d{1,15})\b/.exec(said)?.[1] ?? /#(\d{1,15})\b/.exec(said)?.[1] ?? null;
  return {
    text,
    asked,
    now,
    stocks: before === undefined || named.length + unlisted.length > 0 ? own : [before],
    unlisted,
    isAgain: named.length + unlisted.length + Number(day !== null || span !== null) > 0 && isBare(text, names),
    quantity: quantityIn(said, price, order) ?? many,
    price,
    supposed: supposedIn(text),
    goal: goalIn(text),
    trip: tripIn(text),
    sought: named.length === 0 && (span === null || /\bvolatil/.test(text)) ? soughtIn(text.replace(DATE, '')) : null,
    side: /\b(sell|selling|sold|exit)\b/.test(text) && !/\bbuy/.test(text) ? 'SELL' : 'BUY',
    isIntraday: /\b(intraday|mis|margin|leverage)\b/.test(text),
    order,
    day,
    coming: comingDayIn(text, now),
    hasNoSuchDay: [text, ...endsIn(text)].some((part) => dayIn(part, now) === null && namesDay(part)),
    span,
    sector: sectorIn(text, said, named.at(0), stocks),
    terms: termsIn(said),
  };
}

/** In capitals among other words it is the sector, and no pronoun. */
const namedSector = (asked: string): string =>
  /[a-z]/.test(asked) ? asked.replace(/\bIT\b/g, 'information technology') : asked;

/** `2026-11-20` is no range of prices. */
const DATE = /\b\d{4}-\d\d-\d\d\b/g;

function sectorIn(text: string, said: string, symbol: string | undefined, stocks: readonly Stock[]): string | null {
  if (symbol !== undefined && PEERS.test(text)) return stocks.find((stock) => stock.symbol === symbol)?.sector ?? null;
  return /\b(?:sectors?|stocks?|shares?|companies|industry|information technology|banks|banking|pharma|gainers?|losers?|movers?|exposed|exposure|of my|(?:my|i) .*in)\b/.test(
    text,
  )
    ? (sectorNamed(said, stocks) ?? null)
    : null;
}

const OPENING = /^(?:and|also|what about|how about|same (?:for|of|in)|then)\b/;
const TIME_WORDS = new Set(
  `a in on of for the from since to till until between and during this current last past previous before ago today now yesterday
  day days week weeks month months quarter year years financial fy q st nd rd th
  monday tuesday wednesday thursday friday saturday sunday
  jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december`.split(
    /\s+/,
  ),
);

/** It has only words of time and of stocks, behind an opening or as they go on from a question before. */
function isBare(text: string, names: ReadonlySet<string>): boolean {
  const opening = OPENING.exec(text)?.[0] ?? '';
  const words = text.slice(opening.length).match(/[a-z&][a-z&-]*/g) ?? [];
  if (words.length > 8 || !words.every((word) => TIME_WORDS.has(word) || names.has(word))) return false;
  // `this month`, `in MERIT`; but `MERIT` alone is a question.
  return opening !== '' || words.every((word) => !names.has(word)) || /^(?:in|for|of|on)\b/.test(text);
}

/** `its RSI?`, `and the risk?`: the question is about the stock named before. */
function pointsBack(text: string): boolean {
  return (
    /\b(it|its|it's|this stock|that stock|the stock|this one|that one|same)\b/.test(text) ||
    /^(and|what about|how about)\b/.test(text)
  );
}

/** `compare it with GODHULI` */
const COMPARED =
  /\b(?:compare|versus|vs|(?:better|worse|riskier|safer|cheaper) than|correlat\w*)\b.*\b(?:it|that|this)\b|\b(?:it|that|this)\b.*\b(?:compare\w*|versus|vs|than|correlat\w*)\b/;

function lastStock(history: readonly Turn[], stocks: readonly Stock[]): string | undefined {
  for (const turn of history.toReversed()) {
    if (turn.from !== 'asker') continue;
    const found = stocksIn(turn.text.slice(0, PROMPT_MAX), stocks);
    if (found.length > 0) return found.at(-1);
  }
  return undefined;
}

const amount = String.raw`(\d[\d,]*(?:\.\d+)?)`;

function numberOf(text: string | undefined): number | null {
  const value = Number((text ?? '').replaceAll(',', ''));
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : null;
}

function priceIn(text: string): number | null {
  const found = new RegExp(
    `(?:₹|rs\\.? ?|inr ?)${amount}|\\b(?:at|for|with|@) ${amount}\\b(?! ?(?:shares?|days?|%))`,
  ).exec(text);
  return numberOf(found?.[1] ?? found?.[2]);
}

const FALLS = 'falls?|fell|drops?|dropped|loses?|goes down|go down|went down|down|decreases?|crash(?:es)?|declines?';
const RISES = 'rises?|rose|gains?|climbs?|goes up|go up|went up|up|increases?|jumps?|grows?';
const MOVE = new RegExp(`\\b(?:(${FALLS})|${RISES})(?: by)? ${amount} ?(?:%|percent|per cent)`);
const LEVEL = new RegExp(
  `\\b(?:to|at|for|is|reach(?:es|ed)?|hits?|touch(?:es)?|becomes?|cross(?:es)?|above|below) (?:₹ ?|rs\\.? ?|inr ?)?${amount}(?![\\d,.]*\\d| ?(?:%|percent|shares?|days?|weeks?|months?|years?))`,
);

function supposedIn(text: string): Supposed | null {
  const move = MOVE.exec(text);
  const percent = numberOf(move?.[2]);
  if (percent !== null) {
    const changePercent = move?.[1] === undefined ? percent : -percent;
    return changePercent > -100 && changePercent <= 1000 ? { changePercent } : null;
  }
  const price = numberOf(LEVEL.exec(text)?.[1]);
  return price !== null && price <= 10_000_000 ? { price } : null;
}

const GOAL = new RegExp(
  `\\b(make|earn|gain|get|profit of|lose|loss of) (?:an? |me |about |at least |profit of |loss of )*(-|minus )?(?:₹ ?|rs\\.? ?|inr ?)?${amount}(?![\\d,.]*\\d)(?:( ?(?:%|percent|per cent))|(?! ?(?:%|percent|per cent|shares?|days?)))`,
);

function goalIn(text: string): Goal | null {
  const [, verb, minus, said, percent] = GOAL.exec(text) ?? [];
  const value = numberOf(said);
  if (value === null) return null;
  const isLoss = minus !== undefined || verb.startsWith('los');
  if (percent === undefined) return value <= 10_000_000 ? { profit: isLoss ? -value : value } : null;
  if (value > 1000 || (isLoss && value >= 100)) return null;
  return { profitPercent: isLoss ? -value : value };
}

const TRIP = new RegExp(
  `\\b(?:buy|bought|buying|purchase)\\b.{0,40}? (?:at|@|for) (?:₹ ?|rs\\.? ?|inr ?)?${amount}\\b(?! ?%).{0,40}?\\b(?:sell|sold|selling|exit)\\b.{0,24}? (?:at|@|for|to) (?:₹ ?|rs\\.? ?|inr ?)?${amount}\\b(?! ?%)`,
);

function tripIn(text: string): Trip | null {
  const [buyPrice = null, sellPrice = null] = (TRIP.exec(text) ?? []).slice(1).map(numberOf);
  if (buyPrice === null || sellPrice === null || Math.max(buyPrice, sellPrice) > 10_000_000) return null;
  return { buyPrice, sellPrice };
}

function quantityIn(text: string, price: number | null, order: string | null): number | null {
  const said = new RegExp(`${amount} ?(?:shares?|units?|qty|quantity|stocks?|nos?)\\b`).exec(text)?.[1];
  const after = new RegExp(
    `\\b(?:buy|buying|sell|selling|bought|sold|purchase|of) ${amount}\\b(?! ?(?:rs|rupees?|inr|lakhs?|crores?|%|percent)\\b)`,
  ).exec(text)?.[1];
  const value = numberOf(said ?? after);
  if (value === null || !Number.isInteger(value) || value > 10_000_000) return null;
  return said === undefined && (value === price || String(value) === order) ? null : value;
}

/** `charges for 50 MERIT` */
function countBeforeName(text: string, names: ReadonlySet<string>): number | null {
  const pairs = [...text.matchAll(/(?<![\d.,₹])(\d[\d,]{0,9}) (?:of )?([a-z][a-z&]*)/g)];
  return numberOf(pairs.find(([, , word]) => names.has(word))?.[1]);
}

/** A day, or a period of several: `since 5 Nov` and `1 Oct to 15 Nov` are such. */
function timeIn(text: string, now: number): Pick<Question, 'day' | 'span'> {
  const [day, today] = [dayIn(text, now), dayText(marketDay(now))];
  if (day !== null && day <= today && /\bsince\b/.test(text)) return { day: null, span: { from: day, to: today } };
  const range = rangeIn(text, now);
  if (range !== null && range.from !== range.to) return { day: null, span: range };
  return { day, span: spanIn(text, now) };
}

const numberWord = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const MONTH_AT_END = new RegExp(
  `\\b(?<before>between|from) (?<day>${numberWord}) (?<middle>and|to|till|until) (?=${numberWord} (?:of )?(?<month>(?:${MONTHS.join('|')})[a-z]*(?:,? 20\\d\\d)?))`,
);
const MONTH_AT_BEGIN = new RegExp(
  `\\b(?:between|from) (?<month>(?:${MONTHS.join('|')})[a-z]*) ${numberWord} (?:and|to|till|until)(?= ${numberWord}(?! (?:of )?(?:${MONTHS.join('|')})))`,
);

/** `from 1 Oct to 15 Nov`: both ends as they are said. In `1 to 15 Nov` and `Nov 1 to 15` the month is that of both. */
function endsIn(text: string): string[] {
  const whole = text
    .replace(MONTH_AT_END, '$<before> $<day> $<month> $<middle> ')
    .replace(MONTH_AT_BEGIN, '$& $<month>');
  return /\b(?:between|from) (.{4,24}?) (?:and|to|till|until) (.{3,24})/.exec(whole)?.slice(1) ?? [];
}

/**
 * From the first day that is named to the second: on 20 November `1 Nov to 30 Nov` is not over yet, and is no year. In `1 Oct to 15 Nov 2025`
 * the year is that of both.
 */
function rangeIn(text: string, now: number): Span | null {
  const [first, last] = endsIn(text);
  if (first === undefined) return null;
  const today = dayText(marketDay(now));
  const to = /^(?:today|now)\b/.test(last) ? today : dayIn(last, now);
  if (to === null) return null;
  const atEnd = dayStartAt(dayNumber(to));
  const from = dayIn(first, !hasYear(first) && hasYear(last) ? atEnd : now);
  if (from === null) return null;
  if (from <= to) return { from, to };
  if (hasYear(last)) return { from: to, to: from };
  return from < today ? { from, to: today } : { from: dayIn(first, atEnd)!, to };
}

const hasYear = (day: string): boolean => /\b20\d\d\b/.test(day);

function termsIn(text: string): string[] {
  // Beside the words of names a plus, for T+1.
  const words = text.match(/[\p{L}\p{N}&][\p{L}\p{N}&.+-]*/gu) ?? [];
  const found = new Set<string>();
  const taken = new Set<number>();
  for (let length = LONGEST_NAME; length >= 1; length--)
    for (let at = 0; at + length <= words.length; at++) {
      if (words.slice(at, at + length).some((_, i) => taken.has(at + i))) continue;
      const term = findTerm(words.slice(at, at + length).join(' '));
      if (term === undefined) continue;
      found.add(term.term);
      for (let i = at; i < at + length; i++) taken.add(i);
    }
  return [...found];
}
