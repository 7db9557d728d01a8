// The step between two prices of a stock, until its own is known.

/** In rupees. */
export const USUAL_TICK = 0.05;
