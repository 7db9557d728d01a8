// The statutory charges of an order, line by line, each with a short explanation behind its name.
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import type { Order } from '../../contract/trade.ts';
import { lazyPart } from '../lazy-part.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import type { Figure } from '../ui/figure-list.tsx';
import { Money } from '../ui/money.tsx';

type Items = Order['statutoryItems'];

// Seldom read, so loaded on demand.
const StatutoryText = lazyPart(async () => ({ default: (await import('./statutory-text.tsx')).StatutoryText }));

function ExplainedName({ name }: { name: string }) {
  return (
    <Disclosure
      button={name}
      buttonClassName="text-left underline decoration-dotted underline-offset-4 hover:text-ink"
      panelClassName="w-64 p-3 text-sm text-ink"
    >
      {() => (
        <Suspense>
          <StatutoryText name={name} />
        </Suspense>
      )}
    </Disclosure>
  );
}

/** Nothing if there are no statutory charges. */
export function statutoryFigures(items: Items, sum: (rupees: number) => ReactNode): Figure[] {
  return items.map(({ name, amount }) => ({ name: <ExplainedName name={name} />, value: sum(amount) }));
}

/** The charges of an order, and below them their parts if there are statutory ones. */
export function paidFigures(
  name: string,
  order: Pick<Order, 'charges' | 'statutoryCharges' | 'statutoryItems'>,
): Figure[] {
  const { charges, statutoryCharges, statutoryItems } = order;
  const sum = (rupees: number) => <Money rupees={rupees} className="text-muted" />;
  const whole = { name, value: <Money rupees={charges} /> };
  if (statutoryItems.length === 0) return [whole];
  const earned = { name: 'Brokerage and transaction fee', value: sum(charges - statutoryCharges) };
  const parts = [earned, ...statutoryFigures(statutoryItems, sum)];
  return [whole, ...parts.map((part) => ({ ...part, name: <div className="pl-4">{part.name}</div> }))];
}
