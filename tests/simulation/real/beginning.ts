// How the market of a real run begins: two stocks, a few people, poor enough that money and shares run out. The same every time.
import type { Command } from '../../../core/command.ts';
import { listed } from '../../still-market.ts';

export const STOCKS = { MERIT: 400_00, ZENITH: 100_00 } as const;
export const PEOPLE: readonly number[] = [1, 2, 3, 4, 5, 6];
const CASH = 20_000_00;
const NO_LIMITS = { maxBuyLimit: 10_000_000, maxSellLimit: 10_000_000, timeframeInHours: 24 };

/** Decided in this order before anything else. */
export function beginning(): Command[] {
  return [
    ...Object.entries(STOCKS).map(([symbol, price]): Command => ({
      kind: 'list-instrument',
      instrument: listed(symbol, price),
    })),
    { kind: 'set-limits', limits: NO_LIMITS },
    ...PEOPLE.flatMap((account): Command[] => [
      { kind: 'open-account', account },
      { kind: 'deposit', account, amount: CASH, paymentId: account },
    ]),
  ];
}
