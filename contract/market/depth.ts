// How much of an order book, and of what has traded, is shown.

/** Levels each side of the full depth, at most. */
export const FULL_DEPTH = 20;

/** Lines of the tape of a stock, at most. */
export const RECENT_TRADES = 30;
