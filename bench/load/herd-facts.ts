// The part of a portfolio that does not move with the market, by which a page can be compared with the server.
import type { PushOf } from '../../contract/events.ts';

export function factsOf({ balance, heldBalance, portfolio }: PushOf<'portfolioUpdate'>): string {
  const shares = portfolio.map(({ symbol, quantity }) => `${symbol} ${quantity}`).sort();
  return JSON.stringify({ balance, heldBalance, shares });
}
