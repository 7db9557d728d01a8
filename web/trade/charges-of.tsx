// What an order would cost or bring according to the server, for questions outside the ticket.
import type { Charges, OrderSide, OrderWire } from '../../contract/trade.ts';
import { rupeesFromPaise } from '../../core/money.ts';
import { Badge } from '../ui/badge.tsx';
import { FigureList } from '../ui/figure-list.tsx';
import type { Figure } from '../ui/figure-list.tsx';
import { Money } from '../ui/money.tsx';
import { NO_NUMBER } from '../ui/number-text.ts';
import { statutoryFigures } from './statutory-figures.tsx';
import { answeredFigures } from './ticket/answer.ts';
import { gainFigure, totalNames } from './ticket/ticket-figures.tsx';
import { useCharges } from './ticket/use-ticket-data.ts';

export interface ChargeFiguresProps {
  side: OrderSide;
  /** The server's answer; undefined until it has come. */
  charges: Charges | undefined;
  /** The heading above the charges. */
  first?: readonly Figure[];
  /** The transaction fee is charged once per order: not again for the rest of a partly filled one. */
  isFeePaid?: boolean;
}

/** For an order that does not exist yet. */
export function ChargesOf({ order }: { order: OrderWire }) {
  const { charges } = useCharges(JSON.stringify(order));
  return <ChargeFigures side={order.type} charges={charges} />;
}

export function ChargeFigures({ side, charges, first = [], isFeePaid = false }: ChargeFiguresProps) {
  const figures = charges ? answeredFigures(side, charges) : null;
  const { loan = 0, statutoryItems = [] } = figures ?? {};
  const sum = (paise: number | undefined) =>
    paise === undefined ? NO_NUMBER : <Money rupees={rupeesFromPaise(paise)} className="live-number" />;
  return (
    <>
      <FigureList
        className="mt-3 mb-3"
        figures={[
          ...first,
          { name: 'Order value', value: sum(figures?.value) },
          { name: 'Brokerage', value: sum(figures?.brokerage) },
          !isFeePaid && { name: 'Transaction fee', value: sum(figures?.flatFee) },
          ...statutoryFigures(statutoryItems, (rupees) => <Money rupees={rupees} className="live-number" />),
          loan > 0 && { name: 'Intraday loan paid back', value: sum(loan) },
          { name: totalNames[side], value: sum(figures?.total), isTotal: true },
          gainFigure(side, figures?.gain),
        ]}
      />
      <Badge tone="warn">Practice market</Badge>
    </>
  );
}
