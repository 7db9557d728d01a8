// The pages that the header, the mobile menu and the bottom bar lead to, by role.
import {
  BookOpen,
  Bot,
  BriefcaseBusiness,
  CalendarDays,
  CandlestickChart,
  Eye,
  GraduationCap,
  House,
  LayoutDashboard,
  ListOrdered,
  ReceiptText,
  TrendingUp,
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
    | '/dashboard'
    | '/instructorhome'
    | '/adminHome'
    | '/userList'
    | '/list'
    | '/ordermanagement'
    | '/allTransactions'
    | '/transactions'
    | '/limit'
    | '/promotions'
    | '/createSession'
    | '/sessions';
  label: string;
  icon?: LucideIcon;
}

const home: Place = { to: '/home', label: 'Home', icon: House };
const stocks: Place = { to: '/stocks', label: 'Stocks', icon: TrendingUp };
const watchlist: Place = { to: '/watchlist', label: 'Watchlist', icon: Eye };
const portfolio: Place = { to: '/portfolio', label: 'Portfolio', icon: BriefcaseBusiness };
const orders: Place = { to: '/myOrders', label: 'Orders', icon: ListOrdered };
const diary: Place = { to: '/tradediary', label: 'Diary', icon: CalendarDays };
const transactions: Place = { to: '/transactionhistory', label: 'Transactions', icon: ReceiptText };
const chart: Place = { to: '/tradingview', label: 'Chart', icon: CandlestickChart };
const courses: Place = { to: '/courses', label: 'Courses', icon: GraduationCap };
const assistant: Place = { to: '/ai', label: 'Ask AI', icon: Bot };
const dashboard: Place = { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard };
const sessions: Place = { to: '/instructorhome', label: 'Sessions', icon: BookOpen };

export interface Places {
  /** In the header on wide screens. */
  main: readonly Place[];
  /** Behind 'More' in the header. */
  more: readonly Place[];
  /** The five of the bottom bar on phones. */
  bottom: readonly Place[];
}

/** Spec 2: the admin's sidebar, word for word. */
export const adminPlaces: readonly Place[] = [
  { to: '/adminHome', label: 'Dashboard' },
  { to: '/userList', label: 'Users' },
  { to: '/list', label: 'Stocks' },
  { to: '/ordermanagement', label: 'Order Management' },
  { to: '/allTransactions', label: 'Transactions' },
  { to: '/transactions', label: 'Transaction Fees' },
  { to: '/limit', label: 'Set Limits' },
  { to: '/promotions', label: 'Set Promotions' },
  { to: '/createSession', label: 'Create Session' },
  { to: '/sessions', label: 'Session' },
];

export const placesOf: Record<UserRole, Places> = {
  user: {
    main: [home, stocks, watchlist, portfolio, orders, diary],
    more: [transactions, chart, courses, assistant],
    bottom: [home, stocks, portfolio, orders, diary],
  },
  instructor: {
    main: [dashboard, sessions, stocks, portfolio, orders, diary],
    more: [home, watchlist, transactions, chart, assistant],
    bottom: [dashboard, sessions, stocks, portfolio, orders],
  },
  admin: { main: [], more: adminPlaces, bottom: [] },
};
