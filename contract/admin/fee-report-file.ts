// The report of fees as a CSV file: the same from the call and from the screen.
import { csvOf } from '../wire/csv.ts';
import type { FeeReportData } from './fees.ts';

const HEADER = ['Date', 'Orders', 'Order value', 'Commission', 'Flat fees', 'Total', 'Statutory charges'];

/** One line for each day, and their sums. */
export function feeReportFile(report: FeeReportData): { name: string; text: string } {
  const { days, orders, tradedValue, commission, flatFees, totalFeesCollected, statutory } = report;
  const lines = days.map((day) => [
    day.date,
    day.orders,
    day.tradedValue,
    day.commission,
    day.flatFees,
    day.total,
    day.statutory,
  ]);
  const sums = ['Total', orders, tradedValue, commission, flatFees, totalFeesCollected, statutory];
  return {
    name: `istock-fees-${report.periodStart}-${report.periodEnd}.csv`,
    text: csvOf(HEADER, [...lines, sums]),
  };
}
