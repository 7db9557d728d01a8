// Understands a question in its conversation: one that names only another time or another stock asks the one before again.
import { PROMPT_MAX } from '../../../contract/assistant.ts';
import type { Turn } from '../../../contract/assistant.ts';
import type { Stock } from '../../../contract/market.ts';
import { followUp } from './follow-up.ts';
import type { Understood } from './follow-up.ts';
import { intentOf } from './intents.ts';
import { readQuestion } from './question.ts';
import type { Question } from './question.ts';

export function understand(asked: string, history: readonly Turn[], stocks: readonly Stock[], now: number): Understood {
  return behind(understoodLast(history, stocks, now), asked, { history, stocks, now });
}

interface Conversation {
  readonly history: readonly Turn[];
  readonly stocks: readonly Stock[];
  readonly now: number;
}

function behind(before: Understood | null, asked: string, { history, stocks, now }: Conversation): Understood {
  const question = readQuestion(asked, history, stocks, now);
  const alone = understoodAs(question);
  if (before === null) return alone;
  // What it names by itself: `and last month?` names no stock, whatever stood before.
  if (question.isAgain) return understoodAs(again(readQuestion(asked, [], stocks, now), before.question));
  const isUnknown = alone.intent === 'unknown';
  const followed = followUp(question, before, { stocks, isUnknown });
  if (followed === null) return alone;
  const found = understoodAs(followed);
  return found.intent === 'unknown' || (isUnknown && found.intent !== before.intent && IN_ANY.has(found.intent))
    ? alone
    : found;
}

/** Found wherever their words stand, whatever is asked. */
const IN_ANY: ReadonlySet<string> = new Set(['greeting', 'about', 'others', 'act']);

const understoodAs = (question: Question): Understood => ({ question, intent: intentOf(question) });

function again(question: Question, before: Question): Question {
  const isOtherTime = question.day !== null || question.span !== null;
  const isOtherStock = question.stocks.length + question.unlisted.length > 0;
  return {
    ...before,
    asked: question.asked,
    stocks: isOtherStock ? question.stocks : before.stocks,
    unlisted: isOtherStock ? question.unlisted : before.unlisted,
    day: isOtherTime ? question.day : before.day,
    span: isOtherTime ? question.span : before.span,
    // Of another day than today.
    text: isOtherTime ? before.text.replaceAll(/\b(?:today|yesterday)(?:'s)?\b/g, ' ').trim() : before.text,
  };
}

/** The last question that was understood, with what it took from those before it. */
function understoodLast(history: readonly Turn[], stocks: readonly Stock[], now: number): Understood | null {
  let last: Understood | null = null;
  for (const [place, { from, text }] of history.entries()) {
    if (from !== 'asker') continue;
    const found = behind(last, text.slice(0, PROMPT_MAX), { history: history.slice(0, place), stocks, now });
    if (found.intent !== 'unknown') last = found;
  }
  return last;
}
