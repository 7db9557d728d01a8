// The tool that works out a position size by risk: the amount that may be lost, divided by the distance to the stop.
import type { ToolInput } from '../../../contract/assistant.ts';
import type { Asker } from '../asker.ts';
import { isProblem, risk, round } from './market-tools.ts';
import type { Problem } from './market-tools.ts';
import { borrowedFor } from './own-tools.ts';

/** The example risks this percentage of the capital, with a stop this many average true ranges away. */
const EXAMPLE_RISK_PERCENT = 1;
const EXAMPLE_RANGES = 2;

export async function sizing(asker: Asker, input: ToolInput<'sizing'>) {
  const { riskPercent = EXAMPLE_RISK_PERCENT } = input;
  const swings = await risk(asker, { stock: input.stock });
  if (isProblem(swings)) return swings;
  const { symbol, price, atr } = swings;
  const distance = distanceOf(input, price) ?? round((atr?.value ?? 0) * EXAMPLE_RANGES);
  if (distance <= 0) return tooHigh(symbol);
  const { balance, heldBalance, totalPortfolioValue, portfolio } = await asker.read('GET /portfolio', {});
  const capital = round(balance + heldBalance + totalPortfolioValue - borrowedFor(portfolio));
  const mayLose = round((capital * riskPercent) / 100);
  const byRisk = Math.floor(round(mayLose / distance, 6));
  const hasOwnStop = input.stopPrice !== undefined || input.stopPercent !== undefined;
  return {
    symbol,
    price,
    balance,
    capital,
    riskPercent,
    mayLose,
    atr: atr?.value ?? null,
    /** Null where the asker has named the stop. */
    ranges: hasOwnStop ? null : EXAMPLE_RANGES,
    distance,
    distancePercent: round((distance / price) * 100),
    stop: round(price - distance),
    byRisk,
    value: round(byRisk * price),
  };
}

/** From the last price down to the stop; null without one, zero or below for one that does not lie below the price. */
function distanceOf({ stopPrice, stopPercent }: ToolInput<'sizing'>, price: number): number | null {
  if (stopPrice !== undefined) return round(price - stopPrice);
  return stopPercent === undefined ? null : Math.max(0.01, round((price * stopPercent) / 100));
}

const tooHigh = (symbol: string): Problem => ({
  problem: `The stop loss of shares that are bought lies below the price: name one below what ${symbol} trades at.`,
  near: [],
});
