// Traders' accounts: opened, paid into, blocked, and closed for good. Null stands for done.
import { RUPEES } from './ledger/ledger.ts';
import type { Paise } from './money.ts';
import type { Floors } from './trade/floors.ts';
import type { Refusal } from './trade/refusal.ts';
import { canReceive, Trader } from './trade/trader.ts';
import type { Venue } from './trade/venue.ts';

export function openAccount({ traders, ledger, listener }: Venue, account: number): void {
  if (traders.has(account)) return;
  const trader = new Trader(account, ledger.open(account, RUPEES));
  traders.add(trader);
  listener.traderChanged(trader);
}

export function deposit({ traders, ledger }: Venue, account: number, amount: Paise, paymentId: number): Refusal | null {
  const trader = traders.get(account);
  if (trader === undefined) return { reason: 'unknown-account' };
  if (!canReceive(trader, amount, ledger)) return { reason: 'invalid-amount' };
  ledger.transfer(ledger.open('provider', RUPEES), trader.cash, amount, 'deposit', paymentId);
  return null;
}

/** A blocked trader places no orders; open ones end. */
export function setBlocked(venue: Venue, floors: Floors, account: number, isBlocked: boolean): Refusal | null {
  const trader = venue.traders.get(account);
  if (trader === undefined) return { reason: 'unknown-account' };
  block(venue, floors, trader, isBlocked);
  return null;
}

function block({ listener }: Venue, floors: Floors, trader: Trader, isBlocked: boolean): void {
  trader.isBlocked = isBlocked;
  listener.traderChanged(trader);
  if (isBlocked) for (const order of trader.openOrders) floors.of(order).withdraw(order, 'account-blocked');
}

/** Shares are not given up: a holder has to sell them first. An unused bonus goes with the rest of the cash. */
export function closeAccount(venue: Venue, floors: Floors, account: number): Refusal | null {
  const { traders, ledger } = venue;
  const trader = traders.get(account);
  if (trader === undefined) return { reason: 'unknown-account' };
  const held = trader.holdings();
  if (held.length > 0) return { reason: 'holds-shares', held };
  trader.bonus = null;
  block(venue, floors, trader, true);
  const cash = ledger.balance(trader.cash);
  if (cash > 0) ledger.transfer(trader.cash, ledger.open('closed-accounts', RUPEES), cash, 'account-closure', account);
  return null;
}
