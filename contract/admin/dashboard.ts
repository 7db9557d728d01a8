// The administrator's first screen: who is there, what is traded, what it brought, and how the exchange is.
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

/** What came together in one day, or in all of them. */
const dayFigures = {
  newUsers: count,
  /** Orders placed; those that ended with something filled, and with nothing. */
  orders: count,
  completed: count,
  failed: count,
  /** Of people's trades, each counted once. */
  tradedValue: rupees,
  /** Charges of both sides. */
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
  /** Open now, over all days. */
  pendingOrders: count,
  today: z.object(dayFigures),
  total: z.object(dayFigures),
  /** Oldest first; the last one is today. */
  days: z.array(z.object({ date: day, ...dayFigures })),
  market: marketState,
  health: z.object({
    isRunning: z.boolean(),
    /** Callers that wait for what they asked to become durable. */
    waiting: count,
    /** Of the last commits; null before the first one. */
    commitMs: z.nullable(z.object({ typical: z.number(), slow: z.number() })),
    sockets: count,
    upSince: instant,
  }),
  /** The last proof of the books; every start makes one. */
  books: z.object({ ok: z.boolean(), provedAt: instant }),
});

export type Dashboard = z.output<typeof dashboardData>;
export type DeskDay = Dashboard['days'][number];
