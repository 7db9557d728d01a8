// The screens whose features are not built yet, each behind its own address and guard.
import { useLocation } from '@tanstack/react-router';
import { homeOf, session } from '../session.ts';
import { Unfinished } from './unfinished.tsx';

const toStocks = { to: '/stocks', label: 'Browse stocks' } as const;

export function VideoCallScreen() {
  return (
    <Unfinished
      title="Video call"
      text="Lessons will be held here as video calls. Calls do not work yet."
      wayOn={toStocks}
    />
  );
}

export function DashboardScreen() {
  const login = session();
  if (login?.role === 'instructor')
    return (
      <Unfinished
        title="Instructor dashboard"
        text="Your lessons, your learners and your rate will be summed up here. Trading on the practice market works already."
        wayOn={toStocks}
      />
    );
  return (
    <Unfinished
      title="Instructor dashboard"
      text="This page is for instructors. It will sum up their lessons and their learners."
      wayOn={
        login
          ? { to: homeOf(login.role), label: 'Go to home' }
          : { to: '/instructorLogin', label: 'Go to instructor login' }
      }
    />
  );
}

export function AssignedSessionsScreen() {
  return (
    <Unfinished
      title="Assigned Sessions"
      text="The lessons that an administrator gives you will be listed here."
      wayOn={toStocks}
    />
  );
}

const adminTitles: Record<string, string> = {
  adminHome: 'Dashboard',
  userList: 'Users',
  ordermanagement: 'Order Management',
  limitorders: 'Manage Limit Orders',
  marketorders: 'Manage Market Orders',
  stoporders: 'Manage Stop Orders',
  list: 'Stocks',
  transactions: 'Transaction Fees',
  allTransactions: 'Transaction Management',
  limit: 'Trading Limits Configuration',
  promotions: 'Set Promotions',
  createSession: 'Create Session',
  sessions: 'Sessions',
  viewdetails: 'Order Execution Details',
  portfolioAdmin: 'User portfolio',
  editSession: 'Edit Session',
  auditLog: 'Audit log',
};

export function AdminScreen() {
  const path = useLocation({ select: (location) => location.pathname });
  const isHome = path === '/adminHome';
  return (
    <Unfinished
      title={adminTitles[path.split('/')[1]] ?? 'Admin Panel'}
      text="This screen of the admin desk is not built yet. The calls that work already are described in the API reference."
      wayOn={
        isHome
          ? { href: '/docs', label: 'Open the API reference' }
          : { to: '/adminHome', label: 'Back to the dashboard' }
      }
    />
  );
}
