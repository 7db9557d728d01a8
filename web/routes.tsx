// Every address of the product (spec 2) with its guard, its search parameters, and the screen that is loaded when it is opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { SearchSchemaInput } from '@tanstack/react-router';
import type { UserRole } from '../contract/auth.ts';
import type { FeeReportSearch } from './admin/fees/fee-report-screen.tsx';
import type { ManagementSearch, OrdersOfTypeSearch } from './admin/orders/orders-search.ts';
import type { DeskTransactionsSearch } from './admin/transactions/transactions-search.ts';
import type { PromotionsSearch } from './admin/promotions/promotions-search.ts';
import type { SessionsSearch } from './admin/sessions/sessions-search.ts';
import type { AssignedSearch } from './instructor/assigned-search.ts';
import type { CoursesSearch } from './learn/courses-search.ts';
import type { AuditSearch } from './admin/audit-search.ts';
import type { DashboardSearch } from './admin/dashboard/dashboard-search.ts';
import type { PortfolioSearch } from './admin/users/portfolio-search.ts';
import type { UsersSearch } from './admin/users/users-search.ts';
import type { LiveChartSearch } from './market/live-chart-search.ts';
import type { StockDetailsSearch } from './market/stock-details-search.ts';
import type { StocksSearch } from './market/stocks-search.ts';
import type { WatchlistSearch } from './market/watchlist-search.ts';
import { homeOf, session } from './session.ts';
import { NotFound, Root, RouteError } from './shell/root.tsx';
import type { ContractNoteSearch } from './trade/contract-note-screen.tsx';
import type { DiarySearch } from './trade/diary/diary-search.ts';
import type { OrdersSearch } from './trade/orders-search.ts';
import type { TransactionsSearch } from './trade/transactions-search.ts';
import type { NotificationsSearch } from './user/notifications-search.ts';

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
/** On paper there is no menu round it. */
const noteOfTrader = createRoute({
  getParentRoute: () => root,
  id: 'note-of-trader',
  beforeLoad: only('user', 'instructor'),
});
const instructor = createRoute({
  getParentRoute: () => root,
  id: 'instructor',
  beforeLoad: only('instructor'),
  component: shell,
});
const admin = createRoute({ getParentRoute: () => root, id: 'admin', beforeLoad: only('admin'), component: shell });
const reportOfAdmin = createRoute({ getParentRoute: () => root, id: 'report-of-admin', beforeLoad: only('admin') });
/** Spec 2: notifications and the instructor dashboard have no guard. */
const open = createRoute({ getParentRoute: () => root, id: 'open', component: shell });

// Search parameters. What is not understood is dropped, so that a mangled link still opens.

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function emailSearch(search: Record<string, unknown>): { email?: string } {
  return { email: textOf(search.email) };
}

/**
 * Links are checked against what the screen knows of its address; what really stands there stays unknown until the screen reads
 * it with its own rules. They are loaded with the screen, and not before the login form.
 */
function unread<Search>(search: Search & SearchSchemaInput): Record<string, unknown> {
  return { ...search };
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

const later = (name: 'VideoCallScreen' | 'AdminScreen') =>
  lazyRouteComponent(() => import('./shell/unfinished-screens.tsx'), name);

const shellRoutes = [
  createRoute({
    getParentRoute: () => open,
    path: '/notifications',
    validateSearch: unread<NotificationsSearch>,
    component: lazyRouteComponent(() => import('./user/notifications-screen.tsx'), 'NotificationsScreen'),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/dashboard',
    component: lazyRouteComponent(() => import('./instructor/dashboard-screen.tsx'), 'DashboardScreen'),
  }),
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
  createRoute({
    getParentRoute: () => trader,
    path: '/stocks',
    validateSearch: unread<StocksSearch>,
    component: lazyRouteComponent(() => import('./market/stocks-screen.tsx'), 'StocksScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/stockdetails/$symbol',
    validateSearch: unread<StockDetailsSearch>,
    component: lazyRouteComponent(() => import('./market/stock-details-screen.tsx'), 'StockDetailsScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/tradingview',
    validateSearch: unread<LiveChartSearch>,
    component: lazyRouteComponent(() => import('./market/live-chart-screen.tsx'), 'LiveChartScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/portfolio',
    component: lazyRouteComponent(() => import('./trade/portfolio-screen.tsx'), 'PortfolioScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/myOrders',
    validateSearch: unread<OrdersSearch>,
    component: lazyRouteComponent(() => import('./trade/my-orders-screen.tsx'), 'MyOrdersScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/transactionhistory',
    validateSearch: unread<TransactionsSearch>,
    component: lazyRouteComponent(() => import('./trade/transaction-history-screen.tsx'), 'TransactionHistoryScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/tradediary',
    validateSearch: unread<DiarySearch>,
    component: lazyRouteComponent(() => import('./trade/trade-diary-screen.tsx'), 'TradeDiaryScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/watchlist',
    validateSearch: unread<WatchlistSearch>,
    component: lazyRouteComponent(() => import('./market/watchlist-screen.tsx'), 'WatchlistScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/ai',
    component: lazyRouteComponent(() => import('./assistant/assistant-screen.tsx'), 'AssistantScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/courses',
    validateSearch: unread<CoursesSearch>,
    component: lazyRouteComponent(() => import('./learn/courses-screen.tsx'), 'CoursesScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/lesson/$id',
    component: lazyRouteComponent(() => import('./learn/lesson-screen.tsx'), 'LessonScreen'),
  }),
  createRoute({ getParentRoute: () => trader, path: '/videocall', component: later('VideoCallScreen') }),
] as const;

const noteRoutes = [
  createRoute({
    getParentRoute: () => noteOfTrader,
    path: '/tradediary/note',
    validateSearch: unread<ContractNoteSearch>,
    component: lazyRouteComponent(() => import('./trade/contract-note-screen.tsx'), 'ContractNoteScreen'),
  }),
] as const;

const instructorRoutes = [
  createRoute({
    getParentRoute: () => instructor,
    path: '/instructorhome',
    validateSearch: unread<AssignedSearch>,
    component: lazyRouteComponent(() => import('./instructor/assigned-screen.tsx'), 'AssignedScreen'),
  }),
] as const;

const adminScreen = later('AdminScreen');

const adminRoutes = [
  createRoute({
    getParentRoute: () => admin,
    path: '/adminHome',
    validateSearch: unread<DashboardSearch>,
    component: lazyRouteComponent(() => import('./admin/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/userList',
    validateSearch: unread<UsersSearch>,
    component: lazyRouteComponent(() => import('./admin/users/users-screen.tsx'), 'UsersScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/ordermanagement',
    validateSearch: unread<ManagementSearch>,
    component: lazyRouteComponent(() => import('./admin/orders/order-management-screen.tsx'), 'OrderManagementScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/limitorders',
    validateSearch: unread<OrdersOfTypeSearch>,
    component: lazyRouteComponent(() => import('./admin/orders/manage-orders-screen.tsx'), 'LimitOrdersScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/marketorders',
    validateSearch: unread<OrdersOfTypeSearch>,
    component: lazyRouteComponent(() => import('./admin/orders/manage-orders-screen.tsx'), 'MarketOrdersScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/stoporders',
    validateSearch: unread<OrdersOfTypeSearch>,
    component: lazyRouteComponent(() => import('./admin/orders/manage-orders-screen.tsx'), 'StopOrdersScreen'),
  }),
  createRoute({ getParentRoute: () => admin, path: '/list', component: adminScreen }),
  createRoute({
    getParentRoute: () => admin,
    path: '/transactions',
    component: lazyRouteComponent(() => import('./admin/fees/fees-screen.tsx'), 'FeesScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/allTransactions',
    validateSearch: unread<DeskTransactionsSearch>,
    component: lazyRouteComponent(
      () => import('./admin/transactions/all-transactions-screen.tsx'),
      'AllTransactionsScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/limit',
    component: lazyRouteComponent(() => import('./admin/limits-screen.tsx'), 'LimitsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/promotions',
    validateSearch: unread<PromotionsSearch>,
    component: lazyRouteComponent(() => import('./admin/promotions/promotions-screen.tsx'), 'PromotionsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/createSession',
    component: lazyRouteComponent(() => import('./admin/sessions/create-session-screen.tsx'), 'CreateSessionScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/sessions',
    validateSearch: unread<SessionsSearch>,
    component: lazyRouteComponent(() => import('./admin/sessions/sessions-screen.tsx'), 'SessionsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/viewdetails/$id',
    component: lazyRouteComponent(() => import('./admin/orders/order-details-screen.tsx'), 'OrderDetailsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/portfolioAdmin/$userId',
    validateSearch: unread<PortfolioSearch>,
    component: lazyRouteComponent(() => import('./admin/users/user-portfolio-screen.tsx'), 'UserPortfolioScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/editSession/$sessionId',
    component: lazyRouteComponent(() => import('./admin/sessions/edit-session-screen.tsx'), 'EditSessionScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/adminSecurity',
    component: lazyRouteComponent(() => import('./admin/security/security-screen.tsx'), 'SecurityScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/auditLog',
    validateSearch: unread<AuditSearch>,
    component: lazyRouteComponent(() => import('./admin/audit-screen.tsx'), 'AuditScreen'),
  }),
] as const;

const reportRoutes = [
  createRoute({
    getParentRoute: () => reportOfAdmin,
    path: '/transactions/report',
    validateSearch: unread<FeeReportSearch>,
    component: lazyRouteComponent(() => import('./admin/fees/fee-report-screen.tsx'), 'FeeReportScreen'),
  }),
] as const;

const routeTree = root.addChildren([
  index,
  guest.addChildren(guestRoutes),
  ...openRoutes,
  open.addChildren(shellRoutes),
  trader.addChildren(traderRoutes),
  noteOfTrader.addChildren(noteRoutes),
  instructor.addChildren(instructorRoutes),
  admin.addChildren(adminRoutes),
  reportOfAdmin.addChildren(reportRoutes),
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
