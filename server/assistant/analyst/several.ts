// Takes a text apart that asks several things. Where any part cannot be understood by itself, the whole is one question.
import { PROMPT_MAX } from '../../../contract/assistant.ts';
import type { Turn } from '../../../contract/assistant.ts';
import type { Stock } from '../../../contract/market.ts';
import { understand } from './conversation.ts';
import type { Understood } from './follow-up.ts';
import type { Intent } from './intent.ts';
import { TELLS_OF_DAYS } from './intents.ts';

const MOST_QUESTIONS = 3;

const BETWEEN =
  /(?<=[?!.;])\s+|,?\s+and (?:also )?(?=(?:what|what's|how|which|when|why|where|who|show|is|are|do|does|did|can)\b)/i;
/** `show my balance and my open orders`. */
const SHOWN_TOGETHER = /^((?:please )?(?:show|list|tell|give|see|what is|what are|what's)\b.{1,80}?),? and (?=my\b)/i;

/** What cannot be told without the rest of the text, and what must be heard in every text as a whole. */
const NEVER_TORN: readonly Intent[] = ['others', 'about', 'act', 'outcome', 'trip', 'shock'];
const NEVER_APART: readonly Intent[] = [...NEVER_TORN, 'unknown', 'no-such-day', 'greeting'];

/** One or more, in the order in which they are asked. */
export function understandAll(
  prompt: string,
  history: readonly Turn[],
  stocks: readonly Stock[],
  now: number,
): readonly Understood[] {
  const whole = understand(prompt, history, stocks, now);
  const parts = partsOf(prompt);
  if (parts.length < 2 || parts.length > MOST_QUESTIONS || NEVER_TORN.includes(whole.intent)) return [whole];
  const before: Turn[] = [...history];
  const each: Understood[] = [];
  for (const part of parts) {
    each.push(understand(part, before, stocks, now));
    before.push({ from: 'asker', text: part.slice(0, PROMPT_MAX) });
  }
  const different = new Set(each.map(({ question, intent }) => `${intent} ${question.stocks.join(' ')}`));
  return different.size === each.length && each.every((part) => standsAlone(part, whole)) ? each : [whole];
}

function partsOf(prompt: string): string[] {
  return prompt
    .split(BETWEEN)
    .flatMap((part) => part.replace(SHOWN_TOGETHER, '$1\n').split('\n'))
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part));
}

/** A time or a stock that only another part names would be missed. */
function standsAlone({ question, intent }: Understood, { question: whole }: Understood): boolean {
  // A company that is not listed is understood: the answer says so.
  if (intent === 'unknown-stock') return question.unlisted.length > 0;
  if (NEVER_APART.includes(intent)) return false;
  const wantsTime = TELLS_OF_DAYS.has(intent) && (whole.day !== null || whole.span !== null);
  if (wantsTime && question.day === null && question.span === null && !/\btoday\b/.test(question.text)) return false;
  return intent !== 'explain' || whole.stocks.length === 0;
}
