// The tool about the asker's own trades: what was bought and sold last, what it cost, and what a sale brought.
import type { ToolInput } from '../../../contract/assistant.ts';
import { heldWords } from '../../../contract/messages/held.ts';
import type { TradeDiaryData } from '../../../contract/trade/diary.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem } from './market-tools.ts';

const SHOWN = 10;

type Detail = TradeDiaryData['trades'][number]['details'][number];

export async function trades(
  asker: Asker,
  { stock: name, side, most = SHOWN, isFirst, closedWith, from, to }: ToolInput<'trades'>,
) {
  const stock = name === undefined ? null : await findStock(asker, name);
  if (stock !== null && isProblem(stock)) return stock;
  if (closedWith !== undefined) return newestClosed(asker, { closedWith, symbol: stock?.symbol, from, to });
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
    closed: null,
    result: last?.side === 'SELL' ? await resultOf(asker, last) : null,
  };
}

interface Closed {
  readonly closedWith: 'gain' | 'loss';
  readonly symbol: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** As the diary has it. */
async function newestClosed(asker: Asker, { closedWith, symbol, from, to }: Closed) {
  const diary = await asker.read('GET /tradeDiary', { from, to });
  const found = diary.trades
    .flatMap(({ details }) => details)
    .filter((each) => (closedWith === 'gain' ? each.pnl > 0 : each.pnl < 0))
    .filter((each) => symbol === undefined || each.symbol === symbol)
    .reduce<Detail | null>((newest, each) => (newest === null || each.time > newest.time ? each : newest), null);
  return { from: from ?? null, to: to ?? null, total: 0, trades: [], closed: found && closedLine(found), result: null };
}

function closedLine({ time, symbol, quantity, entry, exit, pnl, net, heldSeconds, stopPrice, notes }: Detail) {
  const held = heldWords(heldSeconds);
  return { at: time, symbol, quantity, entry, exit, gross: pnl, net, held, stopPrice, hasNote: notes !== '' };
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
