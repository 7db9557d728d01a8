// What a page shows of its owner's portfolio that does not move with the market: by that it is seen whether a page is true.
import type { PushOf } from '../../contract/events.ts';

export function factsOf({ balance, heldBalance, portfolio }: PushOf<'portfolioUpdate'>): string {
  const shares = portfolio.map(({ symbol, quantity }) => `${symbol} ${quantity}`).sort();
  return JSON.stringify({ balance, heldBalance, shares });
}
