// One user's money: how the balance came about, what was paid in, and what came and went without a trade.
import type { DeskPayment } from '../../../contract/admin/payments.ts';
import { MOST_MOVEMENTS } from '../../../contract/trade/statement.ts';
import type { Movement } from '../../../contract/trade/statement.ts';
import { call } from '../../api.ts';
import type { Reply } from '../../api.ts';
import { CsvButton, csvPage, csvPages } from '../../csv-button.tsx';
import type { CsvPage } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { Card } from '../../ui/card.tsx';
import { useLastPage } from '../../ui/last-page.ts';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { StatementCards } from '../../wallet/statement-cards.tsx';
import { paymentColumns, PhonePayment } from '../payments/payment-table.tsx';
import { paymentLine, PAYMENTS_HEADER } from '../payments/payment-words.tsx';

const PAGE_SIZE = 10;
const REFRESH_MS = 10_000;

async function allMovements(userId: string): Promise<Reply<CsvPage<Movement>>> {
  const reply = await call('GET /userMoney/{id}', { id: userId, movements: MOST_MOVEMENTS });
  return csvPage(reply, ({ movements }) => ({ rows: movements, totalPages: 1 }));
}

const columns = paymentColumns(false);

export interface MoneyTabProps {
  userId: string;
  /** Of the payments. */
  page: number;
  onPage: (page: number, replace: boolean) => void;
}

function Payments({ userId, page, onPage }: MoneyTabProps) {
  const input = { userId, page, limit: PAGE_SIZE };
  const { data, isPlaceholderData, error, refetch } = useCall('GET /payments', input, {
    keepPrevious: true,
    refetchInterval: REFRESH_MS,
  });
  useLastPage(page, data?.totalPages, isPlaceholderData, (last) => onPage(last, true));
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
  const input = { id: props.userId };
  const balance = useCall('GET /userMoney/{id}', input, { refetchInterval: REFRESH_MS, staleTime: 0 });
  return (
    <div className="flex flex-col gap-4">
      <StatementCards
        data={balance.data}
        error={balance.error}
        onRetry={() => void balance.refetch()}
        isWide
        fileName="user-money"
        loadAll={() => allMovements(props.userId)}
      />
      {/* Asked for at once, seen when nothing above will push it aside any more. */}
      <div hidden={!balance.data && !balance.error}>
        <Payments {...props} />
      </div>
    </div>
  );
}
