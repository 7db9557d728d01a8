// Finds in a question about a position's size how much may be lost and where the stop is.
import type { ToolInput } from '../../../contract/assistant.ts';

export type SizeAsked = Omit<ToolInput<'sizing'>, 'stock'>;

/** No longer than such numbers are: of thousands of digits every part would be tried. */
const share = String.raw`(?<![\d.,])(\d{1,2}(?:\.\d{1,2})?) ?(?:%|percent|per cent)`;
const amount = String.raw`(?:₹ ?|rs\.? ?|inr ?)?(\d[\d,]{0,10}(?:\.\d{1,4})?)(?![\d,.]*\d| ?(?:%|percent|per cent|shares?|times))`;
const stopWord = String.raw`\b(?:stop(?:[ -]?loss)?|sl)\b`;

const RISK = new RegExp(
  `\\b(?:risk(?:ing)?|los(?:e|ing)) (?:only |at most |up to |about )?${share}|${share} (?:risk|of (?:my |the )?(?:capital|money|account|portfolio|balance))`,
);
const STOP_SHARE = new RegExp(`${stopWord}[^\\d]{0,20}${share}|${share} (?:below|under|away|stop)`);
const STOP_PRICE = new RegExp(`${stopWord}(?: (?:loss|price|at|of|is|to|be|near|around|below))* ${amount}`);

const numberOf = (text: string | undefined): number | undefined => {
  const value = Number((text ?? '').replaceAll(',', ''));
  // No price is higher: a stop so far up is refused, not left out.
  return value > 0 ? Math.min(value, 10_000_000) : undefined;
};

export function sizeAsked(text: string): SizeAsked {
  const [, risking, ofCapital] = RISK.exec(text) ?? [];
  const [, after, before] = STOP_SHARE.exec(text) ?? [];
  const stopPrice = numberOf(STOP_PRICE.exec(text)?.[1]);
  return {
    riskPercent: numberOf(risking ?? ofCapital),
    stopPrice,
    stopPercent: stopPrice === undefined ? numberOf(after ?? before) : undefined,
  };
}
