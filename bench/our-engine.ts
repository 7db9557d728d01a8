// Our whole engine on one order stream: a thousand people with accounts, holds, lots and charges.
import type { Command } from '../core/command.ts';
import { Engine } from '../core/engine.ts';
import type { Fill, Listener } from '../core/trade/listener.ts';
import { depthOf, Tally } from './subject.ts';
import type { MakeSubject } from './subject.ts';

/**
 * Buyers and sellers are different people, so nobody meets himself: the figures must be those of the bare book. However many
 * symbols there are, the same thousand people trade, each in one of them.
 */
const PEOPLE_PER_SIDE = 500;
const SHARES_EACH = 1_000_000;
/** About as often as a batch is stored. */
const BATCH = 64;
const CASH_EACH = 1_000_000_000_000;

/** Listens to everything, as the journal would, and counts the trades. */
class Ear extends Tally implements Listener {
  events = 0;

  opened(): void {
    this.events++;
  }
  transferred(): void {
    this.events++;
  }
  accepted(): void {
    this.events++;
  }
  rested(): void {
    this.events++;
  }
  triggered(): void {
    this.events++;
  }
  modified(): void {
    this.events++;
  }
  exitDue(): void {
    this.events++;
  }
  ended(): void {
    this.events++;
  }
  lotChanged(): void {
    this.events++;
  }
  acted(): void {
    this.events++;
  }
  traderChanged(): void {
    this.events++;
  }
  instrumentChanged(): void {
    this.events++;
  }
  venueChanged(): void {
    this.events++;
  }
  traded(): void {
    this.events++;
  }
  filled({ order, counterparty, isMaker, price, quantity }: Fill): void {
    this.events++;
    if (!isMaker && counterparty !== null) this.add(counterparty.id, order.id, price, quantity);
  }
}

export const ourEngine: MakeSubject = (workload, isHashing) => {
  const tally = new Ear(isHashing);
  const engine = new Engine(tally);
  setUp(engine, workload.symbols);
  const names = Array.from({ length: workload.symbols }, (_, number) => `S${number}`);
  const perSymbol = PEOPLE_PER_SIDE / workload.symbols;
  const first = names.map((_, number) => 1 + number * perSymbol);
  const stamp = { sequence: 0, at: START };
  return {
    run(from, to) {
      // Local variables, so that looking them up for each command is not measured.
      const { id, isCancel, isSell, price, quantity, symbol } = workload;
      for (let k = from; k < to; k++) {
        stamp.sequence = id[k];
        stamp.at = START + k;
        const account = first[symbol[k]] + (id[k] % perSymbol) + (isSell[k] === 1 ? PEOPLE_PER_SIDE : 0);
        const outcome = engine.apply(
          isCancel[k] === 1
            ? { kind: 'cancel-order', account, orderId: id[k] }
            : placing(names[symbol[k]], account, isSell[k] === 1, price[k], quantity[k]),
          stamp,
        );
        if (!outcome.isAccepted) throw new Error(`command ${k}: ${outcome.refusal.reason}`);
        if (k % BATCH === 0) engine.reuseOrders();
      }
    },
    tally,
    depth() {
      checkSums(engine);
      return depthOf([...engine.markets()].map(({ book }) => book));
    },
  };
};

function checkSums({ venue: { ledger } }: Engine): void {
  const sums = new Map<number, number>();
  for (const { id, asset } of ledger.accounts()) sums.set(asset, (sums.get(asset) ?? 0) + ledger.balance(id));
  for (const [asset, sum] of sums) if (sum !== 0) throw new Error(`asset ${asset} adds up to ${sum}`);
}

const START = 40 * 24 * 3_600_000;

/** Numbers below 1 come before every order of the stream. */
function setUp(engine: Engine, symbols: number): void {
  let sequence = -10_000_000;
  const apply = (command: Command) => {
    sequence++;
    if (!engine.apply(command, { sequence, at: 0 }).isAccepted) throw new Error(`setting up: ${command.kind}`);
  };
  apply({ kind: 'set-limits', limits: { maxBuyLimit: 10_000_000, maxSellLimit: 10_000_000, timeframeInHours: 24 } });
  for (let account = 1; account <= 2 * PEOPLE_PER_SIDE; account++) {
    apply({ kind: 'open-account', account });
    apply({ kind: 'deposit', account, amount: CASH_EACH, paymentId: account });
  }
  const terms = {
    name: 'Bench',
    sector: 'Bench',
    tickSize: 1,
    priceBand: 900_000,
    previousClose: 20_000,
    sharesIssued: 1e12,
  };
  for (let number = 0; number < symbols; number++) {
    const symbol = `S${number}`;
    apply({ kind: 'list-instrument', instrument: { ...terms, symbol } });
    const perSymbol = PEOPLE_PER_SIDE / symbols;
    const firstSeller = PEOPLE_PER_SIDE + 1 + number * perSymbol;
    for (let seller = firstSeller; seller < firstSeller + perSymbol; seller++) {
      engine.desk(symbol, 0).place(-1, 'sell', 20_000, SHARES_EACH);
      apply(placing(symbol, seller, false, 20_000, SHARES_EACH));
    }
  }
}

function placing(symbol: string, account: number, isSell: boolean, limitPrice: number, quantity: number): Command {
  const side = isSell ? 'sell' : 'buy';
  return {
    kind: 'place-order',
    account,
    symbol,
    side,
    orderType: 'limit',
    timeInForce: 'gtc',
    product: 'delivery',
    quantity,
    limitPrice,
    stopPrice: 0,
  };
}
