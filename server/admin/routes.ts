// Assembles the admin desk: the handlers of its calls, and what the rest of the server needs from it.
import type { Handlers } from '../handler.ts';
import type { CommittedBatch } from '../exchange/batches.ts';
import { auditHandlers } from './audit-log.ts';
import type { AdminContext } from './context.ts';
import { CommitTimes, dashboardHandlers } from './dashboard.ts';
import { DayBook } from './day-figures.ts';
import { haltHandlers, Halts } from './halts.ts';
import { limitHandlers } from './limits.ts';
import { Proofs } from './proofs.ts';
import { stockHandlers } from './stocks/routes.ts';
import type { StockCalls } from './stocks/routes.ts';
import { userPortfolioHandlers } from './user-portfolio.ts';
import { userListHandlers } from './users.ts';

type AdminCalls =
  | StockCalls
  | 'GET /adminDashboard'
  | 'GET /userlist'
  | 'GET /userPortfolio/{id}'
  | 'GET /userPerformance/{id}'
  | 'GET /userTransactions/{id}'
  | 'GET /userMoney/{id}'
  | 'GET /auditLog'
  | 'GET /marketState'
  | 'POST /haltMarket'
  | 'POST /updateLimit'
  | 'GET /ledger/verify';

export interface AdminDesk {
  readonly handlers: Pick<Handlers, AdminCalls>;
  /** For `exchange.subscribe`. */
  committed(batch: CommittedBatch): void;
  /** Tells everybody in which phase of its day the market is. */
  tellMarketState(): Promise<void>;
  /** Counts and stores the days that are over. */
  keepDays(): Promise<void>;
}

export interface AdminOptions extends AdminContext {
  /** Proves the books. */
  readonly prove: Handlers['GET /ledger/verify'];
  /** When a proof that nobody asked for found that they do not add up; null if none did. */
  readonly wrongBooksAt: () => number | null;
}

export function createAdmin({ prove, wrongBooksAt, ...context }: AdminOptions): AdminDesk {
  const days = new DayBook(context);
  const halts = new Halts(context);
  const proofs = new Proofs(context.now, wrongBooksAt);
  const commits = new CommitTimes();
  return {
    handlers: {
      ...dashboardHandlers(context, { days, halts, proofs, commits }),
      ...userListHandlers(context.db),
      ...userPortfolioHandlers(context),
      ...auditHandlers(context.db),
      ...haltHandlers(halts),
      ...limitHandlers(context),
      ...stockHandlers(context),
      'GET /ledger/verify': proofs.watching(prove),
    },
    committed: (batch) => commits.committed(batch),
    tellMarketState: () => halts.tell(),
    keepDays: () => days.keep(),
  };
}
