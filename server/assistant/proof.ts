// Compares the numbers in an answer with the tools' results: a number found nowhere else was invented.
import { normal } from '../../contract/wire/normal.ts';
import { INDIA_OFFSET_MS } from '../../core/market/day.ts';

interface Said {
  readonly text: string;
  readonly value: number;
  readonly decimals: number;
}

const NUMBER = /\p{Nd}(?:[\p{Nd},]*\p{Nd})?(?:\.\p{Nd}+)?/gu;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:lakhs?|lacs?|l)\b/i, 100_000],
  [/^\s?(?:crores?|cr)\b/i, 10_000_000],
  [/^\s?(?:thousand|k)\b/i, 1_000],
  [/^\s?(?:million|mn|m)\b/i, 1_000_000],
];

/** The digit from 0 to 9 that one of another script means, as the Hindi ₹१२३: ten of a script stand in a row, from zero on. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
}

/** Also those in circles, or raised: ①②③ is read as 123. */
function numbersSaid(given: string): Said[] {
  const text = normal(given, 'NFKC');
  return [...text.matchAll(NUMBER)].map((match) => {
    const digits = match[0].replaceAll(',', '').replace(/\P{ASCII}/gu, latinDigit);
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 12);
    const scale = SCALES.find(([words]) => words.test(after))?.[1] ?? 1;
    const decimals = (digits.split('.')[1] ?? '').length - Math.log10(scale);
    return { text: match[0], value: Number(digits) * scale, decimals };
  });
}

/** Every number in the tools' results, including those inside texts and instants. */
function numbersKnown(value: unknown, known: Set<number>): Set<number> {
  if (typeof value === 'number') known.add(Math.abs(value));
  else if (typeof value === 'string') {
    for (const { value: number } of numbersSaid(value)) known.add(number);
    // People read instants in India's time.
    const at = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(at))
      for (const { value: number } of numbersSaid(new Date(at + INDIA_OFFSET_MS).toISOString().replaceAll('T', ' ')))
        known.add(number);
  } else if (Array.isArray(value)) for (const each of value) numbersKnown(each, known);
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) numbersKnown(each, known);
  return known;
}

/**
 * The numbers in `text` that neither the tools' answers nor the asker's own words contain, as they are written. A number
 * may be rounded to the digits that it shows. Whole numbers up to `largestCounter` are let through, since they count and order things.
 */
export function unprovenNumbers(text: string, sources: readonly unknown[], largestCounter = 0): string[] {
  const known = numbersKnown(sources, new Set());
  const values = [...known];
  return numbersSaid(text)
    .filter(({ value, decimals }) => {
      if (decimals === 0 && value <= largestCounter) return false;
      const slack = 0.5 * 10 ** -decimals + 1e-9;
      return !known.has(value) && !values.some((each) => Math.abs(each - value) <= slack);
    })
    .map(({ text: written }) => written);
}
