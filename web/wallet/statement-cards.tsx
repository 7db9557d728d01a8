// How a balance came about, and what came and went without a trade: one's own, or at the desk somebody else's.
import type { Movement, MoneyKind, Statement } from '../../contract/trade/statement.ts';
import type { Reply } from '../api.ts';
import { CsvButton } from '../csv-button.tsx';
import type { CsvPage } from '../csv-button.tsx';
import { Card } from '../ui/card.tsx';
import { classList } from '../ui/class-list.ts';
import { DateTime, dateTimeText } from '../ui/date-time.tsx';
import { FigureList } from '../ui/figure-list.tsx';
import { Change, Money } from '../ui/money.tsx';
import { paisaExact } from '../ui/paisa-exact.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';

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

function Balance({ money }: { money: Statement }) {
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

export interface StatementCardsProps {
  /** Undefined until it is loaded. */
  data: Statement | undefined;
  error: { message: string } | null;
  onRetry: () => void;
  /** Side by side where there is room. */
  isWide?: boolean;
  /** Of the file with all movements. */
  fileName: string;
  /** The screen shows the latest. */
  loadAll: () => Promise<Reply<CsvPage<Movement>>>;
}

export function StatementCards({ data, error, onRetry, isWide = false, fileName, loadAll }: StatementCardsProps) {
  if (error && !data)
    return (
      <Card>
        <ErrorState title="The balance could not be loaded" reason={error.message} onRetry={onRetry} />
      </Card>
    );
  return (
    <div className={classList('grid items-start gap-4', isWide && 'lg:grid-cols-2')}>
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
        // Below the balance: shown once loaded, so that it does not jump when the balance grows.
        className={data ? undefined : isWide ? 'max-lg:hidden' : 'hidden'}
        actions={
          <CsvButton<Movement>
            name={fileName}
            header={['Date (IST)', 'What', 'Amount']}
            row={({ at, kind, amount }) => [dateTimeText(at), kindNames[kind], amount]}
            disabled={!data?.movements.length}
            load={loadAll}
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
