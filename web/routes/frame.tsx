// The frame of the table of addresses: the root, who may enter where, and how search parameters pass.
import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { SearchSchemaInput } from '@tanstack/react-router';
import type { UserRole } from '../../contract/auth.ts';
import { isReached, NOT_REACHED } from '../reached.ts';
import { addressNow, homeOf, keepLink, session } from '../session.ts';
import { Root, RouteError } from '../shell/root.tsx';

export const root = createRootRoute({ component: Root, errorComponent: RouteError });

// Guards. Spec 2: presence of a token decides; a wrong role goes to its own home.

function loggedOutOnly(): void {
  const login = session();
  if (login) throw redirect({ to: homeOf(login.role), replace: true });
}

const openedAt = addressNow();

/** Where the page was opened is a link that somebody follows, before or after logging in; other addresses are those of its history. */
export function followLink(): void {
  if (addressNow() === openedAt) keepLink(openedAt);
}

function only(...roles: UserRole[]): () => void {
  return () => {
    const login = session();
    if (!login) {
      followLink();
      throw redirect({ to: '/login', replace: true });
    }
    if (!roles.includes(login.role)) throw redirect({ to: homeOf(login.role), replace: true });
  };
}

/** After an update of the site the old files are gone, and the router reloads the page; without a network, that would lose the page. */
async function orWithoutNetwork(failure: unknown): Promise<never> {
  throw (await isReached()) ? failure : new Error(NOT_REACHED);
}

/** A screen that is loaded when it is opened. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(orWithoutNetwork), name);

const shell = lazyScreen(() => import('../shell/shell.tsx'), 'Shell');

export const guest = createRoute({ getParentRoute: () => root, id: 'guest', beforeLoad: loggedOutOnly });
export const trader = createRoute({
  getParentRoute: () => root,
  id: 'trader',
  beforeLoad: only('user', 'instructor'),
  component: shell,
});
/** Screens without the menu: pages for paper, and a call, which fills the window. */
export const bareTrader = createRoute({
  getParentRoute: () => root,
  id: 'bare-trader',
  beforeLoad: only('user', 'instructor'),
});
export const instructor = createRoute({
  getParentRoute: () => root,
  id: 'instructor',
  beforeLoad: only('instructor'),
  component: shell,
});
export const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  beforeLoad: only('admin'),
  component: shell,
});
export const reportOfAdmin = createRoute({
  getParentRoute: () => root,
  id: 'report-of-admin',
  beforeLoad: only('admin'),
});
/** Spec 2: notifications and the instructor dashboard have no guard. */
export const open = createRoute({ getParentRoute: () => root, id: 'open', component: shell });

/**
 * Links are type-checked against the screen's search parameters, but the address itself is parsed only by the screen, with rules that
 * are loaded with it: they would delay the login form.
 */
export function unread<Search>(search: Search & SearchSchemaInput): Record<string, unknown> {
  return { ...search };
}
