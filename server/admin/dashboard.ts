// The first screen of the desk: people, orders, money and the exchange, live and day by day.
import type { Dashboard, DeskDay } from '../../contract/admin/dashboard.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import { dayText, marketDay } from '../../core/market/day.ts';
import type { Queryable } from '../db/open.ts';
import type { CommittedBatch } from '../exchange/batches.ts';
import type { Handlers } from '../handler.ts';
import type { AdminContext } from './context.ts';
import { noFigures, sumOf } from './day-figures.ts';
import type { DayBook, DayFigures } from './day-figures.ts';
import type { Halts } from './halts.ts';
import type { Proofs } from './proofs.ts';

type People = Omit<Dashboard['users'], 'activeNow'>;

/** Several screens that refresh together share one count. */
const COUNT_LASTS_MS = 2000;
const COMMITS_KEPT = 200;

/** Remembers how long the last commits took. */
export class CommitTimes {
  readonly #ms: number[] = [];

  committed({ commitMs }: CommittedBatch): void {
    this.#ms.push(commitMs);
    if (this.#ms.length > COMMITS_KEPT) this.#ms.shift();
  }

  look(): { typical: number; slow: number } | null {
    if (this.#ms.length === 0) return null;
    const sorted = this.#ms.toSorted((a, b) => a - b);
    const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] * 100) / 100;
    return { typical: at(0.5), slow: at(0.95) };
  }
}

export interface DashboardParts {
  readonly days: DayBook;
  readonly halts: Halts;
  readonly proofs: Proofs;
  readonly commits: CommitTimes;
}

export function dashboardHandlers(
  context: AdminContext,
  { days, halts, proofs, commits }: DashboardParts,
): Pick<Handlers, 'GET /adminDashboard'> {
  const { db, venue, exchange, now, connected } = context;
  const upSince = new Date(now()).toISOString();
  const figures = sharedFor(COUNT_LASTS_MS, now, () => days.read());
  const people = sharedFor(COUNT_LASTS_MS, now, () => countPeople(db));

  return {
    async 'GET /adminDashboard'({ input }) {
      // Administrators look here for what is wrong: it must not need the exchange.
      const [book, users, market, pendingOrders] = await Promise.all([
        figures(),
        people(),
        exchange.isRunning ? halts.state() : halts.stored(),
        exchange.isRunning ? exchange.read((engine) => engine.venue.orders.size) : countOpen(db, venue),
      ]);
      const today = marketDay(now());
      const { sockets, people: activeNow } = connected();
      return {
        data: {
          at: new Date(now()).toISOString(),
          users: { ...users, activeNow },
          pendingOrders,
          today: presentFigures(book.find(({ day }) => day === today) ?? noFigures(today)),
          total: presentFigures(sumOf(book)),
          days: presentDays(book, today - input.days + 1, today),
          market,
          health: {
            isRunning: exchange.isRunning,
            hasEnded: !exchange.isRunning && proofs.haveEndedExchange,
            waiting: exchange.backlog,
            commitMs: commits.look(),
            sockets,
            upSince,
          },
          books: proofs.last,
        },
      };
    },
  };
}

async function countOpen(db: Queryable, venue: number): Promise<number> {
  const { rows } = await db.query<{ open: number }>(
    'select count(*) as open from orders where venue = $1 and end_reason is null',
    [venue],
  );
  return rows[0].open;
}

async function countPeople(db: Queryable): Promise<People> {
  const { rows } = await db.query<People>(
    `select count(*) as total, count(*) filter (where role = 'user') as traders,
       count(*) filter (where role = 'instructor') as instructors, count(*) filter (where role = 'admin') as admins,
       count(*) filter (where is_blocked) as blocked from users where deleted_at is null`,
  );
  return rows[0];
}

/** Every day of the span, including those on which nothing happened. */
function presentDays(book: readonly DayFigures[], fromDay: number, toDay: number): DeskDay[] {
  const known = new Map(book.map((figures) => [figures.day, figures]));
  return Array.from({ length: toDay - fromDay + 1 }, (_, index) => {
    const day = fromDay + index;
    return { date: dayText(day), ...presentFigures(known.get(day) ?? noFigures(day)) };
  });
}

function presentFigures({ day: _day, ...figures }: DayFigures): Omit<DeskDay, 'date'> {
  const { tradedValue, fees, deposits, lessonSales } = figures;
  return {
    ...figures,
    tradedValue: toRupees(tradedValue),
    fees: toRupees(fees),
    deposits: toRupees(deposits),
    lessonSales: toRupees(lessonSales),
  };
}

/** Callers who ask while an answer is being found, or within `ms` afterwards, share it. */
function sharedFor<T>(ms: number, now: () => number, find: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    // The absolute difference, so that a clock that was set back does not keep an answer alive.
    if (last !== null && Math.abs(now() - last.at) < ms) return last.answer;
    const found = { at: now(), answer: find() };
    last = found;
    // A failure is not shared with later callers.
    found.answer.catch(() => last === found && (last = null));
    return found.answer;
  };
}
