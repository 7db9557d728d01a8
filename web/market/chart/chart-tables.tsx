// The chart in words: tables of its lines and bars, shown on request.
import type { Bar, Interval } from '../../../contract/market.ts';
import { BarsTable } from '../../chart/bars-table.tsx';
import type { ShownIndicator } from '../../chart/indicators/shown.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinesList } from './lines-list.tsx';
import type { ChartLines } from './use-chart-lines.tsx';

export interface ChartTablesProps {
  symbol: string;
  interval: Interval;
  bars: readonly Bar[];
  isLoading: boolean;
  indicators: readonly ShownIndicator[];
  own: ChartLines;
  /** Which of the trader's fills are not marked on the chart. */
  leftOut: string;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

export function ChartTables(props: ChartTablesProps) {
  const { symbol, interval, bars, isLoading, indicators, own, leftOut, isShown, onShow } = props;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button size="small" aria-expanded={isShown} onClick={() => onShow(!isShown)}>
          {isShown ? 'Hide the table of bars' : 'Show the bars as a table'}
        </Button>
        {leftOut !== '' && <p className="text-sm text-muted">{leftOut}</p>}
      </div>
      {isShown && own.lines.length + own.drawing.chart.sloped.length > 0 && (
        <Card title="Lines" flush>
          <LinesList
            symbol={symbol}
            interval={interval}
            lines={own.lines}
            drawing={own.drawing.chart}
            last={bars.at(-1)?.close}
            actions={own.actions}
          />
        </Card>
      )}
      {isShown && (
        <Card title="Bars" flush>
          <BarsTable bars={isLoading ? undefined : bars} interval={interval} symbol={symbol} indicators={indicators} />
        </Card>
      )}
    </>
  );
}
