// An engine whose markets stand still until a test moves them: for rules that need orders, fills and marks, but no server.
import type { Command, PlaceOrder } from '../core/command.ts';
import { Engine } from '../core/engine.ts';
import type { Outcome } from '../core/engine.ts';
import type { Transfer } from '../core/ledger/ledger.ts';
import type { AppliedAction, Fill, Listener } from '../core/trade/listener.ts';
import { stillCrowd } from './still-crowd.ts';
import type { StillCrowd } from './still-crowd.ts';

export interface Still extends StillCrowd {
  readonly engine: Engine;
  /** Every fill so far, in order. */
  readonly fills: Fill[];
  readonly transfers: Transfer[];
  /** Every corporate action so far, in order. */
  readonly actions: AppliedAction[];
  /** The time of the next command. */
  at: number;
  apply(command: Command): Outcome;
}

export const STILL_START = Date.UTC(2026, 0, 5, 4, 0);

export function stillMarket(
  symbols: Readonly<Record<string, number>>,
  accounts: Readonly<Record<number, number>> = {},
): Still {
  const fills: Fill[] = [];
  const transfers: Transfer[] = [];
  const actions: AppliedAction[] = [];
  const engine = new Engine(recorder(fills, transfers, actions));
  let sequence = 0;
  const still: Still = {
    engine,
    fills,
    transfers,
    actions,
    at: STILL_START,
    apply: (command) => engine.apply(command, { sequence: ++sequence, at: still.at }),
    ...stillCrowd((work) => work(engine, still.at)),
  };
  for (const [symbol, previousClose] of Object.entries(symbols))
    still.apply({ kind: 'list-instrument', instrument: listed(symbol, previousClose) });
  for (const [account, cash] of Object.entries(accounts)) {
    still.apply({ kind: 'open-account', account: Number(account) });
    if (cash > 0) still.apply({ kind: 'deposit', account: Number(account), amount: cash, paymentId: Number(account) });
  }
  return still;
}

export function listed(symbol: string, previousClose: number) {
  const terms = { tickSize: 5, priceBand: 200_000, previousClose, sharesIssued: 1_000_000_000 };
  return { symbol, name: `${symbol} Limited`, sector: 'Testing', ...terms };
}

type Asked = Pick<PlaceOrder, 'account' | 'symbol' | 'side' | 'quantity'> & Partial<PlaceOrder>;

/** A market order of delivery shares, unless `asked` says otherwise. */
export function orderOf(asked: Asked): PlaceOrder {
  const limitPrice = asked.limitPrice ?? 0;
  const isMarket = limitPrice === 0 && (asked.stopPrice ?? 0) === 0;
  const orderType = isMarket ? 'market' : 'limit';
  return {
    kind: 'place-order',
    orderType,
    timeInForce: isMarket ? 'ioc' : 'day',
    product: 'delivery',
    limitPrice,
    stopPrice: 0,
    ...asked,
  };
}

function recorder(fills: Fill[], transfers: Transfer[], actions: AppliedAction[]): Listener {
  const nothing = (): void => {};
  return {
    opened: nothing,
    transferred: (transfer) => void transfers.push({ ...transfer }),
    accepted: nothing,
    rested: nothing,
    triggered: nothing,
    modified: nothing,
    exitDue: nothing,
    acted: (applied) => void actions.push(applied),
    filled: (fill) => void fills.push({ ...fill }),
    ended: nothing,
    lotChanged: nothing,
    traderChanged: nothing,
    instrumentChanged: nothing,
    venueChanged: nothing,
    traded: nothing,
  };
}
