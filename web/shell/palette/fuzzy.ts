// How well typed words fit a line of text: all letters in order; better at the beginning of words and side by side.
import { folded } from '../../../contract/wire/normal.ts';

const AT_START = 12;
const AT_WORD = 8;
const SIDE_BY_SIDE = 5;
const ELSEWHERE = 1;
/** For a word that occurs as a whole. */
const WHOLE = 6;
/** Subtracted for each skipped letter, up to a limit. */
const GAP = 0.5;
const MOST_GAP = 4;

function isWordStart(text: string, index: number): boolean {
  return index === 0 || index > text.length || /[^\p{L}\p{N}]/u.test(text[index - 1]);
}

/** The best fit of a word whose first letter stands at `from`; null when its letters are not all there, in order. */
function scoreFrom(word: string, text: string, from: number): number | null {
  let score = from === 0 ? AT_START : isWordStart(text, from) ? AT_WORD : ELSEWHERE;
  let at = from;
  for (const letter of word.slice(1)) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return null;
    const gap = next - at - 1;
    if (gap === 0) score += SIDE_BY_SIDE;
    else score += (isWordStart(text, next) ? AT_WORD / 2 : ELSEWHERE) - Math.min(MOST_GAP, gap * GAP);
    at = next;
  }
  const isWhole = isWordStart(text, from) && at - from === word.length - 1 && isWordStart(text, at + 2);
  return isWhole ? score + WHOLE : score;
}

function wordScore(word: string, text: string): number | null {
  let best: number | null = null;
  for (let from = text.indexOf(word[0]); from >= 0; from = text.indexOf(word[0], from + 1)) {
    const score = scoreFrom(word, text, from);
    if (score !== null && (best === null || score > best)) best = score;
  }
  // Letters scattered over a sentence are chance, not a match.
  return best !== null && best >= word.length * 2 ? best : null;
}

/** A number that is higher for a better fit; null if one of the words does not fit at all. */
export function fuzzyScore(query: string, text: string): number | null {
  const lower = folded(text);
  const words = folded(query).split(/\s+/).filter(Boolean);
  let sum = 0;
  for (const word of words) {
    const score = wordScore(word, lower);
    if (score === null) return null;
    sum += score;
  }
  return sum;
}
