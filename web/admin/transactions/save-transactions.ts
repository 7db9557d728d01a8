// Saves the transactions that a filter finds as a CSV file, page by page.
import type { DeskTransaction } from '../../../contract/admin/transactions.ts';
import { csvOf } from '../../../contract/wire/csv.ts';
import type { WireInputOf } from '../../../contract/routes.ts';
import { call } from '../../api.ts';
import { showAlert } from '../../ui/alert.tsx';
import { dateTimeText } from '../../ui/date-time.tsx';
import { download } from '../../ui/download.ts';

const PAGE_SIZE = 100;
/** A file of more rows is for the database, not for a spreadsheet. */
const MOST_ROWS = 20_000;

const HEADER = [
  'ID',
  'Date (IST)',
  'Buyer',
  'Seller',
  'Stock',
  'Company',
  'Type',
  'Quantity',
  'Price',
  'Total',
  'Charges',
  'Status',
];

function rowOf(trade: DeskTransaction) {
  const { _id, createdAt, buyer, seller, stock, type, quantity, price, totalAmount, charges, status } = trade;
  return [
    _id,
    dateTimeText(createdAt),
    buyer.name,
    seller.name,
    stock.symbol,
    stock.name,
    type,
    quantity,
    price,
    totalAmount,
    charges,
    status,
  ];
}

export async function saveTransactions(
  filter: Omit<WireInputOf<'GET /allTransactions'>, 'page' | 'limit' | 'after' | 'before'>,
): Promise<void> {
  const trades: DeskTransaction[] = [];
  for (let after: number | undefined; trades.length < MOST_ROWS;) {
    const reply = await call('GET /allTransactions', {
      ...filter,
      limit: PAGE_SIZE,
      ...(after === undefined ? {} : { after }),
    });
    if (!reply.ok) return showAlert(reply.message);
    const { transactions } = reply.data;
    trades.push(...transactions);
    if (transactions.length < PAGE_SIZE) break;
    after = Number(transactions.at(-1)!._id);
  }
  download('istock-transactions.csv', csvOf(HEADER, trades.map(rowOf)));
  if (trades.length >= MOST_ROWS)
    await showAlert('The file holds the newest 20,000 transactions. Filter by days for older ones.');
}
