// One instrument being traded: its book, its waiting stops and the day's figures.
import type { Instant, Paise } from '../money.ts';
import { Book } from './book.ts';
import { bandHigh, bandLow } from './instrument.ts';
import type { Instrument, BandTerms } from './instrument.ts';
import { newQuote } from './quote.ts';
import type { Quote } from './quote.ts';
import { Stops } from './stops.ts';
import type { StopOrder } from './stops.ts';

/** The lowest and the highest price that the terms of an instrument allow today. */
interface Band extends BandTerms {
  readonly low: Paise;
  readonly high: Paise;
}

export class Market<Stop extends StopOrder = StopOrder> {
  declare readonly instrument: Instrument;
  readonly book = new Book();
  readonly stops = new Stops<Stop>();
  declare readonly quote: Quote;
  /** Shares that people took on the buy side less those on the sell side, until the simulated traders ask. */
  peopleFlow = 0;

  #band: Band;

  constructor(instrument: Instrument, at: Instant) {
    this.instrument = instrument;
    this.#band = bandOf(instrument);
    this.quote = newQuote(instrument.previousClose, at);
  }

  /** Today's band: computed again only when its terms have changed. */
  get band(): Band {
    const { previousClose, tickSize, priceBand } = this.instrument;
    const band = this.#band;
    const isCurrent =
      band.previousClose === previousClose && band.tickSize === tickSize && band.priceBand === priceBand;
    return isCurrent ? band : (this.#band = bandOf(this.instrument));
  }
}

function bandOf({ previousClose, tickSize, priceBand }: Instrument): Band {
  const terms = { previousClose, tickSize, priceBand };
  return { ...terms, low: bandLow(terms), high: bandHigh(terms) };
}
