// What a simulated trader may see of one market, and do to it: the same book and matching that people's orders meet.
import type { Paise, Quantity } from '../../money.ts';
import type { Book } from '../book.ts';
import type { Instrument, Side } from '../instrument.ts';
import type { BookOrder } from '../level.ts';

/**
 * Owners of simulated traders' orders are negative numbers, one for each agent; people's are positive. Simulated traders
 * have no cash limit: what they trade with people moves through one account of the venue, which may go below zero.
 */
export interface Desk {
  readonly instrument: Instrument;
  /** To look at only. */
  readonly book: Book;
  /** The price of the last trade. */
  readonly lastPrice: Paise;
  /** Trades what crosses at `price` (paise, on the tick, inside the band) or better and rests the remainder; null when nothing rests. */
  place(agent: number, side: Side, price: Paise, quantity: Quantity): BookOrder | null;
  /** Trades at once up to `limit` and rests nothing; returns the shares filled. */
  take(agent: number, side: Side, quantity: Quantity, limit: Paise): Quantity;
  /** Cancels what is left of a resting order; one that no longer rests (`order.level === null`) is left alone. */
  cancel(order: BookOrder): void;
  /** Shares that people bought less shares that people sold as takers since the last call; asking resets it to zero. */
  drainPeopleFlow(): number;
}
