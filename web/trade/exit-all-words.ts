// The question before all holdings are sold, and the sentences afterwards.
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { countOf, countText, moneyText } from '../ui/number-text.ts';
import { owedFor } from './live-position.ts';

type Held = Pick<PortfolioItem, 'symbol' | 'quantity' | 'availableQuantity' | 'loan'>;

/** As many symbols, or refusals, as one sentence can hold. */
const MOST_NAMED = 6;
const MOST_TOLD = 3;

function named(symbols: readonly string[]): string {
  const others = symbols.length > MOST_NAMED ? ` and ${countText(symbols.length - MOST_NAMED)} more` : '';
  return symbols.slice(0, MOST_NAMED).join(', ') + others;
}

/** `worth` in rupees, and `most` shares may be sold by one order. */
export function exitAllWords(items: readonly Held[], worth: number, most: number): string {
  // Where enough others are free, orders keep theirs.
  const freed = items.filter(({ quantity, availableQuantity }) => availableQuantity < Math.min(quantity, most));
  const held = freed.reduce((sum, { quantity, availableQuantity }) => sum + quantity - availableQuantity, 0);
  const tooMany = items.filter(({ quantity }) => quantity > most).map(({ symbol }) => symbol);
  const sentences = [
    `Sells your shares of ${countOf(items.length, 'stock')} at the market: ${named(items.map(({ symbol }) => symbol))}. They are worth ${moneyText(worth)} now, before charges.`,
  ];
  const owed = owedFor(items);
  if (owed > 0) sentences.push(`${moneyText(owed)} of that is borrowed for intraday and goes back.`);
  if (held > 0)
    sentences.push(
      held === 1
        ? '1 of the shares waits in an open order: that is canceled first, with any target and stop loss.'
        : `${countText(held)} of the shares wait in open orders: those are canceled first, with any target and stop loss.`,
    );
  if (tooMany.length > 0)
    sentences.push(`Of ${named(tooMany)} only ${countText(most)} are sold, as many as one order may sell.`);
  return sentences.join(' ');
}

export interface Exited {
  placed: number;
  /** What was refused, or ended unfilled, as `GODHULI: why`. */
  refusals: readonly string[];
  /** The stock whose sale got no answer: nothing was sent after it. */
  unanswered?: string | undefined;
}

/** Of the `asked` stocks. */
export function exitedWords({ placed, refusals, unanswered }: Exited, asked: number): string {
  const done =
    placed === asked
      ? `The sales of ${countOf(asked, 'stock')} have been placed.`
      : `The sales of ${countText(placed)} of ${countOf(asked, 'stock')} have been placed.`;
  const more = refusals.length > MOST_TOLD ? [`And ${countText(refusals.length - MOST_TOLD)} more.`] : [];
  const unknown =
    unanswered === undefined ? [] : [`No answer came to the sale of ${unanswered}: nothing was sent after it.`];
  return [done, ...unknown, ...refusals.slice(0, MOST_TOLD), ...more].join(' ');
}
