// How the diary's figures are worded: holding times, ratios, and how much a sample says.
import { heldWords } from '../../../contract/messages/held.ts';
import { FEW_TRADES } from '../../../contract/trade/diary.ts';
import type { DiaryAnalytics, Mood } from '../../../contract/trade/diary.ts';
import { beforeNames, sizeNames, stopNames, turnNames } from '../../../contract/trade/observation-words.ts';
import { numberFormat } from '../../ui/formats.ts';
import { countOf, isZeroText, NO_NUMBER } from '../../ui/number-text.ts';
import { weekdayNames } from './calendar.ts';

export function heldText(seconds: number | null): string {
  return seconds === null ? NO_NUMBER : heldWords(seconds);
}

const twoDecimals = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const oneDecimal = numberFormat({ maximumFractionDigits: 1 });

/** What rounds to zero has no sign. */
function minusOf(value: number, size: string): string {
  return value < 0 && !isZeroText(size) ? '\u2212' : '';
}

export function ratioText(ratio: number | null): string {
  if (ratio === null) return NO_NUMBER;
  const size = twoDecimals.format(Math.abs(ratio));
  return minusOf(ratio, size) + size;
}

/** In units of what was risked: `+1.50R`. */
export function riskText(multiple: number | null): string {
  if (multiple === null) return NO_NUMBER;
  const text = ratioText(multiple);
  return `${multiple < 0 || isZeroText(text) ? '' : '+'}${text}R`;
}

export function rateText(percent: number | null): string {
  if (percent === null) return NO_NUMBER;
  const size = oneDecimal.format(Math.abs(percent));
  return `${minusOf(percent, size)}${size}%`;
}

/** Without a loss there is nothing to divide by: the factor is infinite, and says nothing yet. */
export function profitFactorText({ profitFactor, wins }: Pick<DiaryAnalytics, 'profitFactor' | 'wins'>): string {
  if (profitFactor !== null) return ratioText(profitFactor);
  return wins > 0 ? '\u221e' : NO_NUMBER;
}

export function tradesText(trades: number): string {
  return countOf(trades, 'trade');
}

export function isFew(trades: number): boolean {
  return trades < FEW_TRADES;
}

/** How reliable a sample of this size is; null if there is nothing to warn about. */
export function sampleText(trades: number): string | null {
  if (trades === 0 || !isFew(trades)) return null;
  return `Made of ${tradesText(trades)}. Below ${FEW_TRADES} trades these figures cannot tell skill from luck.`;
}

export const moodNames: Record<Mood, string> = {
  calm: 'Calm',
  confident: 'Confident',
  unsure: 'Unsure',
  anxious: 'Anxious',
  greedy: 'Greedy',
  frustrated: 'Frustrated',
};

export function isMood(text: string): text is Mood {
  return text in moodNames;
}

export function weekdayName(key: string): string {
  return weekdayNames[Number(key)];
}

/** `09:00 to 09:59`. */
export function hourName(key: string): string {
  const hour = key.padStart(2, '0');
  return `${hour}:00 to ${hour}:59`;
}

function nameIn(names: Readonly<Record<string, string>>): (key: string) => string {
  return (key) => names[key] ?? key;
}

export const beforeName = nameIn(beforeNames);
export const turnName = nameIn(turnNames);
export const sizeName = nameIn(sizeNames);
export const stopName = nameIn(stopNames);
