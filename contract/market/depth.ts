// How much of an order book is shown.

/** Levels each side of the full depth, at most. */
export const FULL_DEPTH = 20;
