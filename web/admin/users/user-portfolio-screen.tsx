// One user's portfolio: who it is and the total worth, then the holdings, the performance, and what was traded.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UserPortfolio } from '../../../contract/admin/users.ts';
import { callKey, isNotFound, queryClient, useCall } from '../../query.ts';
import { owedFor } from '../../trade/live-position.ts';
import { useProfitDay } from '../../trade/profit-day.ts';
import { SaveCopyButton } from '../../user/save-copy-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { BigMoney, Change, Money } from '../../ui/money.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatRow } from '../../ui/stat.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountBadge, roleNames } from './account-words.tsx';
import { DeleteUser } from './delete-user.tsx';
import { HoldingsTab } from './holdings-tab.tsx';
import { MoneyTab } from './money-tab.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { PerformanceTab } from './performance-tab.tsx';
import { portfolioSearch, portfolioTabs } from './portfolio-search.ts';
import type { PortfolioSearch, PortfolioTab } from './portfolio-search.ts';
import { ToggleUser } from './toggle-user.tsx';
import { TransactionsTab } from './transactions-tab.tsx';

const route = getRouteApi('/admin/portfolioAdmin/$userId');
const REFRESH_MS = 5000;

const tabNames: Record<PortfolioTab, string> = {
  holdings: 'Holdings',
  orders: 'Orders',
  transactions: 'Transactions',
  money: 'Money',
  performance: 'Performance',
};

const backLink = (
  <Link to="/userList" className={buttonLook()}>
    All users
  </Link>
);

function Header({ portfolio, userId }: { portfolio: UserPortfolio | undefined; userId: string }) {
  const navigate = useNavigate();
  const { name: day } = useProfitDay();
  if (!portfolio)
    return (
      <Card>
        <div className="flex min-h-95 flex-col gap-3 sm:min-h-74 lg:min-h-36">
          <Skeleton className="w-48" />
          <Skeleton className="w-64" />
          <Skeleton className="h-12 w-72" />
        </div>
      </Card>
    );
  const { user, totalPortfolioValue, overallProfit, todaysProfit, balance, heldBalance } = portfolio;
  const owed = owedFor(portfolio.portfolio);
  return (
    <Card>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <div className="flex min-w-0 items-start gap-3">
          <Avatar name={user.name} photo={null} />
          <div className="min-w-0">
            <h2 className="text-md font-semibold wrap-anywhere">{user.name}</h2>
            <p className="wrap-anywhere text-muted">{user.email}</p>
            <p className="text-sm text-faint">
              {roleNames[user.role]}, <span>Registered</span> <DateTime at={user.createdAt} shape="date" />
            </p>
            <div className="mt-2 flex flex-wrap items-center gap-2">
              <AccountBadge isBlocked={user.is_Blocked} />
              <ToggleUser
                user={user}
                onChanged={(changed) =>
                  queryClient.setQueryData<UserPortfolio>(
                    callKey('GET /userPortfolio/{id}', { id: userId }),
                    (known) => known && { ...known, user: changed },
                  )
                }
              />
              <DeleteUser user={user} onDeleted={() => void navigate({ to: '/userList' })} />
            </div>
            <div className="mt-2 flex flex-wrap items-center gap-2">
              {!user.is_Blocked && (
                <Link to="/messages" search={{ to: user.email }} className={buttonLook({ size: 'small' })}>
                  Write a message
                </Link>
              )}
              <SaveCopyButton label="Save their data" size="small" userId={user._id} />
            </div>
          </div>
        </div>
        <div className="flex flex-col gap-4">
          <dl>
            <dt className="text-muted">Total Portfolio Value</dt>
            <dd>
              <BigMoney rupees={totalPortfolioValue} />
            </dd>
            {owed > 0 && (
              <dd className="text-sm text-muted">
                <Money rupees={owed} /> of it borrowed for intraday
              </dd>
            )}
          </dl>
          <StatRow
            className="grid-cols-2 sm:grid-cols-3"
            stats={[
              { name: 'Overall Profit', value: <Change value={overallProfit} /> },
              { name: day ? `Profit on ${day}` : "Today's Profit", value: <Change value={todaysProfit} /> },
              {
                name: 'Cash to trade',
                value: <Money rupees={balance} />,
                note: heldBalance > 0 ? <>{<Money rupees={heldBalance} />} in open orders</> : undefined,
              },
            ]}
          />
        </div>
      </div>
    </Card>
  );
}

export function UserPortfolioScreen() {
  const { userId } = route.useParams();
  const { tab = 'holdings', page = 1, status } = portfolioSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { data, error, refetch } = useCall('GET /userPortfolio/{id}', { id: userId }, { refetchInterval: REFRESH_MS });
  const go = (search: PortfolioSearch, replace = false): void => void navigate({ search, replace, resetScroll: false });
  const turn = (next: number, replace: boolean): void =>
    go({ tab, status, page: next > 1 ? next : undefined }, replace);

  if (error && !data) {
    const isUnknown = isNotFound(error);
    return (
      <Screen title="User portfolio" actions={backLink}>
        <Card>
          {isUnknown ? (
            <EmptyState
              title="There is no such trader"
              text="The account has been deleted, or it belongs to an administrator, who does not trade."
            />
          ) : (
            <ErrorState
              title="The portfolio could not be loaded"
              reason={error.message}
              onRetry={() => void refetch()}
            />
          )}
        </Card>
      </Screen>
    );
  }
  const paged = { userId, page, onPage: turn };
  const panels: Record<PortfolioTab, ReactNode> = {
    holdings: <HoldingsTab userId={userId} holdings={data?.portfolio} />,
    orders: <OrdersTab {...paged} status={status} onStatus={(next) => go({ tab, status: next })} />,
    transactions: <TransactionsTab {...paged} />,
    money: <MoneyTab {...paged} />,
    performance: <PerformanceTab userId={userId} />,
  };
  return (
    <Screen
      title="User portfolio"
      documentTitle={data ? `Portfolio of ${data.user.name}` : undefined}
      actions={backLink}
    >
      <Header portfolio={data} userId={userId} />
      <Tabs<PortfolioTab>
        label="Parts of the portfolio"
        value={tab}
        onChoose={(next) => next !== tab && go({ tab: next === 'holdings' ? undefined : next })}
        items={portfolioTabs.map((value) => ({
          value,
          label: tabNames[value],
          panel: <div className="mt-4">{panels[value]}</div>,
        }))}
      />
    </Screen>
  );
}
