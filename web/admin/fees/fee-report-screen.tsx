// The detailed report of fees: day by day, ready to print, and as a CSV file.
import { QueryClientProvider } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, Printer } from 'lucide-react';
import { feeReportFile } from '../../../contract/admin/fee-report-file.ts';
import type { FeeReportData } from '../../../contract/admin/fees.ts';
import { queryClient, useCall } from '../../query.ts';
import { Brand } from '../../ui/brand.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { classList } from '../../ui/class-list.ts';
import { dateWords } from '../../ui/date-time.tsx';
import { download } from '../../ui/download.ts';
import { countText, priceText } from '../../ui/number-text.ts';
import { Sideways } from '../../ui/sideways.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { feesSearch } from './fees-search.ts';

const route = getRouteApi('/report-of-admin/transactions/report');

/** What was passed on by law is not part of the total; it has a column of its own if there was any. */
function headingsOf({ statutory }: FeeReportData): string[] {
  const own = ['Date', 'Orders', 'Order value', 'Commission', 'Flat fees', 'Total'];
  return statutory > 0 ? [...own, 'Statutory (passed on)'] : own;
}

function save(report: FeeReportData): void {
  const { name, text } = feeReportFile(report);
  download(name, text);
}

const number = 'px-2 py-1 text-right whitespace-nowrap';

function Days({ report }: { report: FeeReportData }) {
  return (
    <Sideways label="Fees by day">
      <table className="w-full border-collapse text-base">
        <caption className="sr-only">Fees by day</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {headingsOf(report).map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={classList('px-2 py-1 align-bottom', index === 0 ? 'text-left' : 'text-right')}
              >
                {index > 1 ? `${heading} (\u20b9)` : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.days.map((day) => (
            <tr key={day.date} className="break-inside-avoid border-b border-line">
              <th scope="row" className="px-2 py-1 text-left font-medium whitespace-nowrap">
                {dateWords(day.date)}
              </th>
              <td className={number}>{countText(day.orders)}</td>
              <td className={number}>{priceText(day.tradedValue)}</td>
              <td className={number}>{priceText(day.commission)}</td>
              <td className={number}>{priceText(day.flatFees)}</td>
              <td className={number}>{priceText(day.total)}</td>
              {report.statutory > 0 && <td className={number}>{priceText(day.statutory)}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="px-2 py-1 text-left">
              Total
            </th>
            <td className={number}>{countText(report.orders)}</td>
            <td className={number}>{priceText(report.tradedValue)}</td>
            <td className={number}>{priceText(report.commission)}</td>
            <td className={number}>{priceText(report.flatFees)}</td>
            <td className={number}>{priceText(report.totalFeesCollected)}</td>
            {report.statutory > 0 && <td className={number}>{priceText(report.statutory)}</td>}
          </tr>
        </tfoot>
      </table>
      {report.days.length === 0 && <p className="py-6 text-center text-muted">Nothing was traded on these days.</p>}
    </Sideways>
  );
}

function Report() {
  const span = feesSearch(route.useSearch());
  const { data, error, refetch } = useCall('GET /feeReport', span);
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto flex max-w-[56rem] flex-col gap-6 px-4 py-6 outline-none print:max-w-none print:p-0"
    >
      <title>Fee report - Istock</title>
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to="/transactions" search={span} className={buttonLook({ tone: 'quiet' })}>
          <ChevronLeft size={16} aria-hidden="true" />
          Back to Transaction Fees
        </Link>
        <span className="flex gap-2">
          <Button disabled={!data} onClick={() => data && save(data)}>
            Save as CSV
          </Button>
          <Button tone="primary" disabled={!data} onClick={() => window.print()}>
            <Printer size={16} aria-hidden="true" />
            Print
          </Button>
        </span>
      </div>
      <header className="flex flex-col gap-1">
        <Brand />
        <h1 className="text-lg font-semibold">Fees collected</h1>
        {data && (
          <p className="text-muted">{`${dateWords(data.periodStart)} to ${dateWords(data.periodEnd)}, practice market`}</p>
        )}
      </header>
      {data ? (
        <Days report={data} />
      ) : error ? (
        <ErrorState title="The report could not be made" reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <>
          <LoadingNote what="the report" />
          <Skeleton className="h-72 w-full" />
        </>
      )}
    </main>
  );
}

/** It is outside the desk's frame, so it needs its own provider. */
export function FeeReportScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <Report />
    </QueryClientProvider>
  );
}
