// The form of the built-in analyst's answers, and wording that several of them share.
import type { Problem } from '../tools/market-tools.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import type { Question } from './question.ts';
import { written } from './wording.ts';

export interface Answer {
  readonly text: string;
  readonly symbols: readonly string[];
  /** Questions that the person could ask next. */
  readonly suggestions: readonly string[];
}

export type Answerer = (tools: Toolbox, question: Question) => Promise<Answer>;

export function answer(text: string, symbols: readonly string[] = [], suggestions: readonly string[] = []): Answer {
  return { text, symbols: [...new Set(symbols)], suggestions: suggestions.slice(0, 3) };
}

/** The answer when a tool found nothing, with names that are similar. */
export function notFound({ problem, near }: Problem): Answer {
  const hint = near.length === 0 ? null : `Did you mean ${near.join(', ')}?`;
  if (near.length === 0)
    return answer(problem, [], ['What moves today?', 'How is the index doing?', 'What is a limit order?']);
  return answer(
    written(problem, hint),
    near,
    near.map((name) => `Price of ${name}`),
  );
}

/** Words for a value below, between or above two marks. */
export function wordsFor(
  value: number,
  low: number,
  high: number,
  words: readonly [below: string, between: string, above: string],
): string {
  if (value < low) return words[0];
  return value > high ? words[2] : words[1];
}
