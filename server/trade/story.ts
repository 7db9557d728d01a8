// The story of one order, told from its row and its fills: checked, held, queued, triggered, filled, and why it ended.
import { groupedText, rupeeText, sharesText } from '../../contract/messages/sums.ts';
import { endReasonText, orderReason } from '../../contract/messages/order-reasons.ts';
import type { OrderReader } from '../../contract/messages/order-reasons.ts';
import type { OrderEvent } from '../../contract/trade.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { MarketPhase, TradingCalendar } from '../../core/market/trading-calendar.ts';
import { mean, oneFifth } from '../../core/money.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import { totalCharges } from '../../core/trade/charges.ts';
import { keepsPlace } from '../../core/trade/order.ts';
import { instantText } from './present.ts';
import type { ChangeRow } from '../exchange/rows.ts';
import type { FillRow } from './fill-queries.ts';

/** Who reads it, and the market's trading hours. */
export interface Reading {
  readonly calendar: TradingCalendar;
  readonly reader?: OrderReader;
}

export function storyOf(
  order: OrderRecord,
  fills: readonly FillRow[],
  changes: readonly ChangeRow[],
  { calendar, reader = 'trader' }: Reading,
): OrderEvent[] {
  const asked = { ...order, ...changes[0]?.before };
  const isExit = order.orderType === 'bracket';
  const fired = triggered({ ...order, ...changes.find(({ at }) => at > (order.triggeredAt ?? 0))?.before });
  const { atOnce, waited, atStop } = executionsTold(order, joined(fills), changes, calendar);
  const ofChange = (change: ChangeRow): OrderEvent =>
    modified(order, change, reader, placeText(order, changes.slice(0, changes.indexOf(change)), change, calendar));
  const steps = [
    accepted(asked),
    held(asked, changes.some(isOfMarketOrder)),
    ...changes.filter((change) => !isOfAuction(change)).map(ofChange),
    ...heldAgain(order, changes),
    ...(isExit ? [] : fired),
    ...atOnce,
    ...changes.filter(isOfAuction).map(ofChange),
    ...queued(order, atOnce.at(-1), joinsAt(order, fills, changes, calendar)),
    ...waited,
    // The stop of an exit ends its wait; any other trigger comes before it.
    ...(isExit ? fired : []),
    ...atStop,
  ];
  // Events of the same instant stay in this order.
  const told = steps.toSorted((one, other) => one.at.localeCompare(other.at));
  return [...told, ended(order, reader, told.at(-1)!.at)];
}

function accepted(order: OrderRecord): OrderEvent {
  const { createdAt, side, quantity, symbol, limitPrice, stopPrice, orderType, origin } = order;
  const verb = side === 'buy' ? 'Buy' : 'Sell';
  const trigger = stopPrice > 0 ? ` once the price reaches ${rupeeText(stopPrice)}` : '';
  const price = limitPrice > 0 ? `at ${rupeeText(limitPrice)} or better` : 'at the market price';
  const prices = orderType === 'bracket' ? `${eitherText(order)}, whichever comes first` : `${price}${trigger}`;
  const asked = `${verb} ${groupedText(quantity)} ${symbol} ${prices}`;
  const product = order.product === 'intraday' ? ', intraday' : '';
  const checks = `Checked against trading limits, ${side === 'buy' ? 'cash' : 'shares held'} and price band, and accepted.`;
  const text =
    origin === 'trader'
      ? `${asked}${product}${exitsText(order)}. ${checks}`
      : origin === 'exit'
        ? exitText(order)
        : `${asked}, made by the exchange: ${origin === 'square-off-on-loss' ? 'the loss had reached 80% of the margin' : 'intraday positions end with the day'}.`;
  return { at: instantText(createdAt), kind: 'accepted', text, quantity };
}

function exitsText({ exits }: OrderRecord): string {
  return exits === null
    ? ''
    : `, with a target at ${rupeeText(exits.target)} and a stop loss at ${rupeeText(exits.stop)}`;
}

function exitText({ entryId, quantity, symbol, ...prices }: OrderRecord): string {
  const what = `Sell the ${sharesText(quantity)} of ${symbol} that order ${entryId} brought`;
  return `${what}: ${eitherText(prices)}. Whichever comes first; the other is gone then.`;
}

/** The two prices of a bracket's sale. */
function eitherText({ limitPrice, stopPrice }: Pick<OrderRecord, 'limitPrice' | 'stopPrice'>): string {
  return `at ${rupeeText(limitPrice)} or better, or at the market once the price falls to ${rupeeText(stopPrice)}`;
}

/** What was set aside, and how the figure was computed. For a market order that was changed, only the later figure is known. */
function held(order: OrderRecord, hasLaterFigure: boolean): OrderEvent {
  const at = instantText(order.createdAt);
  const { heldAtFirst, quantity, limitPrice, product } = order;
  if (order.side === 'sell')
    return { at, kind: 'held', text: `${sharesText(quantity)} set aside, so that none can be sold twice.`, quantity };
  const amount = rupeeText(heldAtFirst);
  const isIntraday = product === 'intraday';
  if (limitPrice === 0) {
    const cost = isIntraday ? 'a fifth of the cost' : 'the cost';
    const how = `${cost} at up to 5% above the price, with charges, or all the free cash if that is less.`;
    return { at, kind: 'held', text: hasLaterFigure ? `Set aside: ${how}` : `${amount} set aside: ${how}` };
  }
  const value = quantity * limitPrice;
  // On the terms of that moment: a later change of the order may have brought new ones.
  const charges = rupeeText(heldAtFirst - (isIntraday ? oneFifth(value) : value));
  const cost = `${groupedText(quantity)} × ${rupeeText(limitPrice)}`;
  const own = isIntraday ? `a fifth of ${cost} (${rupeeText(oneFifth(value))})` : `${cost} (${rupeeText(value)})`;
  return { at, kind: 'held', text: `${amount} set aside: ${own} and charges of ${charges}.` };
}

/** The trader has changed an order that trades at the price of the market. */
const isOfMarketOrder = ({ before, after }: ChangeRow): boolean => before.limitPrice === 0 && after.limitPrice === 0;

/** With each change, such a buy sets another sum aside. */
function heldAgain({ side, heldAtFirst }: OrderRecord, changes: readonly ChangeRow[]): OrderEvent[] {
  const last = changes.findLast(isOfMarketOrder);
  if (side === 'sell' || last === undefined) return [];
  return [{ at: instantText(last.at), kind: 'held', text: `${rupeeText(heldAtFirst)} set aside now.` }];
}

function triggered({ triggeredAt, stopPrice, limitPrice, side, orderType }: OrderRecord): OrderEvent[] {
  if (triggeredAt === null) return [];
  const then =
    limitPrice > 0 && orderType !== 'bracket' ? `a limit order at ${rupeeText(limitPrice)}` : 'a market order';
  const direction = side === 'buy' ? 'rose' : 'fell';
  const text = `The price ${direction} to the trigger at ${rupeeText(stopPrice)}: the order became ${then}.`;
  return [{ at: instantText(triggeredAt), kind: 'triggered', text, price: toRupees(stopPrice) }];
}

const isPlaceKept = ({ before, after }: ChangeRow): boolean => keepsPlace(before, after);

/** What the change does to its place in the queue. */
function placeText(
  order: OrderRecord,
  earlier: readonly ChangeRow[],
  change: ChangeRow,
  calendar: TradingCalendar,
): string {
  if (!isInBook(order, change)) return '';
  const waitsSince = earlier.findLast((each) => !isPlaceKept(each))?.at ?? order.createdAt;
  if (isOneWait(calendar, waitsSince, change.at)) return ' It keeps its place in the queue for the opening.';
  if (isPlaceKept(change)) return ' It keeps its place.';
  if (calendar.phaseAt(change.at) === 'open') return ' It comes as if it were new.';
  return ' It leaves the book and waits for the opening: after the orders that stay there, and before those placed later.';
}

/** Both instants are before the same auction, or between it and the opening: orders from then are in no book yet. */
function isOneWait(calendar: TradingCalendar, from: number, to: number): boolean {
  const phases = [from, to].map((at) => calendar.phaseAt(at));
  const isOneSide = phases.every((phase) => phase === 'opening') || phases.every(isBeforeAuction);
  return isOneSide && calendar.sessionOf(from) === calendar.sessionOf(to);
}

const isBeforeAuction = (phase: MarketPhase): boolean => phase === 'closed' || phase === 'pre-open';

/** People cannot change the type of an order. */
const isOfAuction = ({ before, after }: ChangeRow): boolean => before.limitPrice === 0 && after.limitPrice > 0;

function modified(order: OrderRecord, change: ChangeRow, reader: OrderReader, place: string): OrderEvent {
  const { side, orderType } = order;
  const { quantity, limitPrice, stopPrice } = change.after;
  if (isOfAuction(change)) {
    const text = `What the opening auction left of it waits as a limit order at ${rupeeText(limitPrice)}.`;
    return { at: instantText(change.at), kind: 'modified', text, quantity, price: toRupees(limitPrice) };
  }
  const price = limitPrice > 0 ? ` at ${rupeeText(limitPrice)} or better` : '';
  const trigger = stopPrice > 0 ? ` once the price reaches ${rupeeText(stopPrice)}` : '';
  const prices = orderType === 'bracket' ? ` ${eitherText(change.after)}` : `${price}${trigger}`;
  // Another sale of the same shares reduces an exit: then it was the exchange that changed the order.
  const isOfExchange = order.origin === 'exit' && order.product === 'intraday' && isPlaceKept(change);
  const who = isOfExchange ? 'It was' : reader === 'trader' ? 'You' : 'The trader';
  const text = `${who} changed${isOfExchange ? '' : ' it'}: ${side === 'buy' ? 'buy' : 'sell'} ${sharesText(quantity)}${prices}.${place}`;
  return { at: instantText(change.at), kind: 'modified', text, quantity };
}

/** A market order waiting for the opening, or a stop waiting for its trigger, has no place in the book to keep or lose. */
function isInBook(
  { orderType, triggeredAt }: OrderRecord,
  { at, after: { limitPrice, stopPrice } }: ChangeRow,
): boolean {
  if (limitPrice === 0) return false;
  return stopPrice === 0 || orderType === 'bracket' || (triggeredAt !== null && triggeredAt <= at);
}

/** When the order came to the book, if it did: while trading is closed, orders wait for the auction, or after it for the opening. */
function joinsAt(
  { orderType, createdAt, triggeredAt, endedAt }: OrderRecord,
  fills: readonly FillRow[],
  changes: readonly ChangeRow[],
  calendar: TradingCalendar,
): number {
  const cameAgain = changes.findLast((change) => !isPlaceKept(change));
  if (cameAgain !== undefined && isOfAuction(cameAgain)) return cameAgain.at;
  const since = Math.max(createdAt, cameAgain?.at ?? 0, orderType === 'bracket' ? 0 : (triggeredAt ?? 0));
  if (calendar.phaseAt(since) === 'open') return since;
  let next = calendar.nextChange(since);
  while (next?.phase === 'pre-open') next = calendar.nextChange(next.at);
  // The exchange closes a moment after the hour: an order that traded or ended before the auction had come to the book in that moment.
  const joined = next?.at ?? since;
  const isBefore = (at: number | null): boolean => at !== null && at >= since && at < joined;
  return isBefore(endedAt) || fills.some(({ at }) => isBefore(at)) ? since : joined;
}

/** It rested after taking what it could at once, the `lastTaken` of it. */
function queued(
  { priority, queuedBehind, limitPrice }: OrderRecord,
  lastTaken: OrderEvent | undefined,
  joinedAt: number,
): OrderEvent[] {
  if (priority === 0) return [];
  const place = queuedBehind === 0 ? 'first in line' : `behind ${sharesText(queuedBehind)}`;
  const text = `Joined the queue at ${rupeeText(limitPrice)}, ${place}.`;
  const joined = instantText(joinedAt);
  const at = lastTaken !== undefined && lastTaken.at > joined ? lastTaken.at : joined;
  return [{ at, kind: 'queued', text, quantity: queuedBehind, price: toRupees(limitPrice) }];
}

type Execution = Pick<FillRow, 'price' | 'quantity' | 'at' | 'isMaker' | 'isWithPerson'>;

/** Fills of one instant at one price against the same kind of counterparty become one line of the story. */
function joined(fills: readonly FillRow[]): Execution[] {
  const executions: Execution[] = [];
  for (const { price, quantity, at, isMaker, isWithPerson } of fills) {
    const last = executions.at(-1);
    const isSame =
      last?.price === price && last.at === at && last.isMaker === isMaker && last.isWithPerson === isWithPerson;
    if (last !== undefined && isSame)
      executions[executions.length - 1] = { ...last, quantity: last.quantity + quantity };
    else executions.push({ price, quantity, at, isMaker, isWithPerson });
  }
  return executions;
}

/** How many shares the order asked for at that instant. */
function quantityAt({ quantity }: OrderRecord, changes: readonly ChangeRow[], at: number): number {
  return changes.find((change) => change.at > at)?.before.quantity ?? quantity;
}

/** Executions when the order came, while it waited, and after the stop of an exit had fired. */
type Told = Record<'atOnce' | 'waited' | 'atStop', OrderEvent[]>;

/** Numbered in the order in which the story tells them: fill n of m, and how much of the quantity at that time is done. */
function executionsTold(
  order: OrderRecord,
  executions: readonly Execution[],
  changes: readonly ChangeRow[],
  calendar: TradingCalendar,
): Told {
  const told: Told = { atOnce: [], waited: [], atStop: [] };
  const stoppedAt = (order.orderType === 'bracket' ? order.triggeredAt : null) ?? Infinity;
  // In an auction an order counts as coming, not as waiting in the book, whichever side is recorded as the taker.
  const hasWaited = ({ isMaker, at }: Execution): boolean => isMaker && calendar.phaseAt(at) !== 'opening';
  const hasCome = executions.filter((execution) => !hasWaited(execution));
  // Of executions at the same instant, those of the arriving order come first.
  const inOrder = [...hasCome, ...executions.filter(hasWaited)].toSorted((one, other) => one.at - other.at);
  let done = 0;
  for (const [index, execution] of inOrder.entries()) {
    const { price, quantity, at, isWithPerson } = execution;
    done += quantity;
    const other = isWithPerson ? 'another trader' : 'the market';
    const trade = order.side === 'buy' ? `bought ${groupedText(quantity)} from` : `sold ${groupedText(quantity)} to`;
    const progress = `${groupedText(done)} of ${groupedText(quantityAt(order, changes, at))} done`;
    const count = `Fill ${index + 1} of ${inOrder.length}`;
    const text = `${count}: ${trade} ${other} at ${rupeeText(price)}; ${progress}.`;
    const part = hasWaited(execution) ? told.waited : at < stoppedAt ? told.atOnce : told.atStop;
    part.push({ at: instantText(at), kind: 'filled', text, quantity, price: toRupees(price) });
  }
  return told;
}

/** Why it ended, or what it waits for since `lastAt`. */
function ended(order: OrderRecord, reader: OrderReader, lastAt: string): OrderEvent {
  const filled = order.quantity - order.remaining;
  const averagePrice = mean(order.filledValue, filled);
  const result =
    filled === 0
      ? ''
      : ` ${sharesText(filled)} for ${rupeeText(order.filledValue)}, on average ${rupeeText(averagePrice)}; charges ${rupeeText(totalCharges(order))}.`;
  const figures = filled === 0 ? {} : { quantity: filled, price: toRupees(averagePrice) };
  if (order.endReason === null) {
    return { at: lastAt, kind: 'waiting', text: orderReason(order) };
  }
  const freed = order.remaining > 0 ? ' What was still set aside is free again.' : '';
  const text = `${endReasonText(order.endReason, reader)}${result}${freed}`;
  return { at: instantText(order.endedAt ?? order.createdAt), kind: 'ended', text, ...figures };
}
