// One instrument being traded: its book, its waiting stops and the day's figures.
import type { Instant } from '../money.ts';
import { Book } from './book.ts';
import type { Instrument } from './instrument.ts';
import { newQuote } from './quote.ts';
import type { Quote } from './quote.ts';
import { Stops } from './stops.ts';
import type { StopOrder } from './stops.ts';

export class Market<Stop extends StopOrder = StopOrder> {
  readonly instrument: Instrument;
  readonly book = new Book();
  readonly stops = new Stops<Stop>();
  readonly quote: Quote;
  /** Shares that people took on the buy side less those on the sell side, until the simulated traders ask. */
  peopleFlow = 0;

  constructor(instrument: Instrument, at: Instant) {
    this.instrument = instrument;
    this.quote = newQuote(instrument.previousClose, at);
  }
}
