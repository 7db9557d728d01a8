// The trades of the desk as the lines of a CSV file.
import type { DeskTransaction } from '../../../contract/admin/transactions.ts';
import { dateTimeText } from '../../ui/date-time.tsx';

export const TRANSACTIONS_HEADER = [
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

export function transactionLine(trade: DeskTransaction): (string | number)[] {
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
