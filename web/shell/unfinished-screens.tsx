// The screens whose features are not built yet, each behind its own address and guard.
import { useLocation } from '@tanstack/react-router';
import { Unfinished } from './unfinished.tsx';

const adminTitles: Record<string, string> = {
  ordermanagement: 'Order Management',
  limitorders: 'Manage Limit Orders',
  marketorders: 'Manage Market Orders',
  stoporders: 'Manage Stop Orders',
  list: 'Stocks',
  transactions: 'Transaction Fees',
  allTransactions: 'Transaction Management',
  viewdetails: 'Order Execution Details',
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
