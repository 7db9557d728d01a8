// Every address of the product (spec 2) with its guard, its search parameters, and the screen that is loaded when it is opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { UserRole } from '../contract/auth.ts';
import { homeOf, session } from './session.ts';
import { NotFound, Root, RouteError } from './shell/root.tsx';

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: RouteError });

// Guards. Spec 2: presence of a token decides; a wrong role goes to its own home.

function loggedOutOnly(): void {
  const login = session();
  if (login) throw redirect({ to: homeOf(login.role), replace: true });
}

function only(...roles: UserRole[]): () => void {
  return () => {
    const login = session();
    if (!login) throw redirect({ to: '/login', replace: true });
    if (!roles.includes(login.role)) throw redirect({ to: homeOf(login.role), replace: true });
  };
}

const shell = lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell');

const guest = createRoute({ getParentRoute: () => root, id: 'guest', beforeLoad: loggedOutOnly });
const trader = createRoute({
  getParentRoute: () => root,
  id: 'trader',
  beforeLoad: only('user', 'instructor'),
  component: shell,
});
const instructor = createRoute({
  getParentRoute: () => root,
  id: 'instructor',
  beforeLoad: only('instructor'),
  component: shell,
});
const admin = createRoute({ getParentRoute: () => root, id: 'admin', beforeLoad: only('admin'), component: shell });
/** Spec 2: notifications and the instructor dashboard have no guard. */
const open = createRoute({ getParentRoute: () => root, id: 'open', component: shell });

// Search parameters. What is not understood is dropped, so that a mangled link still opens.

interface PageSearch {
  page?: number;
}

function pageSearch(search: Record<string, unknown>): PageSearch {
  const page = Number(search.page);
  return Number.isSafeInteger(page) && page > 1 ? { page } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function emailSearch(search: Record<string, unknown>): { email?: string } {
  return { email: textOf(search.email) };
}

function symbolSearch(search: Record<string, unknown>): { symbol?: string } {
  return { symbol: textOf(search.symbol)?.toUpperCase() };
}

/** My orders keeps its page, its status filter and its search in the address. */
function ordersSearch(search: Record<string, unknown>): PageSearch & { status?: string; q?: string } {
  return { ...pageSearch(search), status: textOf(search.status), q: textOf(search.q) };
}

function diarySearch(search: Record<string, unknown>): {
  view?: string;
  month?: string;
  day?: string;
  from?: string;
  to?: string;
} {
  return {
    view: textOf(search.view),
    month: textOf(search.month),
    day: textOf(search.day),
    from: textOf(search.from),
    to: textOf(search.to),
  };
}

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/signup', replace: true });
  },
});

const guestRoutes = [
  createRoute({
    getParentRoute: () => guest,
    path: '/signup',
    component: lazyRouteComponent(() => import('./auth/signup-screen.tsx'), 'SignupScreen'),
  }),
  createRoute({
    getParentRoute: () => guest,
    path: '/login',
    component: lazyRouteComponent(() => import('./auth/login-screen.tsx'), 'LoginScreen'),
  }),
  createRoute({
    getParentRoute: () => guest,
    path: '/otp',
    validateSearch: emailSearch,
    component: lazyRouteComponent(() => import('./auth/otp-screen.tsx'), 'OtpScreen'),
  }),
  createRoute({
    getParentRoute: () => guest,
    path: '/instructorLogin',
    component: lazyRouteComponent(() => import('./auth/instructor-login-screen.tsx'), 'InstructorLoginScreen'),
  }),
] as const;

const openRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/forgotPassword',
    component: lazyRouteComponent(() => import('./auth/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/resetPassword',
    component: lazyRouteComponent(() => import('./auth/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/adminLogin',
    component: lazyRouteComponent(() => import('./auth/admin-login-screen.tsx'), 'AdminLoginScreen'),
  }),
] as const;

const later = (
  name:
    | 'DashboardScreen'
    | 'WatchlistScreen'
    | 'AssistantScreen'
    | 'CoursesScreen'
    | 'AssignedSessionsScreen'
    | 'VideoCallScreen'
    | 'AdminScreen',
) => lazyRouteComponent(() => import('./shell/unfinished-screens.tsx'), name);

/** Screens of the trading rooms that are on their way. */
const soon = lazyRouteComponent(() => import('./shell/unfinished-screens.tsx'), 'TradingScreen');

const shellRoutes = [
  createRoute({
    getParentRoute: () => open,
    path: '/notifications',
    component: lazyRouteComponent(() => import('./user/notifications-screen.tsx'), 'NotificationsScreen'),
  }),
  createRoute({ getParentRoute: () => open, path: '/dashboard', component: later('DashboardScreen') }),
] as const;

const traderRoutes = [
  createRoute({
    getParentRoute: () => trader,
    path: '/home',
    component: lazyRouteComponent(() => import('./home/home-screen.tsx'), 'HomeScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/userProfile',
    component: lazyRouteComponent(() => import('./user/profile-screen.tsx'), 'ProfileScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/addmoney',
    component: lazyRouteComponent(() => import('./wallet/add-money-screen.tsx'), 'AddMoneyScreen'),
  }),
  createRoute({ getParentRoute: () => trader, path: '/stocks', component: soon }),
  createRoute({ getParentRoute: () => trader, path: '/stockdetails/$symbol', component: soon }),
  createRoute({ getParentRoute: () => trader, path: '/tradingview', validateSearch: symbolSearch, component: soon }),
  createRoute({ getParentRoute: () => trader, path: '/portfolio', component: soon }),
  createRoute({ getParentRoute: () => trader, path: '/myOrders', validateSearch: ordersSearch, component: soon }),
  createRoute({
    getParentRoute: () => trader,
    path: '/transactionhistory',
    validateSearch: pageSearch,
    component: soon,
  }),
  createRoute({ getParentRoute: () => trader, path: '/tradediary', validateSearch: diarySearch, component: soon }),
  createRoute({ getParentRoute: () => trader, path: '/watchlist', component: later('WatchlistScreen') }),
  createRoute({ getParentRoute: () => trader, path: '/ai', component: later('AssistantScreen') }),
  createRoute({ getParentRoute: () => trader, path: '/courses', component: later('CoursesScreen') }),
  createRoute({ getParentRoute: () => trader, path: '/videocall', component: later('VideoCallScreen') }),
] as const;

const instructorRoutes = [
  createRoute({
    getParentRoute: () => instructor,
    path: '/instructorhome',
    component: later('AssignedSessionsScreen'),
  }),
] as const;

const adminScreen = later('AdminScreen');

const adminRoutes = [
  createRoute({ getParentRoute: () => admin, path: '/adminHome', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/userList', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/ordermanagement', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/limitorders', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/marketorders', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/stoporders', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/list', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/transactions', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/allTransactions', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/limit', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/promotions', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/createSession', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/sessions', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/viewdetails/$id', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/portfolioAdmin/$userId', component: adminScreen }),
  createRoute({ getParentRoute: () => admin, path: '/editSession/$sessionId', component: adminScreen }),
] as const;

const routeTree = root.addChildren([
  index,
  guest.addChildren(guestRoutes),
  ...openRoutes,
  open.addChildren(shellRoutes),
  trader.addChildren(traderRoutes),
  instructor.addChildren(instructorRoutes),
  admin.addChildren(adminRoutes),
]);

export const router = createRouter({
  routeTree,
  caseSensitive: true,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
