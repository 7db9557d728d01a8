// How much may be drawn on the chart of one stock. Apart from the schemas, which the pages do not load.

/** More would be a picture that nobody can read. */
export const MOST_LINES = 30;
/** Prices are below this, and instants before the year 5138. */
export const MOST_RUPEES = 1e9;
export const MOST_SECONDS = 1e11;

/** A trend line ends at its points, a ray goes on to the right; a retracement has levels between the prices of its points. */
export const slopedKinds = ['trend', 'ray', 'fibonacci'] as const;
