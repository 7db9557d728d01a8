// Deposits into, blocks on and closing of accounts in the naive twin.
import type { Refusal } from '../../core/trade/refusal.ts';
import type { NaiveExchange } from './naive-exchange.ts';

const MOST_CASH = 10_000_000_000_000n;

export function deposit(twin: NaiveExchange, account: number, amount: number): Refusal | null {
  if (!twin.accounts.has(account)) return { reason: 'unknown-account' };
  const isSum = Number.isSafeInteger(amount) && amount > 0;
  if (!isSum || twin.ledger.balance(account, 'RUPEES') + BigInt(amount) > MOST_CASH)
    return { reason: 'invalid-amount' };
  twin.ledger.move('provider', account, 'RUPEES', BigInt(amount), 'deposit');
  return null;
}

export function block(twin: NaiveExchange, account: number, isBlocked: boolean): Refusal | null {
  const known = twin.accounts.get(account);
  if (known === undefined) return { reason: 'unknown-account' };
  known.isBlocked = isBlocked;
  if (isBlocked) twin.endAll((order) => order.owner === account, 'account-blocked');
  return null;
}

export function close(twin: NaiveExchange, account: number): Refusal | null {
  if (!twin.accounts.has(account)) return { reason: 'unknown-account' };
  const held = [...twin.markets.keys()]
    .map((symbol) => ({ symbol, quantity: Number(twin.ledger.balance(account, symbol)) }))
    .filter(({ quantity }) => quantity > 0);
  if (held.length > 0) return { reason: 'holds-shares', held };
  twin.rewards.forget(account);
  block(twin, account, true);
  twin.ledger.move(account, 'closed-accounts', 'RUPEES', twin.ledger.balance(account, 'RUPEES'), 'account-closure');
  return null;
}
