// Every address of the product (spec 2) with its guard, its search parameters, and the screen that is loaded when it is opened.
import { addressText } from './address-text.ts';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { CallSearch } from './call/call-search.ts';
import type { ConductSearch } from './conduct/conduct-search.ts';
import type { AssignedSearch } from './instructor/assigned-search.ts';
import type { DiariesSearch } from './instructor/diaries-search.ts';
import type { CoursesSearch } from './learn/courses-search.ts';
import type { EarnedSearch } from './learn/earned-search.ts';
import type { LiveChartSearch } from './market/live-chart-search.ts';
import type { StockDetailsSearch } from './market/stock-details-search.ts';
import type { StocksSearch } from './market/stocks-search.ts';
import type { WatchlistSearch } from './market/watchlist-search.ts';
import { adminRoutes, reportRoutes } from './routes/admin.tsx';
import {
  admin,
  bareTrader,
  followLink,
  guest,
  instructor,
  lazyScreen,
  open,
  reportOfAdmin,
  root,
  trader,
  unread,
} from './routes/frame.tsx';
import { readAddress, writeAddress } from './routes/address-query.ts';
import { RouteError } from './shell/root.tsx';
import type { ContractNoteSearch } from './trade/contract-note-screen.tsx';
import type { DiarySearch } from './trade/diary/diary-search.ts';
import type { ProfitSearch } from './trade/profit/tax-year.ts';
import type { HoldingsSearch } from './trade/holdings-search.ts';
import type { OrdersSearch } from './trade/orders-search.ts';
import type { TransactionsSearch } from './trade/transactions-search.ts';
import type { NotificationsSearch } from './user/notifications-search.ts';

// Search parameters. Anything invalid is dropped, so that a mangled link still opens.

function emailSearch(search: Record<string, unknown>): { email?: string } {
  return { email: addressText(search.email) || undefined };
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
    component: lazyScreen(() => import('./auth/signup-screen.tsx'), 'SignupScreen'),
  }),
  createRoute({
    getParentRoute: () => guest,
    path: '/login',
    component: lazyScreen(() => import('./auth/login-screen.tsx'), 'LoginScreen'),
  }),
  createRoute({
    getParentRoute: () => guest,
    path: '/otp',
    validateSearch: emailSearch,
    component: lazyScreen(() => import('./auth/otp-screen.tsx'), 'OtpScreen'),
  }),
  createRoute({
    getParentRoute: () => guest,
    path: '/instructorLogin',
    component: lazyScreen(() => import('./auth/instructor-login-screen.tsx'), 'InstructorLoginScreen'),
  }),
] as const;

const openRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/forgotPassword',
    component: lazyScreen(() => import('./auth/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/resetPassword',
    component: lazyScreen(() => import('./auth/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/adminLogin',
    component: lazyScreen(() => import('./auth/admin-login-screen.tsx'), 'AdminLoginScreen'),
  }),
] as const;

const shellRoutes = [
  createRoute({
    getParentRoute: () => open,
    path: '/notifications',
    beforeLoad: followLink,
    validateSearch: unread<NotificationsSearch>,
    component: lazyScreen(() => import('./user/notifications-screen.tsx'), 'NotificationsScreen'),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '/dashboard',
    component: lazyScreen(() => import('./instructor/dashboard-screen.tsx'), 'DashboardScreen'),
  }),
  createRoute({
    getParentRoute: () => open,
    path: '$',
    component: lazyScreen(() => import('./shell/not-found-screen.tsx'), 'NotFoundScreen'),
  }),
] as const;

const traderRoutes = [
  createRoute({
    getParentRoute: () => trader,
    path: '/home',
    component: lazyScreen(() => import('./home/home-screen.tsx'), 'HomeScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/userProfile',
    component: lazyScreen(() => import('./user/profile-screen.tsx'), 'ProfileScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/addmoney',
    component: lazyScreen(() => import('./wallet/add-money-screen.tsx'), 'AddMoneyScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/stocks',
    validateSearch: unread<StocksSearch>,
    component: lazyScreen(() => import('./market/stocks-screen.tsx'), 'StocksScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/stockdetails/$symbol',
    validateSearch: unread<StockDetailsSearch>,
    component: lazyScreen(() => import('./market/stock-details-screen.tsx'), 'StockDetailsScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/tradingview',
    validateSearch: unread<LiveChartSearch>,
    component: lazyScreen(() => import('./market/live-chart-screen.tsx'), 'LiveChartScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/portfolio',
    validateSearch: unread<HoldingsSearch>,
    component: lazyScreen(() => import('./trade/portfolio-screen.tsx'), 'PortfolioScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/myOrders',
    validateSearch: unread<OrdersSearch>,
    component: lazyScreen(() => import('./trade/my-orders-screen.tsx'), 'MyOrdersScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/transactionhistory',
    validateSearch: unread<TransactionsSearch>,
    component: lazyScreen(() => import('./trade/transaction-history-screen.tsx'), 'TransactionHistoryScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/tradediary',
    validateSearch: unread<DiarySearch>,
    component: lazyScreen(() => import('./trade/trade-diary-screen.tsx'), 'TradeDiaryScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/tradediary/profit',
    validateSearch: unread<ProfitSearch>,
    component: lazyScreen(() => import('./trade/profit-report-screen.tsx'), 'ProfitReportScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/watchlist',
    validateSearch: unread<WatchlistSearch>,
    component: lazyScreen(() => import('./market/watchlist-screen.tsx'), 'WatchlistScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/ai',
    component: lazyScreen(() => import('./assistant/assistant-screen.tsx'), 'AssistantScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/courses',
    validateSearch: unread<CoursesSearch>,
    component: lazyScreen(() => import('./learn/courses-screen.tsx'), 'CoursesScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/lesson/$id',
    component: lazyScreen(() => import('./learn/lesson-screen.tsx'), 'LessonScreen'),
  }),
  createRoute({
    getParentRoute: () => trader,
    path: '/conduct',
    validateSearch: unread<ConductSearch>,
    component: lazyScreen(() => import('./conduct/conduct-screen.tsx'), 'ConductScreen'),
  }),
] as const;

const bareRoutes = [
  createRoute({
    getParentRoute: () => bareTrader,
    path: '/videocall',
    validateSearch: unread<CallSearch>,
    component: lazyScreen(() => import('./call/video-call-screen.tsx'), 'VideoCallScreen'),
  }),
  createRoute({
    getParentRoute: () => bareTrader,
    path: '/tradediary/note',
    validateSearch: unread<ContractNoteSearch>,
    component: lazyScreen(() => import('./trade/contract-note-screen.tsx'), 'ContractNoteScreen'),
  }),
] as const;

const instructorRoutes = [
  createRoute({
    getParentRoute: () => instructor,
    path: '/instructorhome',
    validateSearch: unread<AssignedSearch>,
    component: lazyScreen(() => import('./instructor/assigned-screen.tsx'), 'AssignedScreen'),
  }),
  createRoute({
    getParentRoute: () => instructor,
    path: '/learnerDiaries',
    validateSearch: unread<DiariesSearch>,
    component: lazyScreen(() => import('./instructor/diaries-screen.tsx'), 'DiariesScreen'),
  }),
  createRoute({
    getParentRoute: () => instructor,
    path: '/earnings',
    validateSearch: unread<EarnedSearch>,
    component: lazyScreen(() => import('./instructor/earnings-screen.tsx'), 'EarningsScreen'),
  }),
] as const;

const routeTree = root.addChildren([
  index,
  guest.addChildren(guestRoutes),
  ...openRoutes,
  open.addChildren(shellRoutes),
  trader.addChildren(traderRoutes),
  bareTrader.addChildren(bareRoutes),
  instructor.addChildren(instructorRoutes),
  admin.addChildren(adminRoutes),
  reportOfAdmin.addChildren(reportRoutes),
]);

export const router = createRouter({
  routeTree,
  parseSearch: readAddress,
  stringifySearch: writeAddress,
  // Shown in place of the screen only, so that the menu stays.
  defaultErrorComponent: RouteError,
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
