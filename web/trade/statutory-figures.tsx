// What the law takes of an order, line by line, each with a short explanation behind its name.
import type { ReactNode } from 'react';
import { statutoryNames } from '../../contract/messages/trade.ts';
import type { Order } from '../../contract/trade.ts';
import { STATUTORY_TERMS } from '../../core/market/terms/statutory-terms.ts';
import { STATUTORY_KINDS } from '../../core/trade/statutory.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import type { Figure } from '../ui/figure-list.tsx';
import { Money } from '../ui/money.tsx';

type Items = Order['statutoryItems'];

/** By the names that stand on receipts. */
const explanations = new Map<string, string>(
  STATUTORY_KINDS.map((kind) => [statutoryNames[kind], STATUTORY_TERMS[kind][2]]),
);

function ExplainedName({ name }: { name: string }) {
  const text = explanations.get(name);
  if (text === undefined) return name;
  return (
    <Disclosure
      button={name}
      buttonClassName="text-left underline decoration-dotted underline-offset-4 hover:text-ink"
      panelClassName="w-64 p-3 text-sm text-ink"
    >
      {() => text}
    </Disclosure>
  );
}

/** Nothing where nothing is charged by law. */
export function statutoryFigures(items: Items, sum: (rupees: number) => ReactNode): Figure[] {
  return items.map(({ name, amount }) => ({ name: <ExplainedName name={name} />, value: sum(amount) }));
}

/** What an order has paid, and below it what that is made of where the law takes a part. */
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
