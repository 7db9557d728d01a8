// How one person's balance came about: the sum of each kind of movement, compared with the books, and the latest movements apart from trades.
import { moneyKinds } from '../../contract/trade/statement.ts';
import type { MoneyKind, Statement } from '../../contract/trade/statement.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { TransferKind } from '../../core/ledger/ledger.ts';
import type { Paise } from '../../core/money.ts';
import { portfolioOf } from '../../core/trade/portfolio.ts';
import type { Handlers } from '../handler.ts';
import { FROM_SHORTFALLS, MOVED } from './cash-moved.ts';
import type { TradeContext } from './context.ts';

const SUMS = `${MOVED}
  select kind, sum(amount)::bigint as amount from moved group by kind
  union all select 'bought', -sum(price * quantity)::bigint from fills where venue = $1 and account = $2 and side = 'buy'
  union all select 'sold', sum(price * quantity)::bigint from fills where venue = $1 and account = $2 and side = 'sell'
  union all select 'charges', -sum(brokerage + flat_fee + statutory)::bigint from fills where venue = $1 and account = $2
  union all select 'margin', sum(t.amount)::bigint ${FROM_SHORTFALLS}`;
const LATEST = `${MOVED} select kind, at, amount from moved order by id desc limit $3`;

/** Read again if the person traded meanwhile. */
const MOST_TRIES = 5;

interface Moved {
  readonly kind: TransferKind | MoneyKind;
  readonly amount: Paise | null;
}

interface Standing {
  readonly balance: Paise;
  readonly held: Paise;
  readonly loan: Paise;
  readonly openOrders: number;
}

function kindOf(kind: string): MoneyKind {
  return moneyKinds.find((known) => known === kind) ?? 'other';
}

export function statementHandlers({ db, venue, exchange }: TradeContext): Pick<Handlers, 'GET /statement'> {
  const standingOf = (account: number): Promise<Standing> =>
    exchange.read((engine) => {
      const { holdings, cash } = portfolioOf(engine.venue, account);
      const loan = holdings.reduce((sum, holding) => sum + holding.loan, 0);
      const openOrders = engine.venue.traders.get(account)?.openOrders.length ?? 0;
      return { balance: cash.available + cash.held, held: cash.held, loan, openOrders };
    });

  /** Sums and balance as of the same moment; of a person who trades all the time, only nearly so. */
  async function read(account: number): Promise<{ standing: Standing; moved: Moved[] }> {
    let standing = await standingOf(account);
    for (let tries = 1; ; tries++) {
      const { rows: moved } = await db.query<Moved>(SUMS, [venue, account]);
      const after = await standingOf(account);
      const isStill = after.balance === standing.balance && after.loan === standing.loan;
      standing = after;
      if (isStill || tries === MOST_TRIES) return { standing, moved };
    }
  }

  return {
    async 'GET /statement'({ input, user: { accountNo } }) {
      const { standing, moved } = await read(accountNo);
      const latest = await db.query<{ kind: TransferKind; at: number; amount: Paise }>(LATEST, [
        venue,
        accountNo,
        input.movements,
      ]);
      const movements = latest.rows.map(({ kind, at, amount }) => ({
        kind: kindOf(kind),
        at: new Date(at).toISOString(),
        amount: toRupees(amount),
      }));
      return { data: { ...present(standing, moved), movements } };
    },
  };
}

/** A loan that is still open counts as money received: it was spent on shares, which the other parts cannot explain. */
function present({ balance, held, loan, openOrders }: Standing, moved: readonly Moved[]): Omit<Statement, 'movements'> {
  const sums = new Map<MoneyKind, Paise>([['margin', loan]]);
  for (const { kind, amount } of moved) sums.set(kindOf(kind), (sums.get(kindOf(kind)) ?? 0) + (amount ?? 0));
  const parts = moneyKinds.flatMap((kind) => {
    const amount = sums.get(kind) ?? 0;
    return amount === 0 ? [] : [{ kind, amount }];
  });
  const explained = parts.reduce((sum, { amount }) => sum + amount, 0);
  return {
    parts: parts.map(({ kind, amount }) => ({ kind, amount: toRupees(amount) })),
    balance: toRupees(balance),
    heldBalance: toRupees(held),
    openOrders,
    unexplained: toRupees(balance - explained),
  };
}
