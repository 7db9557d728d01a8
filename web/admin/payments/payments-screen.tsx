// Payments: what everybody has paid or tried to, found by person or by any number of the provider, and what became of it.
import { getRouteApi } from '@tanstack/react-router';
import { CsvButton, csvPages } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DayFields } from '../day-fields.tsx';
import { dateRangeOf } from '../day-range.ts';
import { DeskList } from '../desk-list.tsx';
import { FilterPanel } from '../filter-panel.tsx';
import { KindFilter } from '../list-filters.tsx';
import { UserLink } from '../orders/order-cells.tsx';
import { paymentColumns, PhonePayment } from './payment-table.tsx';
import { paymentLine, PAYMENTS_HEADER, stateNames } from './payment-words.tsx';
import { paymentsSearch } from './payments-search.ts';
import type { PaymentsSearch } from './payments-search.ts';
import { StrayPayments } from './stray-payments.tsx';

const route = getRouteApi('/admin/payments');
const PAGE_SIZE = 10;

const NO_DAYS = { from: '', to: '' };
const NO_SEARCH: PaymentsSearch = { q: undefined, status: undefined, from: undefined, to: undefined, page: undefined };

export function PaymentsScreen() {
  const search = paymentsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { page = 1, q, status, from, to } = search;
  const input = { page, limit: PAGE_SIZE, q, status, dateRange: dateRangeOf({ from, to }) };
  const { data, isPlaceholderData, error, refetch } = useCall('GET /payments', input, {
    keepPrevious: true,
    refetchInterval: 10_000,
  });
  const change = (changes: PaymentsSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const isFiltered = [q, status, from, to].some((part) => part !== undefined);

  return (
    <Screen
      title="Payments"
      lead="Top-ups of wallets and payments for lessons. A canceled lesson is refunded by itself; one that was not held is refunded under Session. Other refunds at the provider appear here."
    >
      <StrayPayments />
      <DeskList
        caption="Payments"
        names={['payment', 'payments']}
        search={{ label: 'Search payments', placeholder: 'Name, email or payment number' }}
        place={search}
        change={change}
        filters={
          <>
            <KindFilter
              label="Status"
              every="Every status"
              names={stateNames}
              value={status}
              onChoose={(chosen) => change({ status: chosen, page: undefined })}
            />
            <FilterPanel
              title="Filter by day"
              applied={{ from: from ?? '', to: to ?? '' }}
              none={NO_DAYS}
              count={from === undefined && to === undefined ? 0 : 1}
              onApply={(days) => change({ from: days.from || undefined, to: days.to || undefined, page: undefined })}
            >
              {(draft, set) => <DayFields {...draft} onChange={set} />}
            </FilterPanel>
          </>
        }
        actions={
          <CsvButton
            name="payments"
            header={PAYMENTS_HEADER}
            row={paymentLine}
            disabled={!data?.totalPayments}
            load={csvPages('GET /payments', input, ({ payments, totalPages }) => ({ rows: payments, totalPages }))}
          />
        }
        columns={paymentColumns(true)}
        rows={data?.payments}
        rowKey={({ _id }) => _id}
        phoneRow={(payment) => <PhonePayment payment={payment} who={<UserLink user={payment.user} tab="money" />} />}
        skeletonRows={PAGE_SIZE}
        total={data?.totalPayments}
        note={
          data && data.arrived > 0 ? (
            <>
              <Money rupees={data.arrived} /> arrived
            </>
          ) : undefined
        }
        totalPages={data?.totalPages}
        isPlaceholderData={isPlaceholderData}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState
            title={isFiltered ? 'No payment matches' : 'No payments yet'}
            text={
              isFiltered
                ? 'Search by part of a name or address, or by a whole number of the payment, of its order or of a refund.'
                : 'Every top-up and every payment for a lesson appears here as soon as it is begun.'
            }
            action={isFiltered && <Button onClick={() => change(NO_SEARCH)}>Show all payments</Button>}
          />
        }
      />
    </Screen>
  );
}
