// The choices above a chart: the stock, the interval, indicators, a comparison, drawing tools and actions at a price.
import { ChartSpline, Crosshair, PencilLine, Rewind } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { Interval, Stock } from '../../../contract/market.ts';
import { intervals } from '../../../contract/market/intervals.ts';
import { kindNames } from '../../chart/chart-drawing.ts';
import { LivePrice } from '../../live-text.tsx';
import { TradeButton } from '../../trade/trade-buttons.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import type { Choice } from '../../ui/select.tsx';
import { inOrder } from './in-order.ts';
import type { OwnDrawing } from './use-chart-drawing.ts';

export interface ChartToolbarProps {
  symbol: string;
  stocks: readonly Stock[] | undefined;
  /** Left out if the stock cannot be changed. */
  onSymbol?: (symbol: string) => void;
  interval: Interval;
  onInterval: (interval: Interval) => void;
  indicatorCount: number;
  onIndicators: () => void;
  /** What the price can be compared with: the index first. */
  others: readonly Choice<string>[];
  compared: string | undefined;
  onCompare: (symbol: string | undefined) => void;
  drawing: OwnDrawing;
  /** Called with the button's position. */
  onDraw: (button: HTMLElement) => void;
  isFull: boolean;
  /** Opens the actions at a price without a pointer, at the button's position. Left out if there are none. */
  onAsk?: (button: HTMLElement) => void;
  /** If a replay can begin here: whether its first bar is being chosen. */
  replay?: { isChoosing: boolean; onChoose: () => void };
}

const intervalChoices = intervals.map((value) => ({ value, label: value }));
/** On narrow screens only the icon is visible. */
const onPhone = 'max-sm:sr-only';
const icon = { size: 16, 'aria-hidden': true } as const;

function stockChoices(stocks: readonly Stock[] | undefined, symbol: string): Choice<string>[] {
  const choices = inOrder(stocks ?? []).map((stock) => ({
    value: stock.symbol,
    label: `${stock.symbol} - ${stock.name}`,
  }));
  const isKnown = symbol === '' || choices.some(({ value }) => value === symbol);
  return isKnown ? choices : [{ value: symbol, label: symbol }, ...choices];
}

function DrawButton({ drawing, onDraw }: Pick<ChartToolbarProps, 'drawing' | 'onDraw'>) {
  const { tool } = drawing.chart;
  if (tool === null)
    return (
      <Button
        size="small"
        aria-haspopup="dialog"
        title="Horizontal line, trend line, ray or retracement"
        onClick={(event) => onDraw(event.currentTarget)}
      >
        <PencilLine {...icon} />
        <span className={onPhone}>Draw</span>
      </Button>
    );
  const next = tool === 'horizontal' ? 'Press on the chart' : drawing.hasFirst ? 'Second point' : 'First point';
  return (
    <Button
      size="small"
      aria-pressed
      aria-label={`${kindNames[tool]}: ${next}`}
      title="Press on the chart, or move along the bars with the arrow keys and press Enter; Esc stops drawing"
      onClick={() => drawing.setTool(null)}
      className="border-accent-text! text-accent-text"
    >
      <PencilLine {...icon} />
      {next}
    </Button>
  );
}

export function ChartToolbar(props: ChartToolbarProps) {
  const { symbol, stocks, onSymbol, indicatorCount, compared, drawing, isFull, onAsk, replay } = props;
  // Two lists of all stocks take long to render, so they follow after everything else that changes when the stocks arrive.
  const [listed, others] = [useDeferredValue(stocks), useDeferredValue(props.others)];
  const listedChoices = useMemo(() => stockChoices(listed, symbol), [listed, symbol]);
  const otherChoices = useMemo(() => [{ value: '', label: 'Compare\u2026' }, ...others], [others]);
  // The tool in hand says what to do: the others make room for it, since a second row would push the chart away under the pointer.
  const beside = drawing.chart.tool === null ? onPhone : 'sr-only';
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      {onSymbol && (
        <Select
          label="Stock"
          hideLabel
          choices={listedChoices}
          value={symbol}
          onChoose={onSymbol}
          className="w-full sm:w-36"
        />
      )}
      <Segmented label="Interval" value={props.interval} onChoose={props.onInterval} choices={intervalChoices} />
      <Select
        label="Compare with"
        hideLabel
        choices={otherChoices}
        value={compared ?? ''}
        onChoose={(other) => props.onCompare(other || undefined)}
        className="w-32 max-sm:min-w-20 max-sm:flex-1"
      />
      <div role="group" aria-label="Chart tools" className="flex flex-wrap gap-2 max-sm:contents [&_button]:px-2.5">
        <Button size="small" onClick={props.onIndicators}>
          <ChartSpline {...icon} />
          <span className={onPhone}>Indicators</span>
          {indicatorCount > 0 && ` (${indicatorCount})`}
        </Button>
        <DrawButton drawing={drawing} onDraw={props.onDraw} />
        {onAsk && (
          <Button
            size="small"
            aria-haspopup="dialog"
            title="Order, alert or line at a price; also with the second mouse button on the chart, or a long press"
            onClick={(event) => onAsk(event.currentTarget)}
          >
            <Crosshair {...icon} />
            <span className={beside}>At a price</span>
          </Button>
        )}
        {replay && (
          <Button
            size="small"
            id="replay"
            aria-expanded={replay.isChoosing}
            title="The chart as it was, bar by bar"
            onClick={replay.onChoose}
          >
            <Rewind {...icon} />
            <span className={beside}>Replay</span>
          </Button>
        )}
      </div>
      {/* What is otherwise shown beside the chart. */}
      {isFull && (
        <div className="ml-auto flex items-center gap-2">
          <LivePrice symbol={symbol} known={stocks?.find((one) => one.symbol === symbol)} className="font-semibold" />
          <TradeButton side="BUY" symbol={symbol} />
          <TradeButton side="SELL" symbol={symbol} />
        </div>
      )}
    </div>
  );
}
