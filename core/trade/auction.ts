// The opening auction of one market: which orders take part, who comes first, and what becomes of the rest.
import { auctionPrice } from '../market/auction.ts';
import { protectionPrice, toTick } from '../market/instrument.ts';
import type { Side } from '../market/instrument.ts';
import type { BookOrder } from '../market/level.ts';
import { roundDownToTick } from '../money.ts';
import type { Paise, Quantity } from '../money.ts';
import type { Floor } from './floor.ts';
import { trimExits } from './intraday.ts';
import { isPersons } from './order.ts';
import type { Order } from './order.ts';

/** Who comes first at one price: people's resting orders, then queued ones, then simulated traders. */
const RANKS = { resting: 0, queued: 1, crowd: 2 } as const;

/** One order in the auction. */
interface Entrant {
  readonly order: BookOrder;
  /** The worst price at which it trades: its limit, or the market protection. */
  readonly worst: Paise;
  /** As much of it as its cash can pay for. */
  readonly quantity: Quantity;
  readonly rank: number;
}

/**
 * Trades all that can be traded at one price; the rest waits in the book. A market order counts as one with a limit at the market
 * protection; if something of it is left, it becomes a limit order at the price of the opening.
 */
export function holdAuction(floor: Floor): void {
  const { previousClose } = floor.market.instrument;
  // The protection of a market order counts from the price before the auction.
  const { last } = floor.market.quote;
  const queued = floor.queuedOrders().filter(takesPart);
  // Resting orders have already met each other: without a newcomer nothing trades.
  if (queued.length === 0) return;
  const { price, buys, sells } = findPrice(floor, queued);
  if (price > 0) {
    allot(floor, price, buys, sells);
    // A second round: at the auction's price the cash of a market order may pay for more than at its worst price.
    allot(floor, price, leftOf(floor, price, buys), leftOf(floor, price, sells));
    // Only now: an order that took part keeps the shares allotted to it at this price.
    const sellers = sells.map(({ order }) => order).filter(isPersons);
    for (const position of new Set(sellers.map((order) => order.position))) trimExits(floor, position);
  }
  for (const order of queued) {
    if (!order.isOpen) continue;
    if (order.isMarketable) becomeLimit(floor, order, { openPrice: price > 0 ? price : previousClose, last });
    if (order.isOpen) floor.rest(order);
  }
}

/** Immediate-or-cancel and fill-or-kill make sense only in continuous trading, so such orders wait for it. */
function takesPart({ isMarketable, timeInForce }: Order): boolean {
  if (timeInForce === 'fok') return false;
  return isMarketable || timeInForce !== 'ioc';
}

interface Found {
  readonly price: Paise;
  /** The orders that accept this price, first in line first. */
  readonly buys: readonly Entrant[];
  readonly sells: readonly Entrant[];
}

/** If orders of one person would trade with each other, the earlier ones end, and the price is computed again without them. */
function findPrice(floor: Floor, queued: readonly Order[]): Found {
  const { instrument, band } = floor.market;
  for (;;) {
    const buys = entrantsOf(floor, 'buy', queued);
    const sells = entrantsOf(floor, 'sell', queued);
    const price = auctionPrice(buys, sells, { ...instrument, low: band.low, high: band.high });
    const found = {
      price,
      buys: buys.filter(({ worst }) => worst >= price),
      sells: sells.filter(({ worst }) => worst <= price),
    };
    const meeting = price === 0 ? [] : earlierOfOnePerson(found);
    if (meeting.length === 0) return found;
    for (const order of meeting) floor.withdraw(order, 'self-trade');
  }
}

/** All orders on a side that might trade, first in line first. */
function entrantsOf(floor: Floor, side: Side, queued: readonly Order[]): Entrant[] {
  const entrants: Entrant[] = [];
  for (const order of floor.market.book.orders(side)) {
    const rank = isPersons(order) ? RANKS.resting : RANKS.crowd;
    entrants.push({ order, worst: order.price, quantity: order.remaining, rank });
  }
  for (const order of queued) {
    if (order.side !== side || !order.isOpen) continue;
    const worst = order.isMarketable ? worstOf(floor, order) : order.price;
    entrants.push({ order, worst, quantity: floor.payable(order, worst, order.remaining), rank: RANKS.queued });
  }
  const sign = side === 'buy' ? -1 : 1;
  // Sorting is stable, so equal orders of the book, and of the queue, stay in order of time.
  return entrants.sort((a, b) => sign * (a.worst - b.worst) || a.rank - b.rank);
}

/** How far a market order goes: to its protection, or as far as its cash, set aside for the band of another day, pays for a share. */
function worstOf(floor: Floor, order: Order): Paise {
  const { instrument, band, quote } = floor.market;
  const protection = protectionPrice(instrument, order.side, quote.last);
  const isPaid = (price: Paise): boolean => floor.payable(order, price, order.remaining) > 0;
  if (isPaid(protection) || !isPaid(band.low)) return protection;
  let [paid, unpaid] = [band.low, protection];
  while (unpaid - paid > instrument.tickSize) {
    const middle = paid + roundDownToTick((unpaid - paid) / 2, instrument.tickSize);
    if (isPaid(middle)) paid = middle;
    else unpaid = middle;
  }
  return paid;
}

function earlierOfOnePerson({ buys, sells }: Found): Order[] {
  const latest = new Map<number, Record<Side, Entrant | null>>();
  for (const entrant of [...buys, ...sells]) {
    const { owner, side } = entrant.order;
    const own = latest.get(owner) ?? { buy: null, sell: null };
    if (own[side] === null || isLater(entrant, own[side])) own[side] = entrant;
    latest.set(owner, own);
  }
  return [...buys, ...sells].flatMap(({ order }) => {
    const { buy, sell } = latest.get(order.owner)!;
    if (buy === null || sell === null || !isPersons(order)) return [];
    return order.side === (isLater(buy, sell) ? 'sell' : 'buy') ? [order] : [];
  });
}

function isLater(one: Entrant, other: Entrant): boolean {
  return one.rank === other.rank ? one.order.id > other.order.id : one.rank > other.rank;
}

/** Each order in turn trades with the other side, as far as its cash goes. */
function allot(floor: Floor, price: Paise, buys: readonly Entrant[], sells: readonly Entrant[]): void {
  let [b, s] = [0, 0];
  let [buying, selling] = [0, 0];
  for (;;) {
    if (buying === 0 && b < buys.length) buying = buys[b].quantity;
    if (selling === 0 && s < sells.length) selling = sells[s].quantity;
    if (b === buys.length || s === sells.length) return;
    const quantity = Math.min(buying, selling);
    if (quantity > 0) meet(floor, buys[b].order, sells[s].order, { price, quantity });
    buying -= quantity;
    selling -= quantity;
    if (buying === 0) b++;
    if (selling === 0) s++;
  }
}

/** Two resting orders never meet: the taker is the order from the queue, or the later one if both are. */
function meet(floor: Floor, buy: BookOrder, sell: BookOrder, deal: { price: Paise; quantity: Quantity }): void {
  const isSellTaking = buy.level !== null || (sell.level === null && sell.id > buy.id);
  const [taker, maker] = isSellTaking ? [sell, buy] : [buy, sell];
  floor.deal(taker, maker, deal.price, deal.quantity);
}

function leftOf(floor: Floor, price: Paise, entrants: readonly Entrant[]): Entrant[] {
  return entrants
    .filter(({ order }) => order.remaining > 0)
    .map((entrant) => ({ ...entrant, quantity: floor.payable(entrant.order, price, entrant.order.remaining) }));
}

/** Gives what is left of a market order a limit. An order whose cash does not pay for all of it ends, as in continuous trading. */
function becomeLimit(floor: Floor, order: Order, { openPrice, last }: { openPrice: Paise; last: Paise }): void {
  const { instrument } = floor.market;
  const worst = protectionPrice(instrument, order.side, last);
  const inside = order.side === 'buy' ? Math.min(worst, openPrice) : Math.max(worst, openPrice);
  const price = toTick(instrument, order.side, inside);
  if (floor.payable(order, price, order.remaining) < order.remaining) floor.withdraw(order, 'cash-exhausted');
  else floor.giveLimit(order, price);
}
