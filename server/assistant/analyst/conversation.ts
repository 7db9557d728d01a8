// Understands a question in its conversation: one that names only another time or another stock asks the one before again.
import { PROMPT_MAX } from '../../../contract/assistant.ts';
import type { Turn } from '../../../contract/assistant.ts';
import type { Stock } from '../../../contract/market.ts';
import { intentOf } from './intents.ts';
import type { Intent } from './intent.ts';
import { readQuestion } from './question.ts';
import type { Question } from './question.ts';

export interface Understood {
  readonly question: Question;
  readonly intent: Intent;
}

export function understand(asked: string, history: readonly Turn[], stocks: readonly Stock[], now: number): Understood {
  const question = readQuestion(asked, history, stocks, now);
  const before = question.isAgain ? questionBefore(history, stocks, now) : null;
  if (before === null) return { question, intent: intentOf(question) };
  const isOtherTime = question.day !== null || question.span !== null;
  const again: Question = {
    ...before,
    asked,
    stocks: question.stocks.length + question.unlisted.length > 0 ? question.stocks : before.stocks,
    unlisted: question.stocks.length + question.unlisted.length > 0 ? question.unlisted : before.unlisted,
    day: isOtherTime ? question.day : before.day,
    span: isOtherTime ? question.span : before.span,
    // Of another day than today.
    text: isOtherTime ? before.text.replaceAll(/\b(?:today|yesterday)(?:'s)?\b/g, ' ').trim() : before.text,
  };
  return { question: again, intent: intentOf(again) };
}

/** The last question of its own, behind which others may have asked it again. */
function questionBefore(history: readonly Turn[], stocks: readonly Stock[], now: number): Question | null {
  for (const { from, text } of history.toReversed()) {
    if (from !== 'asker') continue;
    const question = readQuestion(text.slice(0, PROMPT_MAX), [], stocks, now);
    if (!question.isAgain) return question;
  }
  return null;
}
