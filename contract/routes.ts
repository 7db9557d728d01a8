// The one table of calls: the server's routes, the client's types, the role tests and the OpenAPI document all read it.
import type * as z from 'zod/mini';
import { accountRoutes } from './routes/account.ts';
import { adminRoutes } from './routes/admin.ts';
import { assistantRoutes } from './routes/assistant.ts';
import { deskRoutes } from './routes/desk.ts';
import { learnRoutes } from './routes/learn.ts';
import { marketRoutes } from './routes/market.ts';
import { noticeRoutes } from './routes/notice.ts';
import { platformRoutes } from './routes/platform.ts';
import { reportRoutes } from './routes/reports.ts';
import { rewardsRoutes } from './routes/rewards.ts';
import { stockRoutes } from './routes/stocks.ts';
import { surveillanceRoutes } from './routes/surveillance.ts';
import { tradeRoutes } from './routes/trade.ts';
import { walletRoutes } from './routes/wallet.ts';
import { watchlistRoutes } from './routes/watchlists.ts';
import type { Route, RouteKey } from './routes/route.ts';

export const routes = {
  ...platformRoutes,
  ...accountRoutes,
  ...marketRoutes,
  ...watchlistRoutes,
  ...noticeRoutes,
  ...tradeRoutes,
  ...walletRoutes,
  ...rewardsRoutes,
  ...learnRoutes,
  ...assistantRoutes,
  ...adminRoutes,
  ...deskRoutes,
  ...stockRoutes,
  ...surveillanceRoutes,
  ...reportRoutes,
} as const satisfies Record<RouteKey, Route>;

/** A call's name is what is sent: method and path. */
export type RouteName = keyof typeof routes;
export type Routes = typeof routes;

/** What the server's handler receives, after parsing. */
export type InputOf<R extends RouteName> = z.output<Routes[R]['input']>;
/** What a client sends. */
export type WireInputOf<R extends RouteName> = z.input<Routes[R]['input']>;
export type DataOf<R extends RouteName> = z.output<Routes[R]['data']>;
export type TopOf<R extends RouteName> = Routes[R] extends { top: infer Top extends z.ZodMiniType }
  ? z.output<Top>
  : object;

export const routeNames = Object.keys(routes) as RouteName[];

/** A call's row with the columns that most rows leave out. */
export function routeOf(name: RouteName): Route {
  return routes[name];
}

/** The first word of a call's name. */
export function methodOf(name: RouteName): 'GET' | 'POST' {
  return name.startsWith('GET ') ? 'GET' : 'POST';
}

/** The second word, with `{id}` in place of an id. */
export function pathOf(name: RouteName): string {
  return name.slice(name.indexOf(' ') + 1);
}

/** Every status that a call may return: those its columns imply, and its own refusals. */
export function statusesOf(name: RouteName): number[] {
  const route = routeOf(name);
  const statuses = new Set([route.status ?? 200, 400, 429, 503, ...(route.refusals ?? [])]);
  if (route.role !== 'public') for (const status of [401, 403]) statuses.add(status);
  if (pathOf(name).includes('{')) statuses.add(404);
  if (methodOf(name) === 'POST') for (const status of [413, 415]) statuses.add(status);
  if (route.idempotency !== undefined) for (const status of [409, 422]) statuses.add(status);
  return [...statuses].sort((a, b) => a - b);
}
