// The marks of a practice on the chart, in their own colour: its fills, and lines for its average, stop loss and target.
import { wireSide } from '../../../../contract/trade/words.ts';
import { toRupees } from '../../../../contract/wire/sums.ts';
import { mean } from '../../../../core/money.ts';
import type { Paise } from '../../../../core/money.ts';
import type { ChargeTerms } from '../../../../core/trade/charges.ts';
import type { OwnFill, PriceLine } from '../../../chart/marks.ts';
import { countText, signedMoneyText } from '../../../ui/number-text.ts';
import type { Moment } from './practice.ts';
import { openPractice } from './practice-summary.ts';

export function practiceFills({ fills }: Moment): OwnFill[] {
  return fills.map(({ side, quantity, price, second }) => ({
    side: wireSide(side),
    quantity,
    price: toRupees(price),
    second,
    isPractice: true,
  }));
}

/** Empty while nothing is held. */
export function practiceLines(now: Moment, terms: ChargeTerms): PriceLine[] {
  const open = openPractice(now, terms);
  if (!open) return [];
  const { stop, target } = now.exits;
  const line = (key: string, price: Paise | null, text: string): PriceLine[] =>
    price === null ? [] : [{ key, kind: 'practice', price: toRupees(price), text: `Practice ${text}` }];
  const position = `${countText(open.quantity)}, ${signedMoneyText(toRupees(open.profit))}`;
  return [
    ...line('practice position', mean(open.cost, open.quantity), position),
    ...line('practice stop', stop, 'stop loss'),
    ...line('practice target', target, 'target'),
  ];
}
