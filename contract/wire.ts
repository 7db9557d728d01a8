// The building blocks of every call: sums, instants, symbols, ids, pages, and the envelope of a reply.
import * as z from 'zod/mini';
import { EMAIL_PATTERN, LONGEST_EMAIL } from './wire/email.ts';
import { MAX_PAISE } from '../core/money.ts';
import type { Paise } from '../core/money.ts';
import { clean, isReadable } from './wire/clean.ts';
import { isRupees, toPaise, toRupees } from './wire/sums.ts';
import { normal } from './wire/normal.ts';

/** A sum in a reply: rupees, two decimals at most. */
export const rupees = z.number().check(z.refine(isRupees, 'A sum has at most two decimals'));

/** The largest sum that a request may name, and the sentence for a larger one. */
interface MostPaise {
  readonly most: Paise;
  readonly error: string;
}

/** A sum above zero in a request, parsed to paise. `tooSmall` refuses zero and below, `tooLarge` more than the most, `wrong` anything else. */
export function positiveRupees(
  wrong: string,
  tooSmall: string,
  tooLarge: MostPaise = { most: MAX_PAISE, error: wrong },
) {
  return z.pipe(
    z
      .number({ error: wrong })
      .check(
        z.gt(0, { error: tooSmall, abort: true }),
        z.lte(toRupees(tooLarge.most), { error: tooLarge.error, abort: true }),
        z.refine(isRupees, { error: wrong }),
      ),
    z.transform(toPaise),
  );
}

/** Query strings carry text: a plain decimal becomes a number; anything else is left for the schema to refuse. */
export function numberFromQuery(value: number): number {
  const text: unknown = value;
  return typeof text === 'string' && /^-?\d{1,40}(\.\d{1,10})?$/.test(text) ? Number(text) : value;
}

/** `true` or `1`, `false` or `0`; anything else is left for the schema to refuse. */
export function booleanFromQuery(value: boolean): boolean {
  const text: unknown = value;
  return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : value;
}

/** From `min` to `max`: a larger number is refused with `tooLarge`, anything else, even -0, with `error`. */
export function wholeNumber(min: number, max: number, error: string, tooLarge = error) {
  // zod refuses numbers beyond 2^53 before it comes to `lte`: their mistake, too, is to be too large.
  const wrong = ({ input }: { input?: unknown }) => (typeof input === 'number' && input > max ? tooLarge : error);
  return z.int({ error: wrong, abort: true }).check(
    z.gte(min, { error }),
    z.lte(max, { error: tooLarge }),
    z.refine((value) => !Object.is(value, -0), { error }),
  );
}

/** The same number as it stands in a query string. */
export function wholeNumberQuery(min: number, max: number, error: string) {
  return z.pipe(z.transform(numberFromQuery), wholeNumber(min, max, error));
}

/** Spec 7 writes `?page=&limit=`: a blank value counts as left out, as in the filters. */
function blankable(fallback: number, error: string) {
  return z.pipe(
    z.transform((given: number) => ((given as unknown) === '' ? fallback : numberFromQuery(given))),
    wholeNumber(1, 1_000_000_000, error),
  );
}

/** Lists that page: `page` from 1, `limit` 1-100 (a larger one is cut to 100). */
export const pageQuery = {
  page: z._default(blankable(1, 'The page is a whole number from 1.'), 1),
  limit: z._default(
    z.pipe(
      blankable(10, 'The limit is a whole number from 1 to 100.'),
      z.transform((limit: number) => Math.min(limit, 100)),
    ),
    10,
  ),
};

/** Pages by the number of a row, for the rows after or before it: for lists of millions, and for lists that change while they are read. */
export const cursor = z.optional(
  wholeNumberQuery(1, 999_999_999_999_999, 'This page is not known. Start from the first one.'),
);

/** The longest text that is cleaned. Signs that nobody sees are left out, but a body full of them would take a tenth of a second. */
const longestUncleaned = (max: number): number => 4 * max + 100;

/** Text that people write: cleaned (wire/clean.ts), trimmed, capped, without control characters or halves of letters. */
export function text(max: number, error: string, missing = error, unreadable = missing) {
  return z.string({ error: missing }).check(
    z.maxLength(longestUncleaned(max), { error, abort: true }),
    z.overwrite(clean),
    z.trim(),
    z.maxLength(max, { error }),
    z.refine((value) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value), { error: unreadable }),
  );
}

/** For text that is no single paragraph, or no text at all. */
export const ONE_PARAGRAPH = 'Write it in one paragraph, without control characters.';

/** What a list is searched for. */
export function searchText() {
  const tooLong = 'Search for at most 64 characters.';
  return text(64, tooLong, tooLong, 'Search for words on one line, without control characters.');
}

const NAME_UNREADABLE = 'A name is one line of text, with a letter or figure in it.';

/** The name of a person or a thing: one readable line, with single spaces. */
export function nameText(max: number, tooLong: string, required: string) {
  return text(max, tooLong, required, NAME_UNREADABLE).check(
    // A combining mark without a letter of its own would sit on the text that is shown before the name.
    z.overwrite((value) => value.replace(/^[\s\p{M}]+/u, '').replace(/\s+/g, ' ')),
    z.minLength(1, { error: required }),
    z.refine(isReadable, { error: NAME_UNREADABLE }),
  );
}

interface LineSentences {
  /** For a value that is not text. */
  readonly missing?: string;
  readonly unreadable?: string;
}

/** Text from a field of several lines; otherwise like `text`. */
export function severalLines(max: number, error: string, { missing = error, unreadable = error }: LineSentences = {}) {
  return z.string({ error: missing }).check(
    z.maxLength(longestUncleaned(max), { error, abort: true }),
    z.overwrite((value) => clean(value.replace(/\r\n?/g, '\n'))),
    z.trim(),
    z.maxLength(max, { error }),
    z.refine((value) => !/\p{Cs}|[^\P{Cc}\n\t]/u.test(value), { error: unreadable }),
  );
}

/** A mail address in its one spelling (wire/email.ts). */
export function emailInput(required: string, invalid: string) {
  return z.string({ error: required }).check(
    z.overwrite((value) => normal(value, 'NFKC')),
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(LONGEST_EMAIL, { error: invalid, abort: true }),
    z.email({ pattern: EMAIL_PATTERN, error: invalid }),
  );
}

export const SYMBOL_PATTERN = /^[A-Z0-9.&-]{1,20}$/;

/** A symbol in a request, in capitals or small letters. Text that cannot be a symbol is answered like an unknown symbol. */
export const symbolInput = z
  .string({ error: 'Choose a stock.' })
  .check(z.maxLength(40, 'Choose a stock.'), z.trim(), z.toUpperCase(), z.regex(SYMBOL_PATTERN, 'Choose a stock.'));

/** An id. One that cannot exist is answered like one that does not, so that its form tells nothing. */
export const idInput = text(64, 'Not found', 'Send one id, as text.').check(z.minLength(1, 'Not found'));

export const id = z.string().check(z.minLength(1));
export const instant = z.iso.datetime();
export const day = z.iso.date();
export const percent = z.number();
export const count = z.int().check(z.gte(0));

// Every reply of a call is `{ success, message, data, error }`; some also carry fields of `data` at the top (routes.ts, column `top`).

/** Why a call was refused, for programs. Sentences are for people and stand in `message`. */
export interface ReplyError {
  code: string;
  /** The first mistake of each field, by field name. */
  fields?: Record<string, string>;
}

export const replyError = z.object({ code: z.string(), fields: z.optional(z.record(z.string(), z.string())) });
