// The messages of a practice: what was filled, and why an order was refused.
import { toRupees } from '../../../../contract/wire/sums.ts';
import { assertNever } from '../../../../core/assert.ts';
import { countText, moneyText, priceText } from '../../../ui/number-text.ts';
import type { PracticeFill, PracticeRefusal } from './practice.ts';

const because: Record<PracticeFill['reason'], string> = { order: '', stop: ', stop loss', target: ', target' };

/** Why it was filled at that price. */
function whyText({ reason, isGap, isUnclear }: PracticeFill): string {
  if (isUnclear) return ' The target lay in the same bar. Nobody knows which came first, so the worse one counts.';
  if (!isGap) return '';
  return reason === 'stop' ? ' The price jumped over the stop loss.' : ' The price jumped over the target.';
}

/** `Practice: bought 10 at 1,234.00. Charges ₹128.40.` */
export function filledText(fill: PracticeFill): string {
  const { side, quantity, price, charges, reason } = fill;
  const done = side === 'buy' ? 'bought' : 'sold';
  const what = `${done} ${countText(quantity)} at ${priceText(toRupees(price))}`;
  return `Practice${because[reason]}: ${what}. Charges ${moneyText(toRupees(charges))}.${whyText(fill)}`;
}

export function refusedText(refusal: PracticeRefusal): string {
  switch (refusal) {
    case 'no-price':
      return 'There is no price of that time at this interval. Choose a longer one.';
    case 'quantity':
      return 'Enter a whole number of shares, 1 or more.';
    case 'cash':
      return 'The practice purse does not pay for so many shares and their charges.';
    case 'none-held':
      return 'You hold no practice shares. As with real orders, only what is held is sold.';
    case 'few-held':
      return 'You hold fewer practice shares than that.';
    case 'stop':
      return 'The stop loss must lie below the price shown.';
    case 'target':
      return 'The target must lie above the price shown.';
    default:
      return assertNever(refusal);
  }
}
