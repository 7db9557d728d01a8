// Finds in a question which stocks it looks for: by price, by the change of the day, or by what they are first in.
import { anyOf } from './any-of.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import { USUAL_AVERAGE } from '../tools/screener-tools.ts';

export type Sought = Omit<ToolInput<'screener'>, 'sector'>;

const SUBJECT = /\b(?:stocks?|shares?|companies|company|scrips?|gainers?|losers?|what can i (?:buy|afford|get))\b/;
/** What the asker has is looked up elsewhere. */
const OWN = /\b(?:my|mine|i (?:own|hold|have|had|bought|sold))\b/;

const CHEAPEST =
  /\b(?:cheap(?:est)?|low(?:est)?[ -]?priced?|lowest (?:(?:share|stock) )?prices?|least expensive|inexpensive|penny)\b/;
const DEAREST =
  /\b(?:(?:most )?expensive|costliest|dearest|priciest|high(?:est)?[ -]?priced?|highest (?:(?:share|stock) )?prices?)\b/;

/** All of them, in no order that the question names. */
const EVERY = anyOf(
  /\blist (?:of )?(?:all )?(?:the )?(?:stocks|shares|companies)\b/,
  /\b(?:all|every) (?:the )?(?:listed )?(?:stocks?|companies|company)(?: of the market| here)?[?.! ]*$/,
  /\bhow many (?:stocks|companies) (?:are|does|do)\b(?!.{0,20}\b(?:up|down|rising|falling|green|red|unchanged|halted|gain\w*|los\w*)\b)/,
);
const CALM = /\b(?:least|less|lowest|low|not) (?:volatil\w+|risky)\b|\b(?:calmest|steadiest|most stable|least risky)\b/;
const VOLATILE = /\b(?:(?:most|very|highly|high|highest|more) (?:volatil\w+|risky)|riskiest|volatile)\b/;
const VOLUME = /\b(?:highest|most|largest|high|top)\b.{0,20}\bvolumes?\b|\bby volume\b/;
const YEAR_END = anyOf(
  /\b(?:52|fifty[ -]two)[ -]?w(?:ee)?ks?\b.{0,12}\b(highs?|lows?)\b/,
  /\b(?:year|yearly|annual|all[ -]time|new)(?:'s)? (highs?|lows?)\b/,
);

/** From the beginning of a number, and no longer than prices are: of thousands of digits every part would be tried. */
const amount = String.raw`(?<!\d[,.]?)(\d[\d,]{0,14}(?:\.\d{1,4})?)`;
/** Not a percentage, a number of shares or a time, nor the beginning of another number. */
const price = `(?:₹ ?|rs\\.? ?|inr ?)?${amount}(?![\\d,.]*\\d|[a-z]| ?(?:%|percent|per cent|shares?\\b|stocks?\\b|days?\\b|weeks?\\b|months?\\b|years?\\b|crores?\\b|cr\\b|lakhs?\\b))`;
const BETWEEN = new RegExp(`${price}(?: ?(?:rs\\.?|rupees))? ?(?:and|to|-|–) ?${price}`);
const UNDER = new RegExp(
  `(?:\\b(?<!not )(?:under|below|beneath|(?:less|lower|cheaper) than|up ?to|at most|within|no[t]? more than|(?:buy|afford|get|purchase)\\b.{0,20}\\b(?:with|for|in)|(?:budget|maximum|max) (?:of|is))|<=?) ?${price}`,
);
const OVER = new RegExp(
  `(?:\\b(?:over|above|beyond|(?<!no |not )(?:more|higher|greater|costlier) than|at least|not (?:under|below|less than)|(?:minimum|min) (?:of|is))|>=?) ?${price}`,
);

const MOVE = new RegExp(`(?:(under|below|less than|up to|at most|within) )?${amount} ?(?:%|percent|per cent)`);
const FALLEN = /\b(?:f[ae]ll(?:en|ing|s)?|drop\w*|los[et]\w*|down|declin\w*|crash\w*)\b/;
const RISEN = /\b(?:ris(?:e|es|en|ing)|rose|gain\w*|climb\w*|up|jump\w*|increas\w*|gr[eo]wn?)\b/;

/** The smallest change there is, for `below 50 that are up today`. */
const LEAST_MOVE = 0.01;
const TODAYS =
  /\b(?:(?:are|is|were|still|and|but) (?:up|down|rising|falling|green|red|gaining|losing)|(?:up|down|rose|fell|risen|fallen) today)\b/;

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text?.replaceAll(',', ''));
  return value > 0 && value <= 10_000_000 ? value : undefined;
}

/** In a question in English and lower case; null when it looks for no stocks in this way. */
export function soughtIn(text: string): Sought | null {
  if (!SUBJECT.test(text) || OWN.test(text)) return null;
  const run = runIn(text);
  if (run !== null) return { ...pricesIn(text), ...run };
  const byDays = byDaysIn(text);
  if (byDays !== null) return byDays;
  const prices = pricesIn(text);
  const isOfPrice = prices.priceFrom !== undefined || prices.priceTo !== undefined;
  const found = { ...prices, ...(isOfPrice && todaysMove(text)), ...changeIn(text) };
  const first = firstIn(text, found);
  return first === undefined ? null : { ...found, first };
}

const RSI =
  /\brsi\b(?: (?:is|of|value|reading|level))*(?: ?(under|below|less than|lower than|at most|<=?|over|above|more than|higher than|at least|>=?) ?(\d{1,2})\b)?/;
const LESS = /^(?:under|below|less|lower|at most|<)/;
const OVERSOLD_RSI = 30;
const OVERBOUGHT_RSI = 70;
const AVERAGE =
  /\b(above|over|below|under|beneath)\b(?: (?:the|their|its|a))? ?(\d{1,3})?[ -]?(?:days?'?[ -]?)?(?:(?:simple )?moving averages?|[ds]ma|averages?)\b/;

const SMALL_NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven'];
const SO_MANY_DAYS = new RegExp(
  `(?<![-.,])\\b(\\d{1,2}|${SMALL_NUMBERS.join('|')}) (?:(?:straight|consecutive|successive|red|green) ){0,2}days?\\b`,
);
const IN_A_ROW = /\b(?:in a row|straight|consecutive\w*|successive\w*|running|continuous\w*)\b/;

/** `fell 3 days in a row`, `four straight green days` */
function runIn(text: string): Sought | null {
  const [, said] = SO_MANY_DAYS.exec(text) ?? [];
  if (said === undefined || !IN_A_ROW.test(text)) return null;
  const daysInARow = SMALL_NUMBERS.includes(said) ? SMALL_NUMBERS.indexOf(said) + 2 : Number(said);
  const isFalling = FALLEN.test(text) || /\bred\b/.test(text);
  if (daysInARow < 2 || daysInARow > 30 || !(isFalling || RISEN.test(text) || /\bgreen\b/.test(text))) return null;
  return { daysInARow, isFalling, first: 'longest-run' };
}

/** By an indicator of the last days: `oversold`, `rsi below 30`, `above the 200 day average`. */
function byDaysIn(text: string): Sought | null {
  if (/\boversold\b/.test(text)) return { rsiTo: OVERSOLD_RSI, first: 'rsi-low' };
  if (/\boverbought\b/.test(text)) return { rsiFrom: OVERBOUGHT_RSI, first: 'rsi-high' };
  const rsi = RSI.exec(text);
  if (rsi !== null) {
    const bound = rsi[2] === undefined ? undefined : Number(rsi[2]);
    if (bound === undefined) return { first: /\b(?:lowest|low|smallest|least)\b/.test(text) ? 'rsi-low' : 'rsi-high' };
    return LESS.test(rsi[1]) ? { rsiTo: bound, first: 'rsi-low' } : { rsiFrom: bound, first: 'rsi-high' };
  }
  const [, side, days] = AVERAGE.exec(text) ?? [];
  if (side === undefined) return null;
  const averageDays = days === undefined ? USUAL_AVERAGE : Number(days);
  const isBelow = !/^(?:above|over)$/.test(side);
  return averageDays < 5 || averageDays > 200 ? null : { averageDays, isBelow, first: 'far-from-average' };
}

function pricesIn(text: string): Pick<Sought, 'priceFrom' | 'priceTo'> {
  const [one, other] = (BETWEEN.exec(text) ?? []).slice(1).map(numberOf);
  if (one !== undefined && other !== undefined)
    return { priceFrom: Math.min(one, other), priceTo: Math.max(one, other) };
  return { priceFrom: numberOf(OVER.exec(text)?.[1]), priceTo: numberOf(UNDER.exec(text)?.[1]) };
}

/** `up more than 2%`. One that has moved by less is not what anybody looks for. */
function changeIn(text: string): Pick<Sought, 'changeFrom' | 'changeTo'> {
  const [, lessThan, said] = MOVE.exec(text) ?? [];
  const percent = numberOf(said);
  if (percent === undefined || percent > 100 || lessThan !== undefined) return {};
  if (FALLEN.test(text)) return { changeTo: -percent };
  return RISEN.test(text) ? { changeFrom: percent } : {};
}

/** Which of some prices: by themselves those that rise or fall are found by another tool. */
function todaysMove(text: string): Pick<Sought, 'changeFrom' | 'changeTo'> | null {
  if (!TODAYS.test(text)) return null;
  return FALLEN.test(text) || /\bred\b/.test(text) ? { changeTo: -LEAST_MOVE } : { changeFrom: LEAST_MOVE };
}

/** What comes first: what was asked for, or else what fits the conditions; undefined without either. */
function firstIn(text: string, { priceFrom, priceTo, changeFrom, changeTo }: Partial<Sought>): Sought['first'] {
  const yearEnd = YEAR_END.exec(text);
  if (yearEnd !== null) return (yearEnd[1] ?? yearEnd[2]).startsWith('high') ? 'near-high' : 'near-low';
  if (VOLUME.test(text)) return 'volume';
  if (CALM.test(text)) return 'calm';
  if (VOLATILE.test(text)) return 'volatile';
  if (DEAREST.test(text)) return 'dearest';
  if (CHEAPEST.test(text)) return 'cheapest';
  if (changeFrom !== undefined) return 'risen';
  if (changeTo !== undefined) return 'fallen';
  if (priceFrom !== undefined || priceTo !== undefined) return 'cheapest';
  return EVERY.test(text) ? 'cheapest' : undefined;
}
