// Decides what a question is about: the meaning of a term, or what the first rule that fits says.
import { findTerm } from '../../../contract/messages/glossary/glossary.ts';
import { RULES } from './intent-rules.ts';
import { factOf } from './facts.ts';
import { isWayKnown } from './how-to-answers.ts';
import type { Intent, Rule } from './intent.ts';
import type { Question } from './question.ts';
import { spansIn } from './span.ts';
import { isRight } from './spelling.ts';

const EXPLAIN =
  /^(?:please )?(?:can you |could you )?(?:when (?:should|do|would|can) (?:i|you|we|one) use|what(?:'s| is| are| does| do)|whats|define|explain|meaning of|tell me about|how (?:does|do)|describe)\b/;

const HAS_OWN_ANSWER: ReadonlySet<string> = new Set([
  'Charges',
  'Brokerage',
  'Flat fee',
  'Margin',
  'Leverage',
  'Trading limit',
]);

/** Terms that stand in questions about something else: their meaning alone is no answer. */
const EVERYDAY: ReadonlySet<string> = new Set(['Stock', 'Order', 'DAY order', 'Position', 'Last price']);

/** Of a day that there is not, these would tell of today or of all time. */
export const TELLS_OF_DAYS: ReadonlySet<Intent> = new Set<Intent>([
  'day',
  'performance',
  'habits',
  'mistakes',
  'figures',
  'notes',
  'periods',
  'months',
  'gains',
  'past',
  'leaders',
  'benchmark',
  'orders',
  'trades',
  'sold',
  'position',
  'overview',
  'quote',
  'movers',
  'index',
]);

/** Answered alike, whatever company is named. */
const OF_NO_STOCK: ReadonlySet<Intent> = new Set<Intent>([
  'others',
  'about',
  'act',
  'advice',
  'facts',
  'how-to',
  'accounts',
  'lessons',
  'rewards',
  'notes',
  'no-such-day',
]);

export function intentOf(question: Question): Intent {
  const intent = wordsMean(question);
  if (question.unlisted.length === 0 || OF_NO_STOCK.has(intent)) return intent;
  return question.stocks.length === 0 ? 'unknown-stock' : intent;
}

function wordsMean(question: Question): Intent {
  if (asksForTerm(question)) return 'explain';
  const found = RULES.find((rule) => fits(rule, question));
  const isOpen = found === undefined || ['movers', 'greeting', 'unknown-stock', 'quote'].includes(found.intent);
  if (isOpen && question.sector !== null && question.stocks.length === 0)
    return isOfPastDays(question) ? 'leaders' : 'sector';
  if (found !== undefined)
    return question.hasNoSuchDay && TELLS_OF_DAYS.has(found.intent) ? 'no-such-day' : found.intent;
  if (question.terms.some((term) => !EVERYDAY.has(term))) return 'explain';
  return namesSomething(question.text) ? 'unknown-stock' : 'unknown';
}

const isOfPastDays = ({ span, day, text }: Question): boolean =>
  (span !== null || day !== null) && !/\btoday\b/.test(text);

/** `tata motors share price`, `reliance ka share`: what no rule and no word of questions explains is the name of a stock that is not here. */
function namesSomething(text: string): boolean {
  if (!/\b(?:price|shares?|stocks?|quote|bhaa?v)\b/.test(text)) return false;
  return (text.match(/[a-z]+/g) ?? []).some((word) => word.length > 2 && !isRight(word));
}

function fits(
  {
    when,
    unless,
    stocks = 0,
    isOfSpan,
    isOfSpans,
    isOfPast,
    isOfComing,
    isOfAll,
    isOfSector,
    isSupposed,
    isGoal,
    isTrip,
    isFact,
    isWay,
    isSought,
  }: Rule,
  question: Question,
): boolean {
  if (isOfSpan && question.span === null) return false;
  if (isOfSpans && spansIn(question.text, question.now).length !== 2) return false;
  if (isOfPast && question.span === null && question.day === null) return false;
  if (isOfComing && question.coming === null) return false;
  if (isOfSector && question.sector === null) return false;
  if (isSupposed && question.supposed === null) return false;
  if (isGoal && question.goal === null) return false;
  if (isTrip && question.trip === null) return false;
  if (isFact && factOf(question.text) === undefined) return false;
  if (isWay && !isWayKnown(question.text)) return false;
  if (isSought && question.sought === null) return false;
  if (isOfAll && (question.stocks.length > 0 || question.day !== null || /\btoday\b/.test(question.text))) return false;
  return question.stocks.length >= stocks && isFound(when, question.text) && !(unless?.test(question.text) ?? false);
}

function isFound(when: Rule['when'], text: string): boolean {
  if (when instanceof RegExp) return when.test(text);
  let rest = text;
  return when.every((part) => {
    const found = part.exec(rest);
    if (found !== null) rest = rest.slice(found.index + found[0].length);
    return found !== null;
  });
}

/** The question asks for the meaning of a term and nothing else: `What is a stop loss?` */
function asksForTerm({ text, stocks }: Question): boolean {
  if (stocks.length > 0) return false;
  const opening = EXPLAIN.exec(text)?.[0];
  const rest = text
    .slice(opening?.length ?? 0)
    .replace(/^\s*(?:a|an|the|is|are|by|term|word)\s+/, '')
    .replace(/\b(?:mean|means|work|works|in trading|in the market|please)\b/g, '')
    .replace(/[?!."'\s]+$/g, '')
    .replace(/^["'\s]+/, '')
    .trim();
  const term = rest === '' ? undefined : findTerm(rest)?.term;
  // `How do charges work?` asks for the rules and the asker's own numbers, not for a definition.
  if (
    term !== undefined &&
    HAS_OWN_ANSWER.has(term) &&
    (opening === undefined || /^(?:how (?:do|does)|what are)\b/.test(text))
  )
    return false;
  return term !== undefined && (opening !== undefined || rest.length === text.replace(/[?!.\s]+$/, '').length);
}
