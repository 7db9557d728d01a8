// A stock in search results: its symbol, its name, and its current price.
import type { Stock } from '../../contract/market.ts';
import { LiveChange, LivePrice } from '../live-text.tsx';

export function StockSuggestion({ stock }: { stock: Stock }) {
  return (
    <span data-symbol={stock.symbol} className="flex items-center justify-between gap-4">
      <span className="min-w-0">
        <span className="block font-medium">{stock.symbol}</span>
        <span className="block truncate text-sm text-muted">{stock.name}</span>
      </span>
      <span className="flex shrink-0 flex-col items-end text-sm">
        <LivePrice symbol={stock.symbol} known={stock} />
        <LiveChange symbol={stock.symbol} known={stock} />
      </span>
    </span>
  );
}
