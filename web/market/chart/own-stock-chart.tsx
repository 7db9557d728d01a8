// The full chart embedded in another page: choices are remembered as usual, but not in that page's address.
import { useState } from 'react';
import type { ChartSearch } from './chart-search.ts';
import { StockChart } from './stock-chart.tsx';
import { useChartChoice } from './use-chart-choice.ts';

export function OwnStockChart({ symbol }: { symbol: string }) {
  const [search, setSearch] = useState<ChartSearch>({});
  const change = (changes: ChartSearch): void => setSearch({ ...search, ...changes });
  const choice = useChartChoice(search, change, true);
  return <StockChart symbol={symbol} choice={choice} search={search} onChange={change} />;
}
