// Whether a stock trades, in a word.
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { Badge } from '../../ui/badge.tsx';

export function StockStatus({ stock: { status } }: { stock: Pick<ListedStock, 'status'> }) {
  return <Badge tone={status === 'Active' ? 'up' : 'warn'}>{status}</Badge>;
}
