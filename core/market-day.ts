// A day of the market, in all its stocks at once: the opening auction, opening, halts, closing, and the beginning of the next day.
import type { Command, StartDay } from './command.ts';
import { holdAuction } from './trade/auction.ts';
import { isOutsideBand } from './trade/check-order.ts';
import { carryOut } from './trade/corporate-actions.ts';
import type { Floor } from './trade/floor.ts';
import type { Floors } from './trade/floors.ts';
import type { Order } from './trade/order.ts';
import type { Venue } from './trade/venue.ts';

export function openMarket(venue: Venue, floors: Floors): void {
  venue.isOpen = true;
  for (const floor of floors.values()) floor.resume();
  venue.listener.venueChanged();
}

/** Day orders end with the day's trading. Repeating it does nothing: orders accepted since are for the next day. */
export function closeMarket(venue: Venue, floors: Floors): void {
  if (!venue.isOpen) return;
  venue.isOpen = false;
  endOrders(venue, floors, ({ timeInForce }) => timeInForce !== 'gtc');
  venue.listener.venueChanged();
}

function endOrders(venue: Venue, floors: Floors, isOver: (order: Order) => boolean): void {
  for (const { market } of floors.values()) market.stops.removeAll(isOver);
  for (const order of venue.orders.values()) if (isOver(order)) floors.of(order).withdraw(order, 'day-ended');
}

/** Once a day, while the venue is closed. Halted stocks have theirs when the halt ends, if trading has begun by then: `endHalt`. */
export function holdAuctions(venue: Venue, floors: Floors): void {
  if (venue.isOpen || venue.auctionDay >= venue.day) return;
  venue.auctionDay = venue.day;
  for (const floor of floors.values()) if (!floor.isHalted) holdAuction(floor);
  venue.listener.venueChanged();
}

export function haltMarket(venue: Venue, floors: Floors, isHalted: boolean): void {
  venue.isHalted = isHalted;
  for (const floor of floors.values()) endHalt(floor);
  venue.listener.venueChanged();
}

/** Whether simulated traders may have nothing in a book after it: none quote in a halt, and new terms end the quotes that do not fit them. */
export function thinsBooks(command: Command): boolean {
  const { kind } = command;
  return kind === 'set-terms' || ((kind === 'set-halted' || kind === 'halt-market') && !command.isHalted);
}

/**
 * Does nothing while something else still halts the stock. What was queued when it was halted has missed the auction and has it now: the
 * simulated traders do not quote in a halt, so a market order that traded at once would find nobody and end.
 */
export function endHalt(floor: Floor): void {
  if (!floor.isTrading) return;
  holdAuction(floor);
  floor.resume();
}

/** Days only go forward: one that arrives after a later one does nothing. */
export function startDay(venue: Venue, floors: Floors, { day, actions = [], beganAt = Infinity }: StartDay): void {
  if (day < venue.day) return;
  venue.day = day;
  // A closed venue has already ended its day: orders that wait were placed for the day that begins.
  if (venue.isOpen)
    endOrders(venue, floors, ({ timeInForce, createdAt }) => timeInForce !== 'gtc' && createdAt < beganAt);
  for (const { market } of floors.values()) {
    const { quote, instrument } = market;
    instrument.previousClose = quote.last;
    quote.open = quote.high = quote.low = quote.last;
    quote.volume = 0;
    venue.listener.instrumentChanged(market);
  }
  for (const action of actions) carryOut(venue, floors.get(action.symbol), action);
  for (const order of venue.orders.values()) {
    if (isOutsideBand(order)) floors.of(order).withdraw(order, 'outside-band');
  }
  venue.listener.venueChanged();
}
