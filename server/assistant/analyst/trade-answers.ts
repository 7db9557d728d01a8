// The answer about the asker's own newest trades.
import { isProblem } from '../tools/market-tools.ts';
import type { ToolResult } from '../tools/toolbox.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { LAST_LOSS, LAST_WIN, SINCE_WHEN } from './rules/record-rules.ts';
import { timeOf } from './span.ts';
import { change, count, counted, daysClause, list, money, shares, table, timeWords, written } from './wording.ts';

const BOUGHT = /\b(?:buys?|bought|purchases?d?)\b/;
const JOINED = /\b(?:join\w*|sign\w*|regist\w*|open|account)\b/;
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

type Closed = NonNullable<Exclude<ToolResult<'trades'>, { problem: string }>['closed']>;

/** Null for a question about trades of any result. */
function closedWith(text: string): 'gain' | 'loss' | undefined {
  if (LAST_LOSS.test(text)) return 'loss';
  return LAST_WIN.test(text) ? 'gain' : undefined;
}

function closedAnswer(
  { at, symbol, quantity, entry, exit, gross, net, held, stopPrice, hasNote }: Closed,
  what: string,
) {
  const text = written(
    `Your newest closed trade ${what}, before charges: on ${timeWords(at)} you sold ${shares(quantity)} of ${symbol} at ${money(exit)} on average, which had cost ${money(entry)} each.`,
    list([
      `Result: ${change(gross)} before charges, ${change(net)} after those of buying and selling.`,
      `Held for ${held} on average.`,
      stopPrice === null ? 'No stop protected it.' : `Its first stop stood at ${money(stopPrice)}.`,
      hasNote
        ? 'What you wrote about it stands beside it in the diary.'
        : 'You have written nothing about it: press it in the diary to note why you made it, and what you would do differently.',
    ]),
  );
  return answer(text, [symbol], ['Did I sell too early?', 'What mistakes do I repeat?', `How risky is ${symbol}?`]);
}

export const answerTrades: Answerer = async (tools, { stocks: [stock], text: asked, span, day }) => {
  const side = sideIn(asked);
  const time = timeOf(day, span);
  const result = closedWith(asked);
  if (result !== undefined) {
    const closed = await tools.use('trades', { stock, closedWith: result, ...time });
    if (isProblem(closed)) return notFound(closed);
    const what = result === 'loss' ? 'with a loss' : 'with a gain';
    if (closed.closed !== null) return closedAnswer(closed.closed, what);
    const where = `${stock === undefined ? '' : ` in ${stock}`}${time.from === undefined ? ' yet' : ' in that time'}`;
    return answer(`You have closed no trade ${what}${where}.`, [], ['How are my trades doing?', 'How was my day?']);
  }
  const isFirst = /\b(?:first|oldest|earliest)\b/.test(asked) || SINCE_WHEN.test(asked);
  const found = await tools.use('trades', { stock, side, most: mostIn(asked), isFirst, ...time });
  if (isProblem(found)) return notFound(found);
  const { trades, total, result: sale, from } = found;
  const next = ['How are my trades doing?', 'How was my day?', 'How much did I pay in charges?'];
  if (trades.length === 0) {
    const what = side === undefined ? 'traded' : side === 'BUY' ? 'bought' : 'sold';
    const when = daysClause(found, ' yet');
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
    JOINED.test(asked) && 'I can see when you first traded, not when you joined.',
    `Your ${isFirst ? 'first' : 'newest'} trade${side === undefined ? '' : ' of that kind'}${from === null ? '' : ' in that time'}: on ${timeWords(last.at)} you ${done} ${shares(last.quantity)} of ${last.symbol} at ${money(last.price)}, for ${money(last.value)}. Its charges were ${money(last.charges)} (order #${last.order}).`,
    sale !== null &&
      `That order sold ${shares(sale.quantity)} that day, at ${money(sale.exit)} on average, which had cost ${money(sale.entry)} each: ${change(sale.gross)} before charges, ${change(sale.net)} after those of buying and selling.`,
    trades.length > 1 && `The newest ${trades.length} of ${counted(total, 'trade')}:`,
    trades.length > 1 && table(['Time', 'Side', 'Stock', 'Qty', 'Price', 'Value', 'Charges'], rows),
  );
  return answer(
    text,
    trades.map(({ symbol }) => symbol),
    next,
  );
};
