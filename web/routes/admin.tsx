// The addresses of the admin desk.
import { createRoute } from '@tanstack/react-router';
import type { EarnedSearch } from '../learn/earned-search.ts';
import type { FeesSearch } from '../admin/fees/fees-search.ts';
import type { ManagementSearch, OrdersOfTypeSearch } from '../admin/orders/orders-search.ts';
import type { DeskTransactionsSearch } from '../admin/transactions/transactions-search.ts';
import type { PaymentsSearch } from '../admin/payments/payments-search.ts';
import type { PromotionsSearch } from '../admin/promotions/promotions-search.ts';
import type { SessionsSearch } from '../admin/sessions/sessions-search.ts';
import type { AuditSearch } from '../admin/audit-search.ts';
import type { DashboardSearch } from '../admin/dashboard/dashboard-search.ts';
import type { PortfolioSearch } from '../admin/users/portfolio-search.ts';
import type { StocksDeskSearch } from '../admin/stocks/stocks-desk-search.ts';
import type { ReportsSearch } from '../admin/reports/reports-search.ts';
import type { SurveillanceSearch } from '../admin/surveillance/surveillance-search.ts';
import type { MessagesSearch } from '../admin/messages/messages-search.ts';
import type { UsersSearch } from '../admin/users/users-search.ts';
import { admin, lazyScreen, reportOfAdmin, unread } from './frame.tsx';

export const adminRoutes = [
  createRoute({
    getParentRoute: () => admin,
    path: '/adminHome',
    validateSearch: unread<DashboardSearch>,
    component: lazyScreen(() => import('../admin/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/userList',
    validateSearch: unread<UsersSearch>,
    component: lazyScreen(() => import('../admin/users/users-screen.tsx'), 'UsersScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/ordermanagement',
    validateSearch: unread<ManagementSearch>,
    component: lazyScreen(() => import('../admin/orders/order-management-screen.tsx'), 'OrderManagementScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/limitorders',
    validateSearch: unread<OrdersOfTypeSearch>,
    component: lazyScreen(() => import('../admin/orders/manage-orders-screen.tsx'), 'LimitOrdersScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/marketorders',
    validateSearch: unread<OrdersOfTypeSearch>,
    component: lazyScreen(() => import('../admin/orders/manage-orders-screen.tsx'), 'MarketOrdersScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/stoporders',
    validateSearch: unread<OrdersOfTypeSearch>,
    component: lazyScreen(() => import('../admin/orders/manage-orders-screen.tsx'), 'StopOrdersScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/list',
    validateSearch: unread<StocksDeskSearch>,
    component: lazyScreen(() => import('../admin/stocks/stocks-desk-screen.tsx'), 'StocksDeskScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/transactions',
    validateSearch: unread<FeesSearch>,
    component: lazyScreen(() => import('../admin/fees/fees-screen.tsx'), 'FeesScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/allTransactions',
    validateSearch: unread<DeskTransactionsSearch>,
    component: lazyScreen(() => import('../admin/transactions/all-transactions-screen.tsx'), 'AllTransactionsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/limit',
    component: lazyScreen(() => import('../admin/limits-screen.tsx'), 'LimitsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/promotions',
    validateSearch: unread<PromotionsSearch>,
    component: lazyScreen(() => import('../admin/promotions/promotions-screen.tsx'), 'PromotionsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/createSession',
    component: lazyScreen(() => import('../admin/sessions/create-session-screen.tsx'), 'CreateSessionScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/sessions',
    validateSearch: unread<SessionsSearch>,
    component: lazyScreen(() => import('../admin/sessions/sessions-screen.tsx'), 'SessionsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/payouts',
    validateSearch: unread<EarnedSearch>,
    component: lazyScreen(() => import('../admin/sessions/payouts-screen.tsx'), 'PayoutsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/viewdetails/$id',
    component: lazyScreen(() => import('../admin/orders/order-details-screen.tsx'), 'OrderDetailsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/portfolioAdmin/$userId',
    validateSearch: unread<PortfolioSearch>,
    component: lazyScreen(() => import('../admin/users/user-portfolio-screen.tsx'), 'UserPortfolioScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/editSession/$sessionId',
    component: lazyScreen(() => import('../admin/sessions/edit-session-screen.tsx'), 'EditSessionScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/adminSecurity',
    component: lazyScreen(() => import('../admin/security/security-screen.tsx'), 'SecurityScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/payments',
    validateSearch: unread<PaymentsSearch>,
    component: lazyScreen(() => import('../admin/payments/payments-screen.tsx'), 'PaymentsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/surveillance',
    validateSearch: unread<SurveillanceSearch>,
    component: lazyScreen(() => import('../admin/surveillance/surveillance-screen.tsx'), 'SurveillanceScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/reports',
    validateSearch: unread<ReportsSearch>,
    component: lazyScreen(() => import('../admin/reports/reports-screen.tsx'), 'ReportsScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/messages',
    validateSearch: unread<MessagesSearch>,
    component: lazyScreen(() => import('../admin/messages/messages-screen.tsx'), 'MessagesScreen'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/auditLog',
    validateSearch: unread<AuditSearch>,
    component: lazyScreen(() => import('../admin/audit-screen.tsx'), 'AuditScreen'),
  }),
] as const;

export const reportRoutes = [
  createRoute({
    getParentRoute: () => reportOfAdmin,
    path: '/transactions/report',
    validateSearch: unread<FeesSearch>,
    component: lazyScreen(() => import('../admin/fees/fee-report-screen.tsx'), 'FeeReportScreen'),
  }),
] as const;
