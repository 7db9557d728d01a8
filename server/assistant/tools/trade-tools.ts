// The tool about the asker's own trades: what was bought and sold last, what it cost, and what a sale brought.
import type { ToolInput } from '../../../contract/assistant.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem } from './market-tools.ts';

const SHOWN = 10;

export async function trades(
  asker: Asker,
  { stock: name, side, most = SHOWN, isFirst, from, to }: ToolInput<'trades'>,
) {
  const stock = name === undefined ? null : await findStock(asker, name);
  if (stock !== null && isProblem(stock)) return stock;
  const asked = { page: 1, limit: Math.min(most, SHOWN), symbol: stock?.symbol, type: side, from, to };
  const { transactions: found, totalTransactions: total } = await asker.read('GET /transactions', asked);
  const transactions =
    isFirst === true && total > 1
      ? (await asker.read('GET /transactions', { ...asked, limit: 1, page: total })).transactions
      : found;
  const newest = transactions.map(({ orderId, completedAt, type, stock: { symbol }, quantity, price, ...sums }) => {
    const { totalAmount: value, charges } = sums;
    return { order: orderId, at: completedAt, side: type, symbol, quantity, price, value, charges };
  });
  const [last] = newest;
  return {
    from: from ?? null,
    to: to ?? null,
    total,
    trades: newest,
    result: last?.side === 'SELL' ? await resultOf(asker, last) : null,
  };
}

/** What the day's sales of one order brought, as the diary has it; null where it has none. */
async function resultOf(asker: Asker, { order, at }: { order: string; at: string }) {
  const date = dayText(marketDay(Date.parse(at)));
  const diary = await asker.read('GET /tradeDiary', { from: date, to: date });
  const found = diary.trades.flatMap(({ details }) => details).find(({ _id }) => _id === `${order}-${date}`);
  if (found === undefined) return null;
  const { quantity, entry, exit, pnl, net } = found;
  return { quantity, entry, exit, gross: pnl, net };
}
