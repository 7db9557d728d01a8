// Questions that are understood only with the one before: `why so bad?`, `and 100?`, `in pharma`, `which one fell most?`.
import type { Stock } from '../../../contract/market.ts';
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { dayText } from '../../../core/market/day.ts';
import { sectorNamed } from '../tools/overview-tools.ts';
import type { Intent } from './intent.ts';
import type { Question } from './question.ts';
import { soughtIn } from './sought.ts';
import type { Span } from './span.ts';

export interface Understood {
  readonly question: Question;
  readonly intent: Intent;
}

const OPENING = '(?:(?:and|also|but|then|ok|what about|how about|same (?:for|of|in)) )*';
const END = '[?.! ]*$';
const LONGEST_WORDS = 8;

/** What the asker's own trades have brought. */
const RESULTS: ReadonlySet<Intent> = new Set<Intent>([
  'performance',
  'day',
  'periods',
  'months',
  'habits',
  'figures',
  'gains',
  'mistakes',
  'notes',
  'trail',
  'benchmark',
]);
const OF_SECTORS: ReadonlySet<Intent> = new Set<Intent>(['sector', 'leaders', 'movers', 'screener']);
const OF_ORDERS: ReadonlySet<Intent> = new Set<Intent>(['cost', 'check', 'affordable']);
const OF_MONEY: ReadonlySet<Intent> = new Set<Intent>(['balance', 'trail', 'rewards']);
const OF_STOCKS: ReadonlySet<Intent> = new Set<Intent>(['quote', 'overview', 'past', 'leaders', 'movers', 'index']);

/** What the question means behind the one before; null if it is one of its own. The more certain come first. */
export function followUp(
  question: Question,
  before: Understood,
  { stocks, isUnknown }: { readonly stocks: readonly Stock[]; readonly isUnknown: boolean },
): Question | null {
  const { text } = question;
  if ((text.match(/\S+/g) ?? []).length > LONGEST_WORDS) return null;
  return (
    timeBefore(question, before.question) ??
    otherOrder(question, before) ??
    otherStocks(question, before) ??
    otherSector(question, before, stocks) ??
    oneOfThem(question, before) ??
    why(question, before) ??
    ofTheSame(question, before) ??
    (isUnknown ? (ofLessons(question, before) ?? added(question, before.question)) : null)
  );
}

const withText = (question: Question, { asked }: Question, text: string): Question => ({ ...question, asked, text });

const BEFORE = new RegExp(
  `^${OPENING}(?:the )?(?:(?:day|week|month|quarter|year|one) )?(?:before|earlier|prior)(?: (?:that|then|it))?${END}`,
);

/** `and the month before?` */
function timeBefore(question: Question, before: Question): Question | null {
  if (!BEFORE.test(question.text)) return null;
  const text = before.text.replaceAll(/\b(?:today|yesterday)(?:'s)?\b/g, ' ').trim();
  if (before.day !== null)
    return { ...before, asked: question.asked, text, day: dayText(dayNumber(before.day) - 1), span: null };
  return before.span === null ? null : { ...before, asked: question.asked, text, span: spanBefore(before.span) };
}

/** A whole month is followed back by a month, anything else by as many days. */
function spanBefore({ from, to }: Span): Span {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  const end = dayText(first - 1);
  const isMonth = from.endsWith('-01') && to.startsWith(from.slice(0, 8));
  return { from: isMonth ? `${end.slice(0, 8)}01` : dayText(first - (last - first + 1)), to: end };
}

const QUANTITY = new RegExp(`^${OPENING}(?:for |of )?(\\d[\\d,]{0,9})(?: shares?)?${END}`);
const PRODUCT = new RegExp(`^${OPENING}(?:if (?:it is )?|for |as |on )*(intraday|margin|delivery)${END}`);

const MOVE = new RegExp(`^${OPENING}(?:by |if it is )?(\\d{1,3}(?:\\.\\d{1,2})?) ?(?:%|percent)${END}`);

/** `and 100?`, `and intraday?`, `and 20%?` */
function otherOrder({ asked, text }: Question, { question: before, intent }: Understood): Question | null {
  const move = Number(MOVE.exec(text)?.[1] ?? 0);
  const { supposed } = before;
  if (move > 0 && supposed !== null && 'changePercent' in supposed) {
    const changePercent = Math.sign(supposed.changePercent) * move;
    return changePercent > -100 ? { ...before, asked, supposed: { changePercent } } : null;
  }
  if (!OF_ORDERS.has(intent)) return null;
  const quantity = Number(QUANTITY.exec(text)?.[1].replaceAll(',', '') ?? 0);
  if (quantity > 0) return quantity > 10_000_000 ? null : { ...before, asked, quantity };
  const product = PRODUCT.exec(text)?.[1];
  return product === undefined ? null : { ...before, asked, isIntraday: product !== 'delivery' };
}

const THAN = /^(?:and )?(?:more|less|better|worse|riskier|safer|cheaper)(?: \w+)? than\b/;
const SORTING =
  /\b(?:above|below|under|over|between|sort\w*|order\w*|cheap\w*|expensive|volume|volatil\w*|rsi|high|low|up|down)\b/;

/** `more than GODHULI?`; of a list of stocks, `above 50`, `sorted by volume` */
function otherStocks(question: Question, { question: before, intent }: Understood): Question | null {
  const { text, stocks } = question;
  if (THAN.test(text) && stocks.length === 1 && before.stocks.length === 1 && stocks[0] !== before.stocks[0])
    return { ...withText(question, question, 'compare'), stocks: [...before.stocks, ...stocks] };
  if (intent !== 'screener' || stocks.length > 0 || !SORTING.test(text)) return null;
  const both = `${before.text} ${text}`;
  const sought = soughtIn(both);
  const isOther = sought !== null && JSON.stringify(sought) !== JSON.stringify(before.sought);
  return isOther ? { ...withText(before, question, both), sought } : null;
}

const SECTOR = new RegExp(`^(?:and|also|then|what about|how about|in|for|of|only)\\b`);

/** `and banks?`, `in pharma` */
function otherSector(
  question: Question,
  { question: before, intent }: Understood,
  all: readonly Stock[],
): Question | null {
  const { asked, text, stocks, day, span } = question;
  if (!OF_SECTORS.has(intent) || !SECTOR.test(text) || stocks.length > 0) return null;
  const sector = question.sector ?? sectorNamed(text, all);
  if (sector === undefined) return null;
  const isOtherTime = day !== null || span !== null;
  return { ...before, asked, sector, stocks: [], ...(isOtherTime && { day, span }) };
}

const ONE = /\b(?:which|what) (?:one|ones|of (?:them|these|those|the two))\b/;
const WORST = /^(?:and )?(?:which|what) (stocks?|shares?|ones?|days?)\b.{0,16}\b(best|worst|most profitable)\b/;

/** `which one fell most?`: of the sector, or of the stocks, that were asked about; `which was the worst?`: of the asker's own. */
function oneOfThem(question: Question, { question: before, intent }: Understood): Question | null {
  const [, what = '', way] = WORST.exec(question.text) ?? [];
  if (RESULTS.has(intent) && way !== undefined)
    return withText(
      before,
      question,
      `my ${way === 'worst' ? 'worst' : 'best'} ${what.startsWith('day') ? 'day' : 'stocks'}`,
    );
  if (!ONE.test(question.text) || question.stocks.length > 0) return null;
  if (before.stocks.length > 1) return withText(before, question, before.text);
  if (!OF_SECTORS.has(intent) || before.sector === null) return null;
  const { day, span } = question.day !== null || question.span !== null ? question : before;
  return { ...question, sector: before.sector, day, span, sought: null };
}

const WHY = new RegExp(
  `^${OPENING}(?:why|how come)(?: (?:is|was|did|does|has) (?:it|that|this))?(?: (?:so|that|this|too|very|happen|not|fail|end|much|many|less|more|bad|good|low|high|little|up|down))*${END}`,
);

const FAILED = /\b(?:fail\w*|cancel\w*|reject\w*|refus\w*)\b/;

/** `why?` */
function why(question: Question, { question: before, intent }: Understood): Question | null {
  if (!WHY.test(question.text)) return null;
  if (RESULTS.has(intent)) return { ...withText(before, question, 'what mistakes do i make'), day: null, stocks: [] };
  if (OF_MONEY.has(intent)) return withText(before, question, 'where has my money gone');
  if (intent === 'orders' || intent === 'story')
    return {
      ...withText(
        before,
        question,
        FAILED.test(before.text) ? 'why did my order fail' : 'what happened to my last order',
      ),
      span: null,
      day: null,
    };
  if (!OF_STOCKS.has(intent)) return null;
  return { ...withText(before, question, 'why do prices move'), stocks: [], day: null, span: null };
}

const MEANING = new RegExp(
  `^${OPENING}(?:what (?:does|do) (?:it|that|this|they|these|those) mean|what is that|meaning)${END}`,
);
const CHARGES = new RegExp(`^${OPENING}(?:the |my )?(?:charges?|fees?|brokerage|commissions?)${END}`);
const DOING =
  /^(how (?:do|can|would) (?:i|we|you) (?:place|use|set|make|put|enter|change|cancel)) (?:one|it|that|this|them)\b/;
const ADDING =
  /^how (?:do|can|could) i (?:add|set|get|create|make|remove|delete)(?: (?:more|one|some|another|it|them|that))+[?.! ]*$/;
const PAID = new RegExp(`^${OPENING}how much (?:have|did) i (?:paid|pay)(?: so far| in all)?${END}`);
const BY = new RegExp(
  `^${OPENING}(?:only )?(?:(?:by|for each|per) (stocks?|sectors?|weekdays?|days? of the week|hours?|months?|tags?|moods?)|with(?:out)? (?:a |an |my )?(stop)(?:s|[ -]?loss(?:es)?)?)${END}`,
);
/** What the results can be told by, each with an answer of its own. */
const PARTS: readonly (readonly [what: RegExp, text: string])[] = [
  [/^stop$/, 'do i trade better with stops'],
  [/^stock/, 'which stock do i trade the most'],
  [/^sector/, 'my results by sector'],
  [/^(?:weekday|day|hour)/, 'when do i trade best'],
  [/^month/, 'my results by month'],
  [/^tag/, 'my results by tag'],
  [/^mood/, 'my results by mood'],
];
const ADVICE = new RegExp(`^${OPENING}(?:so )?should i (?:buy|sell|hold)(?: (?:it|then|now))*${END}`);

/** About the term, the stock or the time of the question before. */
function ofTheSame(question: Question, { question: before, intent }: Understood): Question | null {
  const { text, stocks } = question;
  const [term] = before.terms;
  if (MEANING.test(text) && term !== undefined)
    return { ...withText(question, question, `what is ${term.toLowerCase()}`), stocks: [], terms: before.terms };
  if (CHARGES.test(text) && RESULTS.has(intent)) return withText(before, question, 'what did i pay in charges');
  const [, by, stop = by] = BY.exec(text) ?? [];
  const part = PARTS.find(([what]) => what.test(stop ?? ''));
  if (part !== undefined && RESULTS.has(intent)) return withText(before, question, part[1]);
  if (PAID.test(text) && (intent === 'cost' || RESULTS.has(intent)))
    return withText({ ...before, stocks: [] }, question, 'what did i pay in charges');
  if (ADDING.test(text) && intent === 'follows')
    return withText(question, question, `how do i add ${/\balert/.test(before.text) ? 'an alert' : 'to my watchlist'}`);
  if (ADDING.test(text) && OF_MONEY.has(intent)) return withText(question, question, 'how do i add money');
  const doing = DOING.exec(text)?.[1];
  if (doing !== undefined && term !== undefined && intent === 'explain')
    return withText(question, question, `${doing} a ${term.toLowerCase()}`);
  return ADVICE.test(text) && stocks.length === 0 && before.stocks.length === 1
    ? { ...question, stocks: before.stocks }
    : null;
}

/** `how much is it?` */
const ofLessons = (question: Question, { intent }: Understood): Question | null =>
  intent === 'lessons' && /\b(?:it|one|that|this|them|there)\b/.test(question.text)
    ? withText(question, question, `${question.text} lesson`)
    : null;

const MORE = /^(?:and|but|only|just|also|or|with|without|not|by|except)\b/;

/** `only the failed ones`: both together, to be read as one question. */
const added = (question: Question, before: Question): Question | null =>
  MORE.test(question.text)
    ? withText({ ...before, ...timesOf(question, before) }, question, `${before.text} ${question.text}`)
    : null;

function timesOf(question: Question, before: Question): Pick<Question, 'day' | 'span'> {
  const { day, span } = question.day !== null || question.span !== null ? question : before;
  return { day, span };
}
