// The sentences of surveillance: what each pattern is called, what was seen, why a real exchange minds, and what to do instead.
import type { Pattern } from '../../core/surveillance/conduct.ts';
import { groupedText, rupeeText, sharesText } from './sums.ts';

export const surveillanceMessages = {
  statusInvalid: 'Status must be NEW, REVIEWED or DISMISSED.',
  patternInvalid: 'This pattern is not known.',
  noteTooLong: 'A note can be at most 1,000 characters.',
  reviewed: 'Saved.',
  wentOn: 'This conduct has gone on in the meantime. What you typed is kept: look at what was added, and save again.',
  none: 'Nothing to ask about',
} as const;

export const patternTitles: Record<Pattern, string> = {
  'wash-trading': 'Wash trading',
  'linked-crossing': 'Trading between linked accounts',
  layering: 'Layering',
  pump: 'Pump and dump',
};

const keptText = (kept: number): string => (kept === 0 ? 'none' : `only ${groupedText(kept)}`);

function laterText(seconds: number): string {
  if (seconds === 0) return 'within the same second';
  return seconds === 1 ? '1 second later' : `${seconds} seconds later`;
}

const rangeText = (low: number, high: number): string =>
  low === high ? rupeeText(low) : `${rupeeText(low)} to ${rupeeText(high)}`;

/** What was seen, in figures. `figures` are those of the flag. */
export function patternSentence(pattern: Pattern, symbol: string, figures: Readonly<Record<string, number>>): string {
  const { times, traded, kept, low, high, part, layers, shown, seconds, bought, sold, rise, before, top } = figures;
  switch (pattern) {
    case 'wash-trading':
      return times === undefined
        ? `${sharesText(traded)} of ${symbol} went back and forth between the same two accounts at ${rangeText(low, high)}; ${keptText(kept)} of them stayed with one of the two.`
        : `Within ten minutes, ${times} orders in ${symbol} met an order of the same trader on the other side.`;
    case 'linked-crossing':
      return `${times} trades for ${sharesText(figures.shares)} of ${symbol} were between two accounts that belong together: ${part}% of everything this trader traded in it.`;
    case 'layering':
      return `Orders for ${sharesText(shown)} of ${symbol} stood at ${layers} prices on one side. ${sharesText(traded)} were traded on the other, and ${laterText(seconds)} the orders were gone, unfilled.`;
    case 'pump':
      return `${sharesText(bought)} of ${symbol} were bought, ${part}% of everything that was traded meanwhile. The price rose ${rise}%, from ${rupeeText(before)} to ${rupeeText(top)}, and ${sharesText(sold)} were sold into the rise at a gain.`;
  }
}

/** For the one who did it: why a real exchange would ask, and what an honest trader does. */
export const patternLessons: Record<Pattern, { why: string; instead: string }> = {
  'wash-trading': {
    why: 'When the same people stand on both sides, shares change hands and nothing changes. Others see volume and a price that nobody meant, and trade on them. Exchanges prevent it where they can, and fine it where they cannot.',
    instead:
      'Before you place an order on the other side, cancel what you have open on this one. To get out of a position, sell it once, to the best bid.',
  },
  'linked-crossing': {
    why: 'Two accounts of one person, or of people who act together, are one trader to a supervisor. In a book with many others they meet only when somebody arranges it.',
    instead:
      'Trade from one account. If friends trade the same stock, let each place orders for their own reasons and in their own time.',
  },
  layering: {
    why: 'A wall of orders tells everybody that many want to buy, or to sell. A trader who puts it there without meaning it, in order to trade on the other side, deceives everybody who reads the book. It is also called spoofing, and people have gone to prison for it.',
    instead:
      'Place only orders that you want to be filled. You may change your mind, and the order with it. What is not allowed is the pattern: a wall of orders, and a trade on the other side.',
  },
  pump: {
    why: 'Buying so much of a quiet stock that it rises draws in others, who see only the rise; when the buyer sells, they are left with the loss.',
    instead:
      'Keep your orders small against what is traded: a tenth of the volume hardly moves the price. Use limit orders, and do not chase a rise that you make yourself.',
  },
};

export const conductNotice = (pattern: Pattern, symbol: string): string =>
  `A real exchange would ask about your orders in ${symbol}: they look like ${patternTitles[pattern].toLowerCase()}. See why, and what to do instead.`;
