// The horizontal lines that somebody has drawn on a stock's chart, as they are stored.

export interface DrawnLine {
  id: number;
  /** In rupees. */
  price: number;
}

export const MOST_LINES = 30;
const MOST_RUPEES = 1e9;

/** What is stored may be of another time or of another hand: only prices are taken out of it, and no more than a chart bears. */
export function readLines(text: string | null): DrawnLine[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((price): price is number => typeof price === 'number' && price > 0 && price < MOST_RUPEES)
    .slice(0, MOST_LINES)
    .map((price, index) => ({ id: index + 1, price }));
}
