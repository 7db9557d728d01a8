// The words of a story: sums, percentages, and the state of an order.
import type { PlaceOrder } from '../../core/command.ts';
import type { Side } from '../../core/market/instrument.ts';
import type { TimeInForce } from '../../core/trade/order.ts';

export function paise(rupees: string): number {
  const sum = Math.round(Number(rupees) * 100);
  if (!/^-?\d+(\.\d{1,2})?$/.test(rupees) || !Number.isSafeInteger(sum))
    throw new Error(`${rupees} is not a sum of rupees`);
  return sum;
}

export function rupees(sum: number): string {
  return (sum / 100).toFixed(2);
}

export function partsPerMillion(percent: string): number {
  if (!/^\d+(\.\d+)?%$/.test(percent)) throw new Error(`${percent} is not a percentage`);
  return Math.round(Number(percent.slice(0, -1)) * 10_000);
}

/** `6 @ 3500.00, 2 @ 3501.00`: neighbouring fills at one price are joined. */
export function grouped(parts: readonly { quantity: number; price: number }[]): string {
  const groups: { quantity: number; price: number }[] = [];
  for (const { quantity, price } of parts) {
    const last = groups.at(-1);
    if (last?.price === price) last.quantity += quantity;
    else groups.push({ quantity, price });
  }
  return groups.map(({ quantity, price }) => `${quantity} @ ${rupees(price)}`).join(', ');
}

interface SaidOrder {
  readonly name: string;
  /** Its name in the story from now on. */
  readonly title: string | undefined;
  readonly asked: Omit<PlaceOrder, 'kind' | 'account'>;
}

/** `asha TCS 4 limit 3500.00 gtc as first` */
export function readOrder(side: Side, words: readonly string[]): SaidOrder {
  const [name, symbol, quantity, ...rest] = words;
  const prices: Record<string, number> = { limit: 0, stop: 0 };
  let timeInForce: TimeInForce = 'day';
  let product: PlaceOrder['product'] = 'delivery';
  let exits: PlaceOrder['exits'];
  let isExit = false;
  let title: string | undefined;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === 'limit' || word === 'stop') prices[word] = paise(rest.shift() ?? '');
    else if (word === 'target') exits = { target: paise(rest.shift() ?? ''), stop: paise(rest.splice(0, 2)[1] ?? '') };
    else if (word === 'gtc' || word === 'ioc' || word === 'fok') timeInForce = word;
    else if (word === 'intraday') product = word;
    else if (word === 'bracket') isExit = true;
    else if (word === 'as') title = rest.shift();
    else if (word !== 'market') throw new Error(`"${word}" is no word for an order`);
  }
  const { limit, stop } = prices;
  const priced = stop > 0 ? (limit > 0 ? 'stop-limit' : 'stop') : limit > 0 ? 'limit' : 'market';
  const orderType = isExit ? 'bracket' : priced;
  const asked = {
    symbol,
    side,
    orderType,
    timeInForce,
    product,
    quantity: Number(quantity),
    limitPrice: limit,
    stopPrice: stop,
    ...(exits && { exits }),
  } as const;
  return { name, title, asked };
}
