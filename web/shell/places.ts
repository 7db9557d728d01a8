// The pages that the header, the mobile menu and the bottom bar lead to, by role.
import {
  ArrowLeftRight,
  BookOpen,
  Bot,
  BriefcaseBusiness,
  CalendarDays,
  CalendarPlus,
  CandlestickChart,
  CreditCard,
  Eye,
  Flag,
  Gauge,
  Gift,
  GraduationCap,
  House,
  LayoutDashboard,
  ListOrdered,
  Megaphone,
  NotebookPen,
  Percent,
  Scale,
  ScanEye,
  ScrollText,
  TrendingUp,
  UsersRound,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { UserRole } from '../../contract/auth.ts';

export interface Place {
  to:
    | '/home'
    | '/stocks'
    | '/watchlist'
    | '/portfolio'
    | '/myOrders'
    | '/tradediary'
    | '/transactionhistory'
    | '/tradingview'
    | '/courses'
    | '/ai'
    | '/conduct'
    | '/dashboard'
    | '/instructorhome'
    | '/learnerDiaries'
    | '/earnings'
    | '/adminHome'
    | '/userList'
    | '/list'
    | '/ordermanagement'
    | '/allTransactions'
    | '/transactions'
    | '/limit'
    | '/promotions'
    | '/createSession'
    | '/sessions'
    | '/payments'
    | '/surveillance'
    | '/reports'
    | '/messages'
    | '/auditLog';
  label: string;
  icon?: LucideIcon;
  /** Prefixes of further addresses that belong to this page. */
  also?: readonly string[];
}

const home: Place = { to: '/home', label: 'Home', icon: House };
const stocks: Place = { to: '/stocks', label: 'Stocks', icon: TrendingUp };
const watchlist: Place = { to: '/watchlist', label: 'Watchlist', icon: Eye };
const portfolio: Place = { to: '/portfolio', label: 'Portfolio', icon: BriefcaseBusiness };
const orders: Place = { to: '/myOrders', label: 'Orders', icon: ListOrdered };
const diary: Place = { to: '/tradediary', label: 'Diary', icon: CalendarDays };
const transactions: Place = { to: '/transactionhistory', label: 'Transactions', icon: ArrowLeftRight };
const chart: Place = { to: '/tradingview', label: 'Chart', icon: CandlestickChart };
const courses: Place = { to: '/courses', label: 'Courses', icon: GraduationCap };
const assistant: Place = { to: '/ai', label: 'Ask AI', icon: Bot };
const conduct: Place = { to: '/conduct', label: 'Market conduct', icon: Scale };
const dashboard: Place = { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard };
const sessions: Place = { to: '/instructorhome', label: 'Sessions', icon: BookOpen };
const learnerDiaries: Place = { to: '/learnerDiaries', label: 'Learners\u2019 diaries', icon: NotebookPen };
const earnings: Place = { to: '/earnings', label: 'Earnings', icon: CreditCard };

export interface Places {
  /** In the header on wide screens. */
  main: readonly Place[];
  /** Behind 'More' in the header. */
  more: readonly Place[];
  /** The five of the bottom bar on phones. */
  bottom: readonly Place[];
}

/** Spec 2: the admin's sidebar, word for word; the log of what was done stands last. */
export const adminPlaces: readonly Place[] = [
  { to: '/adminHome', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/userList', label: 'Users', icon: UsersRound, also: ['/portfolioAdmin/'] },
  { to: '/list', label: 'Stocks', icon: TrendingUp },
  {
    to: '/ordermanagement',
    label: 'Order Management',
    icon: ListOrdered,
    also: ['/marketorders', '/limitorders', '/stoporders', '/viewdetails/'],
  },
  { to: '/allTransactions', label: 'Transactions', icon: ArrowLeftRight },
  { to: '/transactions', label: 'Transaction Fees', icon: Percent },
  { to: '/limit', label: 'Set Limits', icon: Gauge },
  { to: '/promotions', label: 'Set Promotions', icon: Gift },
  { to: '/createSession', label: 'Create Session', icon: CalendarPlus },
  { to: '/sessions', label: 'Session', icon: BookOpen, also: ['/editSession/', '/payouts'] },
  { to: '/payments', label: 'Payments', icon: CreditCard },
  { to: '/surveillance', label: 'Surveillance', icon: ScanEye },
  { to: '/reports', label: 'Reports', icon: Flag },
  { to: '/messages', label: 'Messages', icon: Megaphone },
  { to: '/auditLog', label: 'Audit log', icon: ScrollText },
];

export const placesOf: Record<UserRole, Places> = {
  user: {
    main: [home, stocks, watchlist, portfolio, orders, diary],
    more: [transactions, chart, courses, assistant, conduct],
    bottom: [home, stocks, portfolio, orders, diary],
  },
  instructor: {
    main: [dashboard, sessions, stocks, portfolio, orders, diary],
    more: [earnings, learnerDiaries, home, watchlist, transactions, chart, assistant, conduct],
    bottom: [dashboard, sessions, stocks, portfolio, orders],
  },
  admin: { main: [], more: adminPlaces, bottom: [] },
};
