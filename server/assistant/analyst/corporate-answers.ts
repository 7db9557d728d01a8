// Answers about splits, bonuses and dividends: those of a stock, and what they did to the asker's shares and orders.
import type { ToolResult } from '../tools/toolbox.ts';
import { isProblem } from '../tools/market-tools.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { answerPosition } from './position-answers.ts';
import { count, dayWords, list, money, shares, written } from './wording.ts';

type Found = Exclude<ToolResult<'corporate'>, { problem: string }>;
type Own = Found['own'][number];
type Action = Found['past'][number];

const WHAT_THEY_DO =
  'A split or bonus changes how many shares there are and the price of each, not what you own or what it has cost. Orders that are open then end, because their prices and quantities mean the old shares. A dividend is paid into the wallet and ends no order.';

const plannedLine = ({ date, text }: Action): string => `Planned for the start of ${dayWords(date)}: ${text}.`;

const ofStock = (found: Found, symbol: string): string => (found.symbol === null ? `${symbol}: ` : '');

function pastLine({ kind, text, date, priceBefore, priceAfter }: Action): string {
  const prices =
    kind === 'dividend' || priceBefore === null || priceAfter === null
      ? ''
      : `: the price became ${money(priceAfter)} in place of ${money(priceBefore)}`;
  return `Carried out on ${dayWords(date)}: ${text}${prices}.`;
}

function ownLine(found: Found, { symbol, kind, text, date, sharesBefore, sharesAfter, cash }: Own): string {
  const what = `${ofStock(found, symbol)}${dayWords(date)}, ${text}`;
  if (kind === 'dividend') return `${what}: you were paid ${money(cash)} for ${shares(sharesBefore)}.`;
  const rest = cash === 0 ? '' : ` You were paid ${money(cash)} for the remaining fraction of a share.`;
  return `${what}: your ${shares(sharesBefore)} became ${count(sharesAfter)}, and cost together what they had cost before.${rest}`;
}

function endedLine({ endedOrders }: Found): string | null {
  if (endedOrders.length === 0) return null;
  const numbers = endedOrders.map(
    ({ order, symbol, side, quantity }) => `#${order} (${side} ${count(quantity)} ${symbol})`,
  );
  return `Your orders that a split or bonus has canceled: ${numbers.join(', ')}. Order again at the new price if you still want to.`;
}

function head(found: Found): string {
  const { symbol, name, coming, comingForOthers, past, own } = found;
  if (symbol === null && coming.length + own.length === 0)
    return `You have got nothing from a split, bonus or dividend so far, and none is planned for ${comingForOthers.length === 0 ? 'any stock' : 'the stocks you hold'}.`;
  if (symbol === null) return 'Splits, bonuses and dividends of your stocks:';
  if (coming.length + past.length === 0)
    return `${symbol} (${name}) has had no split, bonus or dividend, and none is planned.`;
  return `Splits, bonuses and dividends of ${symbol} (${name}):`;
}

export const answerCorporate: Answerer = async (tools, question) => {
  const {
    stocks: [stock],
    text: asked,
  } = question;
  const found = await tools.use('corporate', { stock });
  if (isProblem(found)) return notFound(found);
  const { symbol, coming, comingForOthers, past, own } = found;
  const isNamed = /split|bonus|dividend|corporate|\bex\b/.test(asked);
  // Asked why shares have changed, it was none of these.
  if (!isNamed && coming.length + past.length + own.length === 0) return answerPosition(tools, question);
  const text = written(
    head(found),
    list([
      ...coming.map(
        (each) => `${ofStock(found, each.symbol)}${plannedLine(each)} Shares held when that day begins count.`,
      ),
      ...past.map(pastLine),
    ]),
    own.length > 0 && symbol !== null && 'What you got:',
    list(own.map((each) => ownLine(found, each))),
    symbol !== null && past.length > 0 && own.length === 0 && 'You held none of its shares then, and got nothing.',
    comingForOthers.length > 0 && 'For stocks you do not hold:',
    list(comingForOthers.map((each) => `${ofStock(found, each.symbol)}${plannedLine(each)}`)),
    endedLine(found),
    WHAT_THEY_DO,
  );
  const named = [...(symbol === null ? [] : [symbol]), ...[...own, ...coming].map((each) => each.symbol)];
  const [first] = named;
  return answer(text, named, [
    ...(first === undefined ? [] : [`Price and trend of ${first}`]),
    'What is a stock split?',
    'How is my portfolio spread?',
  ]);
};
