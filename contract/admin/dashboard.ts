// The administrators' first screen: who is online, what is traded, what it earns, and the state of the exchange.
import * as z from 'zod/mini';
import { controlMessages } from '../messages/control.ts';
import { count, day, instant, numberFromQuery, rupees } from '../wire.ts';
import { marketState } from './market-state.ts';

export const dashboardSpans = [7, 30, 90, 365] as const;

export const dashboardInput = z.object({
  /** How many days back, today included. */
  days: z._default(
    z.pipe(z.transform(numberFromQuery), z.literal([...dashboardSpans], { error: controlMessages.spanInvalid })),
    30,
  ),
});

/** The totals of one day, or of all of them. */
const dayFigures = {
  newUsers: count,
  /** Orders placed; those that ended partly or fully filled, and those that ended unfilled. */
  orders: count,
  completed: count,
  failed: count,
  /** People's trades, each counted once. */
  tradedValue: rupees,
  /** Brokerage and flat fees of both sides, without statutory charges. */
  fees: rupees,
  deposits: rupees,
  lessonsSold: count,
  lessonSales: rupees,
};

export const dashboardData = z.object({
  at: instant,
  users: z.object({
    total: count,
    traders: count,
    instructors: count,
    admins: count,
    blocked: count,
    /** Traders with a screen open. */
    activeNow: count,
  }),
  /** Open now, from any day. */
  pendingOrders: count,
  today: z.object(dayFigures),
  total: z.object(dayFigures),
  /** Oldest first; the last one is today. */
  days: z.array(z.object({ date: day, ...dayFigures })),
  market: marketState,
  health: z.object({
    isRunning: z.boolean(),
    /** It does not come back before a restart: a proof that nobody asked for found that the books do not add up. */
    hasEnded: z.boolean(),
    /** Callers waiting for their command or read to become durable. */
    waiting: count,
    /** Over the last commits; null before the first one. */
    commitMs: z.nullable(z.object({ typical: z.number(), slow: z.number() })),
    sockets: count,
    upSince: instant,
  }),
  /** The last proof of the books; every start makes one. */
  books: z.object({ ok: z.boolean(), provedAt: instant }),
});

export type Dashboard = z.output<typeof dashboardData>;
export type DeskDay = Dashboard['days'][number];
