// What questions can be about, and the form of the rules by which each kind is known.
export type Intent =
  | 'others'
  | 'about'
  | 'lessons'
  | 'act'
  | 'advice'
  | 'story'
  | 'check'
  | 'outcome'
  | 'trip'
  | 'shock'
  | 'affordable'
  | 'trail'
  | 'day'
  | 'performance'
  | 'habits'
  | 'mistakes'
  | 'figures'
  | 'notes'
  | 'facts'
  | 'follows'
  | 'stops'
  | 'sizing'
  | 'periods'
  | 'months'
  | 'gains'
  | 'past'
  | 'leaders'
  | 'benchmark'
  | 'rewards'
  | 'orders'
  | 'trades'
  | 'sold'
  | 'how-to'
  | 'accounts'
  | 'portfolio'
  | 'position'
  | 'corporate'
  | 'balance'
  | 'cost'
  | 'rules'
  | 'compare'
  | 'indicators'
  | 'risk'
  | 'quote'
  | 'overview'
  | 'movers'
  | 'index'
  | 'sector'
  | 'screener'
  | 'explain'
  | 'greeting'
  | 'unknown-stock'
  | 'no-such-day'
  | 'unknown';

export interface Rule {
  readonly intent: Intent;
  /** Several must be found one after the other: as one expression with `.*` in between, every combination of them would be tried. */
  readonly when: RegExp | readonly RegExp[];
  readonly unless?: RegExp;
  /** How many stocks the question must name. */
  readonly stocks?: number;
  /** The question must name a period of several days. */
  readonly isOfSpan?: true;
  /** The question must compare two such periods. */
  readonly isOfSpans?: true;
  /** The question must name a day that is over, or a period. */
  readonly isOfPast?: true;
  /** Only if it is known how that is done. */
  readonly isWay?: true;
  /** The question must name today, or a day to come. */
  readonly isOfComing?: true;
  /** The question must name neither a stock nor a day: it is about all the trades of the account. */
  readonly isOfAll?: true;
  /** The question must name a sector. */
  readonly isOfSector?: true;
  /** The question must suppose a price, or a move of it. */
  readonly isSupposed?: true;
  /** The question must name a profit that is to be made. */
  readonly isGoal?: true;
  /** The question must name a price to buy at and one to sell at. */
  readonly isTrip?: true;
  /** The question must be about how this market works. */
  readonly isFact?: true;
  /** The question must look for stocks by price or change. */
  readonly isSought?: true;
}
