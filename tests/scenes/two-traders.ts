// Two traders on a still market, for the test files of the engine: their orders, cash, shares, holds and refusals.
import type { PlaceOrder } from '../../core/command.ts';
import type { Outcome } from '../../core/engine.ts';
import { RUPEES } from '../../core/ledger/ledger.ts';
import type { AccountId, Owner } from '../../core/ledger/ledger.ts';
import type { Order } from '../../core/trade/order.ts';
import { DEFAULT_FEES } from '../../core/trade/settings.ts';
import { orderOf, stillMarket } from '../still-market.ts';
import type { Still } from '../still-market.ts';

export const [ASHA, RAVI] = [1, 2];
export const TCS = 'TCS';
export const FREE = { ...DEFAULT_FEES, commissionRate: 0, flatFee: 0 };
const UNLIMITED = { maxBuyLimit: 10_000_000, maxSellLimit: 10_000_000, timeframeInHours: 24 };

export let still: Still;

/** For `beforeEach`. Asha has 10,000 rupees, Ravi as much and 100 shares; the last price is 100; there are no charges. */
export function setScene(): void {
  still = stillMarket({ [TCS]: 100_00, INFY: 100_00 }, { [ASHA]: 10_000_00, [RAVI]: 20_000_00 });
  still.apply({ kind: 'set-fees', fees: FREE });
  still.apply({ kind: 'set-limits', limits: UNLIMITED });
  still.quote(TCS, 'sell', 100_00, 100);
  place({ account: RAVI, quantity: 100 });
  still.fills.length = 0;
}

export function place(asked: Partial<PlaceOrder>): Order {
  return ordered(still.apply(orderOf({ account: ASHA, symbol: TCS, side: 'buy', quantity: 10, ...asked })));
}

export function ordered(outcome: Outcome): Order {
  if (!outcome.isAccepted || outcome.order === null) throw new Error(`no order: ${JSON.stringify(outcome)}`);
  return outcome.order;
}

export function refusal(outcome: Outcome): string | null {
  return outcome.isAccepted ? null : outcome.refusal.reason;
}

export function balanceOf(owner: Owner, asset = RUPEES): number {
  const account = accountOf(owner, asset);
  return account === null ? 0 : still.engine.venue.ledger.balance(account);
}

export function heldOf(owner: Owner, asset = RUPEES): number {
  const account = accountOf(owner, asset);
  return account === null ? 0 : still.engine.venue.ledger.held(account);
}

function accountOf(owner: Owner, asset: number): AccountId | null {
  const accounts = still.engine.venue.ledger.accounts();
  return accounts.find((each) => each.owner === owner && each.asset === asset)?.id ?? null;
}

export function ended(order: Order): string {
  return `${order.filledQuantity} ${order.status} ${order.endReason}`;
}
