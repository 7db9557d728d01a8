// The cost of the order line by line, before it is placed.
import type { OrderSide } from '../../../contract/trade.ts';
import { rupeesFromPaise } from '../../../core/money.ts';
import type { Paise } from '../../../core/money.ts';
import { FigureList } from '../../ui/figure-list.tsx';
import type { Figure } from '../../ui/figure-list.tsx';
import { Change, Money } from '../../ui/money.tsx';
import { NO_NUMBER } from '../../ui/number-text.ts';
import { statutoryFigures } from '../statutory-figures.tsx';
import type { ShownFigures } from './answer.ts';

export interface TicketFiguresProps {
  side: OrderSide;
  figures: ShownFigures | null;
  balance: Paise | undefined;
}

export const totalNames: Record<OrderSide, string> = { BUY: 'You pay', SELL: 'You receive' };

/** What a decision to sell depends on. It keeps its line while it is not known. */
export function gainFigure(side: OrderSide, gain: Paise | null | undefined): Figure | false {
  const known = typeof gain === 'number';
  return (
    side === 'SELL' && {
      name: 'Profit after charges of the sale',
      value: known ? <Change value={rupeesFromPaise(gain)} className="live-number" /> : NO_NUMBER,
    }
  );
}

export function TicketFigures({ side, figures, balance }: TicketFiguresProps) {
  const sum = (paise: Paise | undefined) =>
    paise === undefined ? NO_NUMBER : <Money rupees={rupeesFromPaise(paise)} className="live-number" />;
  const { margin = null, loan = 0 } = figures ?? {};
  return (
    <FigureList
      figures={[
        { name: 'Estimated price', value: sum(figures?.price) },
        { name: 'Order value', value: sum(figures?.value) },
        { name: 'Brokerage', value: sum(figures?.brokerage) },
        { name: 'Transaction fee', value: sum(figures?.flatFee) },
        ...statutoryFigures(figures?.statutoryItems ?? [], (rupees) => (
          <Money rupees={rupees} className="live-number" />
        )),
        margin !== null && { name: 'Margin (one fifth of the value)', value: sum(margin) },
        loan > 0 && { name: 'Intraday loan paid back', value: sum(loan) },
        { name: totalNames[side], value: sum(figures?.total), isTotal: true },
        gainFigure(side, figures?.gain),
        { name: 'Cash to trade', value: sum(balance) },
        { name: 'Cash after', value: sum(balance === undefined ? undefined : figures?.cashAfter) },
      ]}
    />
  );
}
