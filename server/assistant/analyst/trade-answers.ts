// The answer about the asker's own newest trades.
import { isProblem } from '../tools/market-tools.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { SINCE_WHEN } from './rules/record-rules.ts';
import { timeOf } from './span.ts';
import { change, count, counted, dayWords, money, shares, table, timeWords, written } from './wording.ts';

const BOUGHT = /\b(?:buys?|bought|purchases?d?)\b/;
const SOLD = /\b(?:sells?|sold|sales?)\b/;

/** How many trades the question asks for: `my last 5 trades`. */
function mostIn(text: string): number | undefined {
  const [, many] = /\b(?:last|latest|newest|recent) (\d{1,2})\b/.exec(text) ?? [];
  if (many === undefined || Number(many) === 0) return undefined;
  return Number(many);
}

function sideIn(text: string): 'BUY' | 'SELL' | undefined {
  if (BOUGHT.test(text) === SOLD.test(text)) return undefined;
  return BOUGHT.test(text) ? 'BUY' : 'SELL';
}

export const answerTrades: Answerer = async (tools, { stocks: [stock], text: asked, span, day }) => {
  const side = sideIn(asked);
  const time = timeOf(day, span);
  const isFirst = /\b(?:first|oldest|earliest)\b/.test(asked) || SINCE_WHEN.test(asked);
  const found = await tools.use('trades', { stock, side, most: mostIn(asked), isFirst, ...time });
  if (isProblem(found)) return notFound(found);
  const { trades, total, result, from, to } = found;
  const next = ['How are my trades doing?', 'How was my day?', 'How much did I pay in charges?'];
  if (trades.length === 0) {
    const what = side === undefined ? 'traded' : side === 'BUY' ? 'bought' : 'sold';
    const when =
      from === null || to === null
        ? ' yet'
        : from === to
          ? ` on ${dayWords(from)}`
          : ` from ${dayWords(from)} to ${dayWords(to)}`;
    return answer(`You have not ${what}${stock === undefined ? ' anything' : ` ${stock}`}${when}.`, [], next);
  }
  const [last] = trades;
  const done = last.side === 'BUY' ? 'bought' : 'sold';
  const rows = trades.map((each) => [
    timeWords(each.at),
    each.side,
    each.symbol,
    count(each.quantity),
    money(each.price),
    money(each.value),
    money(each.charges),
  ]);
  const text = written(
    `Your ${isFirst ? 'first' : 'newest'} trade${side === undefined ? '' : ' of that kind'}${from === null ? '' : ' in that time'}: on ${timeWords(last.at)} you ${done} ${shares(last.quantity)} of ${last.symbol} at ${money(last.price)}, for ${money(last.value)}. Its charges were ${money(last.charges)} (order #${last.order}).`,
    result !== null &&
      `That order sold ${shares(result.quantity)} that day, at ${money(result.exit)} on average, which had cost ${money(result.entry)} each: ${change(result.gross)} before charges, ${change(result.net)} after those of buying and selling.`,
    trades.length > 1 && `The newest ${trades.length} of ${counted(total, 'trade')}:`,
    trades.length > 1 && table(['Time', 'Side', 'Stock', 'Qty', 'Price', 'Value', 'Charges'], rows),
  );
  return answer(
    text,
    trades.map(({ symbol }) => symbol),
    next,
  );
};
