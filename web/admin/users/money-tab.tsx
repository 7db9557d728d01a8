// One user's money: how the balance came about, what was paid in, and what came and went without a trade.
import { MOST_MOVEMENTS } from '../../../contract/admin/payments.ts';
import type { DeskPayment, MoneyKind, UserMoney } from '../../../contract/admin/payments.ts';
import { call } from '../../api.ts';
import type { Reply } from '../../api.ts';
import { CsvButton, csvPage, csvPages } from '../../csv-button.tsx';
import type { CsvPage } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { Card } from '../../ui/card.tsx';
import { DateTime, dateTimeText } from '../../ui/date-time.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { useLastPage } from '../../ui/last-page.ts';
import { Change, Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { paisaExact } from '../../ui/paisa-exact.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { paymentColumns, PhonePayment } from '../payments/payment-table.tsx';
import { paymentLine, PAYMENTS_HEADER } from '../payments/payment-words.tsx';

const PAGE_SIZE = 10;
const REFRESH_MS = 10_000;

const kindNames: Record<MoneyKind, string> = {
  deposit: 'Added to the wallet',
  reward: 'Rewards',
  'reward-expiry': 'Bonuses that ended unused',
  dividend: 'Dividends',
  fraction: 'Cash for parts of a share',
  bought: 'Shares bought',
  sold: 'Shares sold',
  charges: 'Charges',
  margin: 'Lent for intraday shares',
  other: 'Everything else',
};

const useBalance = (userId: string) =>
  useCall('GET /userMoney/{id}', { id: userId }, { refetchInterval: REFRESH_MS, staleTime: 0 });

type BalanceCall = ReturnType<typeof useBalance>;

function Balance({ money }: { money: UserMoney }) {
  const { parts, balance, heldBalance, openOrders, unexplained } = money;
  const orders = openOrders === 1 ? '1 open order' : `${openOrders} open orders`;
  return (
    <FigureList
      figures={[
        ...parts.map(({ kind, amount }) => ({ name: kindNames[kind], value: <Change value={amount} /> })),
        unexplained !== 0 && {
          name: <span className="font-semibold text-down">Not explained</span>,
          value: <Change value={unexplained} />,
        },
        { name: 'Balance in the books', value: <Money rupees={balance} />, isTotal: true },
        heldBalance > 0 && { name: `Set aside for ${orders}`, value: <Change value={-heldBalance} /> },
        heldBalance > 0 && {
          name: 'Cash to trade',
          value: <Money rupees={paisaExact(balance - heldBalance)} />,
          isTotal: true,
        },
      ]}
    />
  );
}

function BalanceCard({ userId, balance: { data, error, refetch } }: { userId: string; balance: BalanceCall }) {
  if (error && !data)
    return (
      <Card>
        <ErrorState title="The balance could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      </Card>
    );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title="Where the balance comes from">
        {data ? <Balance money={data} /> : <Skeleton className="h-40" />}
        {data?.unexplained === 0 && (
          <p className="mt-3 text-sm text-faint">
            Every part is computed from the books, and together they are the balance.
          </p>
        )}
      </Card>
      <Card
        title="Without a trade"
        flush
        // Below the balance on narrow screens: shown once loaded, so that it does not jump when the balance grows.
        className={data ? undefined : 'max-lg:hidden'}
        actions={
          <CsvButton<Movement>
            name="user-money"
            header={['Date (IST)', 'What', 'Amount']}
            row={({ at, kind, amount }) => [dateTimeText(at), kindNames[kind], amount]}
            disabled={!data?.movements.length}
            load={() => allMovements(userId)}
          />
        }
      >
        <Table
          caption="Money that came and went without a trade, newest first"
          columns={movementColumns}
          rows={data?.movements}
          // Two dividends of one morning may be alike in all that is shown of them.
          rowKey={(_, index) => String(index)}
          skeletonRows={4}
          empty={<EmptyState title="Nothing yet" text="Top-ups, rewards and dividends will appear here." />}
        />
      </Card>
    </div>
  );
}

type Movement = UserMoney['movements'][number];

/** The screen shows the latest. */
async function allMovements(userId: string): Promise<Reply<CsvPage<Movement>>> {
  const reply = await call('GET /userMoney/{id}', { id: userId, movements: MOST_MOVEMENTS });
  return csvPage(reply, ({ movements }) => ({ rows: movements, totalPages: 1 }));
}

const movementColumns: Column<Movement>[] = [
  {
    key: 'at',
    header: 'When',
    isRowHeader: true,
    cell: ({ at }) => <DateTime at={at} className="font-normal" />,
  },
  { key: 'kind', header: 'What', cell: ({ kind }) => kindNames[kind] },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => <Change value={amount} /> },
];

const columns = paymentColumns(false);

export interface MoneyTabProps {
  userId: string;
  /** Of the payments. */
  page: number;
  onPage: (page: number, replace: boolean) => void;
}

function Payments({ userId, page, onPage }: MoneyTabProps) {
  const input = { userId, page, limit: PAGE_SIZE };
  const { data, error, refetch } = useCall('GET /payments', input, { keepPrevious: true, refetchInterval: REFRESH_MS });
  useLastPage(page, data?.totalPages, (last) => onPage(last, true));
  return (
    <Card
      title="Payments"
      flush
      actions={
        <CsvButton<DeskPayment>
          name="user-payments"
          header={PAYMENTS_HEADER}
          row={paymentLine}
          disabled={!data?.totalPayments}
          load={csvPages('GET /payments', input, ({ payments, totalPages }) => ({ rows: payments, totalPages }))}
        />
      }
    >
      {error && !data ? (
        <ErrorState title="The payments could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <Table
          caption="Payments"
          columns={columns}
          rows={data?.payments}
          rowKey={({ _id }) => _id}
          phoneRow={(payment) => <PhonePayment payment={payment} />}
          skeletonRows={3}
          empty={<EmptyState title="No payments yet" text="Top-ups and payments for lessons will appear here." />}
        />
      )}
      {data && data.totalPayments > 0 && (
        <Pager page={page} totalPages={data.totalPages} onPage={(next) => onPage(next, false)} label="Payments" />
      )}
    </Card>
  );
}

export function MoneyTab(props: MoneyTabProps) {
  const balance = useBalance(props.userId);
  return (
    <div className="flex flex-col gap-4">
      <BalanceCard userId={props.userId} balance={balance} />
      {/* Asked for at once, seen when nothing above will push it aside any more. */}
      <div hidden={!balance.data && !balance.error}>
        <Payments {...props} />
      </div>
    </div>
  );
}
