// Answers about the asker's orders: which there are, and the story of one.
import { anyOf } from './any-of.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import { isProblem } from '../tools/market-tools.ts';
import type { Toolbox, ToolResult } from '../tools/toolbox.ts';
import { answer, notFound } from './answer.ts';
import type { Answerer } from './answer.ts';
import { nowText } from './market-words.ts';
import { timeOf } from './span.ts';
import { count, counted, list, money, percent, shares, table, timeWords, written } from './wording.ts';

export const answerOrders: Answerer = async (tools, { stocks: [stock], text: asked, span, day, now }) => {
  const isOpen = /\b(?:open|pending|waiting|unfilled|active|outstanding)\b/.test(asked);
  const isFilled = !isOpen && /\b(?:completed?|filled|executed|done)\b/.test(asked);
  const isFailed = !isOpen && !isFilled && /\b(?:fail\w*|reject\w*|refus\w*|cancel\w*|expired|lapsed)\b/.test(asked);
  const date = /\btoday\b/.test(asked) ? dayText(marketDay(now)) : day;
  const time = timeOf(date, span);
  const found = await tools.use('orders', { stock, isOpen, isFilled, isFailed, ...time });
  if (isProblem(found)) return notFound(found);
  const { orders, total, symbol } = found;
  const kind = isOpen ? 'open order' : isFilled ? 'completed order' : isFailed ? 'failed order' : 'order';
  const isAll = !isOpen && !isFilled && !isFailed && time.from === undefined;
  if (orders.length === 0)
    return answer(
      `You have no ${kind}s${symbol === null ? '' : ` in ${symbol}`}${time.from === undefined ? '' : ' of that time'}${isAll ? ' yet' : ''}.`,
      [],
      ['What moves today?', 'What is a limit order?', 'What is my balance?'],
    );
  const rows = orders.map((each) => [
    `#${each.order}`,
    each.symbol,
    `${each.side} ${each.orderType}`,
    `${count(each.filledQuantity)} of ${count(each.quantity)}`,
    priceWords(each),
    each.status,
  ]);
  const text = written(
    orders.length < total
      ? `The newest ${orders.length} of your ${counted(total, kind)}:`
      : `Your ${counted(total, kind)}:`,
    table(['Order', 'Stock', 'Kind', 'Filled', 'Price', 'Status'], rows),
    isFailed &&
      'An order that ended with nothing filled has failed, also when it was canceled or ran out. One that was refused never became an order, and is not among them.',
  );
  const open = orders.find(({ status }) => status === 'PENDING') ?? orders[0];
  return answer(
    text,
    orders.map((each) => each.symbol),
    [`What happened to order ${open.order}?`, 'How was my day?', 'What is a limit order?'],
  );
};

type Listed = Exclude<ToolResult<'orders'>, { problem: string }>['orders'][number];

/** What it traded at, as on My Orders: its own price may be a target that was never reached. Of one that waits, both its prices. */
function priceWords({ orderType, price, stopPrice, averagePrice }: Listed): string {
  if (averagePrice !== null) return money(averagePrice);
  if (orderType === 'BRACKET' && stopPrice !== null) return `${money(price)} or ${money(stopPrice)}`;
  if (orderType === 'STOP-LIMIT' && stopPrice !== null) return `${money(price)}, trigger ${money(stopPrice)}`;
  return money(price);
}

type Story = Exclude<ToolResult<'story'>, { problem: string }>;

/** Those of the stock that was asked about, if they are known. */
function refusedLines({ refused }: Story, stock: string | undefined): string | null {
  if (refused.length === 0) return null;
  const ofStock = refused.filter(({ symbol }) => symbol === stock);
  const lines = (ofStock.length === 0 ? refused : ofStock).map(
    ({ at, side, quantity, symbol, orderType, price, sentence }) => {
      const asked = `${side} ${count(quantity)} ${symbol} ${orderType}${price === null ? '' : ` at ${money(price)}`}`;
      return `${timeWords(at)}: ${asked}. The answer was: ${sentence}`;
    },
  );
  return written(
    stock !== undefined &&
      ofStock.length === 0 &&
      `None of your newest refused orders was for ${stock}, and only the newest few are remembered.`,
    'Orders that were refused recently (they never entered the books):',
    list(lines),
  );
}

function nowLine(story: Extract<Story, { events: unknown }>): string | null {
  const { order, now } = story;
  if (now.awaited === null) return null;
  const book = `Last price ${money(now.lastPrice)}, best bid ${now.bestBid === null ? 'none' : money(now.bestBid)}, best ask ${now.bestAsk === null ? 'none' : money(now.bestAsk)}.`;
  const gap =
    now.away === null || now.awayPercent === null ? null : `${money(now.away)} (${percent(now.awayPercent)}) away`;
  const { orderType, stopPrice } = order;
  if (orderType === 'BRACKET' && stopPrice !== null && gap !== null)
    return `${book} The order waits for the target ${money(now.awaited)}, or the stop loss ${money(stopPrice)}. The target is ${gap}.`;
  const isStop = orderType === 'STOP' || orderType === 'STOP-LIMIT';
  const distance = gap === null ? 'Nobody stands on the other side of the book now' : `It is ${gap}`;
  return `${book} The order waits for ${isStop ? 'the trigger' : 'its price'} ${money(now.awaited)}. ${distance}.`;
}

/** Where it stands among those who want the same. */
function placeLine({ place }: Extract<Story, { events: unknown }>): string | null {
  if (place === null) return null;
  const { price, orders, quantity, better } = place;
  const same =
    orders === 0
      ? `It is first in line at ${money(price)}.`
      : `Before it wait ${shares(quantity)} in ${counted(orders, 'order')} at the same price, ${money(price)}.`;
  return better === 0 ? same : `${same} At better prices wait ${shares(better)}, which trade first.`;
}

const NONE_REFUSED = 'None of your orders has been refused since the server started.';

const NEWEST_ORDER = /\b(?:last|latest|newest|most recent) (?:\w+ )?(?:order|trade)\b/;
/** `Did my order go through?` is about the newest, whatever became of it. */
const IS_DONE = /^(?:did|is|has|was) my (?:last |latest |newest )?order\b(?!.*(?:n't|\bnot\b|cancel|reject|refus))/;
/** Words in questions about an order that has not simply filled. */
const TROUBLE =
  /\bnot\b|n't\b|\b(?:never|refus\w*|reject\w*|fail\w*|pending|stuck|cancel\w*|wait\w*|open|unfilled|expir\w*)\b/;

/** `why did my stop loss hit` */
const REACHED =
  /\bmy (?:\w+ )?(?:stop(?:[ -]?loss)?|sl|target)\b.{0,20}\b(?:hit|reached|triggered|trigger|fired?|executed?)\b/;

/** `why is my order pending`, `when will my order fill`, as opposed to what is not filled because it ended. */
const WAITS = anyOf(
  /\bwill my\b/,
  /\b(?:pending|waiting|stuck|still open|queue|ahead of|in front of|how far)\b/,
  /\border (?:is )?(?:still )?open\b/,
);
const FAILED = /\bfail(?:ed|s|ing|ure)?\b/;

type Meant = Pick<ToolInput<'story'>, 'isEnded' | 'isReached' | 'isOpen' | 'isFailed'>;

/** Null where no special order was asked for. */
function noneText({ isEnded, isReached, isOpen, isFailed }: Meant): string | null {
  if (isReached) return 'No trigger, stop loss or target of your newest orders has been reached.';
  if (isEnded) return 'None of your newest orders was canceled or ran out.';
  if (isOpen) return 'None of your newest orders is waiting.';
  return isFailed ? 'None of your newest orders has failed.' : null;
}

const QUEUE = /\b(?:queue|ahead of|in front of|before (?:me|mine|my))\b/;

/** A stop that waits for its trigger stands in no queue: the newest order that does is meant. */
async function inQueue(
  tools: Toolbox,
  first: ToolResult<'story'>,
  stock: string | undefined,
): Promise<ToolResult<'story'>> {
  if (isProblem(first) || first.order === null || (first as Extract<Story, { events: unknown }>).place !== null)
    return first;
  const open = await tools.use('orders', { stock, isOpen: true });
  const queued = isProblem(open) ? undefined : open.orders.find(({ orderType }) => IN_BOOK.includes(orderType));
  return queued === undefined ? first : tools.use('story', { order: queued.order });
}

const IN_BOOK: readonly string[] = ['LIMIT', 'BRACKET'];

export const answerStory: Answerer = async (tools, { order: wanted, stocks: [stock], text: asked }) => {
  const asksIfDone = IS_DONE.test(asked);
  const isFilled =
    !asksIfDone &&
    /\b(?:filled|executed|traded)\b/.test(asked) &&
    !/\bnot\b|n't\b|\b(?:never|only|partly|rest|will)\b/.test(asked);
  const isNewest = asksIfDone || (NEWEST_ORDER.test(asked) && !TROUBLE.test(asked));
  const isEnded = /\b(?:cancel(?:l?ed|ation)|expired?|lapsed|order end(?:ed)?)\b/.test(asked);
  const isReached = REACHED.test(asked);
  const isSpecial = asksIfDone || isEnded || isReached;
  const isOpen = !isSpecial && WAITS.test(asked);
  const isFailed = !isSpecial && !isOpen && FAILED.test(asked);
  const meant = { stock, isFilled, isNewest, isEnded, isReached, isOpen, isFailed };
  const first = await tools.use('story', wanted === null ? meant : { order: wanted });
  const story = wanted === null && isOpen && QUEUE.test(asked) ? await inQueue(tools, first, stock) : first;
  if (isProblem(story)) return notFound(story);
  const refused = refusedLines(story, wanted === null ? stock : undefined);
  const next = ['Show my open orders', 'What is a limit order?', 'What is my balance?'];
  if (story.order === null) {
    const special = noneText(meant);
    const none =
      wanted === null ? (special ?? 'You have no such order in the books.') : 'You have no order with that number.';
    const why =
      refused ?? `${NONE_REFUSED} A refused order never enters the books; its reason is shown when it is placed.`;
    return answer(
      written(none, wanted === null && special !== null && !isFailed ? null : why),
      story.refused.map(({ symbol }) => symbol),
      next,
    );
  }
  const { order, events, market } = story as Extract<Story, { events: unknown }>;
  const head = `Order #${order.order}: ${order.side} ${count(order.quantity)} ${order.symbol}, ${order.orderType}, placed ${timeWords(order.createdAt)}. Status ${order.status}, ${count(order.filledQuantity)} of ${count(order.quantity)} filled.`;
  const isAboutRefusal = /refus|reject|can't|cannot|can not|unable/.test(asked);
  const text = written(
    isAboutRefusal && (refused ?? NONE_REFUSED),
    head,
    order.reason !== null && order.reason,
    list(events.map(({ at, text }) => `${timeWords(at)}: ${text}`)),
    market !== null && nowText(market),
    nowLine(story as Extract<Story, { events: unknown }>),
    placeLine(story as Extract<Story, { events: unknown }>),
    !isAboutRefusal && refused,
  );
  return answer(
    text,
    [order.symbol, ...story.refused.map(({ symbol }) => symbol)],
    [`Price of ${order.symbol}`, ...next],
  );
};
