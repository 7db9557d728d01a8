// The desk's first screen: people, orders and money at this moment, what each day brought, and the state of the exchange.
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Dashboard } from '../../../contract/admin/dashboard.ts';
import { useCall } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { countOf, countText, moneyText, NO_NUMBER } from '../../ui/number-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { StatRow } from '../../ui/stat.tsx';
import type { Stat } from '../../ui/stat.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { BooksCard } from './books-card.tsx';
import { dashboardSearch } from './dashboard-search.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { DaysCard } from './days-card.tsx';
import { exchangeWord } from './exchange-word.ts';
import { HaltControl } from './halt-control.tsx';
import { ReportsNote } from './reports-note.tsx';
import { StraysNote } from './strays-note.tsx';

const route = getRouteApi('/admin/adminHome');
const REFRESH_MS = 3000;

const wait = <Skeleton className="mt-1 w-20" />;

const moreLook = 'text-sm font-medium text-accent-text hover:underline';

function figure(name: string, data: Dashboard | undefined, look: (data: Dashboard) => Omit<Stat, 'name'>): Stat {
  return data ? { name, ...look(data) } : { name, value: wait, note: '' };
}

function People({ data }: { data: Dashboard | undefined }) {
  return (
    <Card
      title="People"
      actions={
        <Link to="/userList" className={moreLook}>
          All users
        </Link>
      }
    >
      <StatRow
        className="grid-cols-2"
        stats={[
          figure('Users', data, ({ users, today }) => ({
            value: countText(users.total),
            note: today.newUsers > 0 ? `${countText(today.newUsers)} new today` : 'None new today',
          })),
          figure('Active now', data, ({ users }) => ({
            value: countText(users.activeNow),
            note: 'With a screen open',
          })),
          figure('Instructors', data, ({ users }) => ({
            value: countText(users.instructors),
            note: `And ${countOf(users.admins, 'administrator')}`,
          })),
          figure('Blocked', data, ({ users }) => ({ value: countText(users.blocked) })),
        ]}
      />
    </Card>
  );
}

function Orders({ data }: { data: Dashboard | undefined }) {
  return (
    <Card
      title="Orders"
      actions={
        <Link to="/ordermanagement" className={moreLook}>
          All orders
        </Link>
      }
    >
      <StatRow
        className="grid-cols-2"
        stats={[
          figure('Placed today', data, ({ today, total }) => ({
            value: countText(today.orders),
            note: `${countText(total.orders)} in all`,
          })),
          figure('Pending', data, ({ pendingOrders }) => ({ value: countText(pendingOrders), note: 'Open now' })),
          figure('Completed today', data, ({ today, total }) => ({
            value: countText(today.completed),
            note: `${countText(total.completed)} in all`,
          })),
          figure('Failed today', data, ({ today, total }) => ({
            value: countText(today.failed),
            note: `${countText(total.failed)} in all`,
          })),
        ]}
      />
    </Card>
  );
}

function MoneyCard({ data }: { data: Dashboard | undefined }) {
  const inAll = (sum: number): string => `${moneyText(sum)} in all`;
  return (
    <Card
      title="Money"
      actions={
        <Link to="/payments" className={moreLook}>
          All payments
        </Link>
      }
    >
      <StatRow
        className="grid-cols-1 min-[24rem]:grid-cols-2"
        stats={[
          figure('Traded today', data, ({ today, total }) => ({
            value: moneyText(today.tradedValue),
            note: inAll(total.tradedValue),
          })),
          figure('Fees today', data, ({ today, total }) => ({ value: moneyText(today.fees), note: inAll(total.fees) })),
          figure('Deposits today', data, ({ today, total }) => ({
            value: moneyText(today.deposits),
            note: inAll(total.deposits),
          })),
          figure('Lessons sold today', data, ({ today, total }) => ({
            value: `${countText(today.lessonsSold)} for ${moneyText(today.lessonSales)}`,
            note: `${countText(total.lessonsSold)} for ${moneyText(total.lessonSales)} in all`,
          })),
        ]}
      />
    </Card>
  );
}

function stateOf({ market, health }: Dashboard): ReactNode {
  const { word, tone } = exchangeWord(health, market);
  return <Badge tone={tone}>{word}</Badge>;
}

const millisecondsText = (ms: number): string => `${ms.toFixed(1)} ms`;

function ExchangeCard({ data }: { data: Dashboard | undefined }) {
  const shown = (look: (data: Dashboard) => ReactNode): ReactNode =>
    data ? look(data) : <Skeleton className="w-16" />;
  return (
    <Card title="Exchange" actions={data && stateOf(data)}>
      <FigureList
        figures={[
          { name: 'Waiting in the queue', value: shown(({ health }) => countText(health.waiting)) },
          {
            name: 'Half of all commits within',
            value: shown(({ health }) => (health.commitMs ? millisecondsText(health.commitMs.typical) : NO_NUMBER)),
          },
          {
            name: '95 of 100 commits within',
            value: shown(({ health }) => (health.commitMs ? millisecondsText(health.commitMs.slow) : NO_NUMBER)),
          },
          { name: 'Connected screens', value: shown(({ health }) => countText(health.sockets)) },
          { name: 'Up since', value: shown(({ health }) => <DateTime at={health.upSince} />) },
        ]}
      />
    </Card>
  );
}

export function DashboardScreen() {
  const { days: span = 30, show = 'tradedValue' } = dashboardSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { data, isPlaceholderData, error, refetch } = useCall(
    'GET /adminDashboard',
    { days: span },
    { keepPrevious: true, refetchInterval: REFRESH_MS },
  );
  const change = (changes: DashboardSearch): void =>
    void navigate({
      search: { days: span === 30 ? undefined : span, show: show === 'tradedValue' ? undefined : show, ...changes },
      replace: true,
      resetScroll: false,
    });

  return (
    <Screen
      title="Dashboard"
      lead={
        error && data
          ? 'These figures are out of date: the server does not answer.'
          : 'Live figures of today, in India\u2019s time.'
      }
      actions={<HaltControl market={data?.market} />}
    >
      {error && !data ? (
        <Card>
          <ErrorState title="The dashboard could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          {!data && <LoadingNote what="dashboard" />}
          <ReportsNote />
          <StraysNote />
          <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
            <People data={data} />
            <Orders data={data} />
            <MoneyCard data={data} />
          </div>
          <DaysCard
            // Of another span they would be summed up as this one's.
            days={isPlaceholderData ? undefined : data?.days}
            measure={show}
            span={span}
            onMeasure={(measure) => change({ show: measure === 'tradedValue' ? undefined : measure })}
            onSpan={(days) => change({ days: days === 30 ? undefined : days })}
          />
          <div className="grid gap-4 lg:grid-cols-2">
            <ExchangeCard data={data} />
            <BooksCard books={data?.books} />
          </div>
        </>
      )}
    </Screen>
  );
}
