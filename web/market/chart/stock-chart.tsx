// A stock's chart with everything that belongs to it: toolbar, indicators, own orders and drawn lines, comparison, and the table.
import { useEffect, useMemo, useState } from 'react';
import { ChartPanel } from '../../chart/chart-panel.tsx';
import { BarsTable } from '../../chart/bars-table.tsx';
import type { PricePlace } from '../../chart/candle-chart.tsx';
import { useDrawnLines } from '../../chart/use-drawn-lines.ts';
import type { DrawnLines } from '../../chart/use-drawn-lines.ts';
import { indicatorText } from '../../chart/indicators/chosen.ts';
import type { ChosenIndicator } from '../../chart/indicators/chosen.ts';
import { IndicatorsDialog } from '../../chart/indicators/indicators-dialog.tsx';
import { SettingsDialog } from '../../chart/indicators/settings-dialog.tsx';
import { showIndicators } from '../../chart/indicators/shown.ts';
import { onTick } from '../../chart/line-tags.tsx';
import type { LineActions } from '../../chart/line-tags.tsx';
import type { OwnFill, PriceLine } from '../../chart/marks.ts';
import { useBars } from '../../chart/use-bars.ts';
import { useCall } from '../../query.ts';
import { CancelOrder } from '../../trade/cancel-order.tsx';
import { EditOrder } from '../../trade/edit-order.tsx';
import { useOwnInStock } from '../../trade/own-in-stock.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { ChartChoice } from './use-chart-choice.ts';
import type { ChartSearch } from './chart-search.ts';
import { ChartToolbar } from './chart-toolbar.tsx';
import { LinesList } from './lines-list.tsx';
import { PriceActions } from './price-actions.tsx';
import { useComparison, useOthers } from './use-comparison.ts';

const USUAL_TICK = 0.05;
const DRAWN = 'drawn ';
const noLines: readonly PriceLine[] = [];

export interface StockChartProps {
  symbol: string;
  choice: ChartChoice;
  search: ChartSearch;
  onChange: (changes: ChartSearch) => void;
  onSymbol?: (symbol: string) => void;
  /** A trade that is over, and the second up to which the chart shows it, when that is past. */
  trade?: { fills: readonly OwnFill[]; until: number | undefined };
}

/** The trader's lines and those that were drawn; the average of what is held now says nothing about a trade that is over. */
function useLines(own: readonly PriceLine[], { drawn }: DrawnLines, isPast: boolean): readonly PriceLine[] {
  return useMemo(() => {
    const lines = drawn.map(({ id, price }): PriceLine => ({
      key: DRAWN + id,
      kind: 'drawn',
      price,
      text: 'Drawn line',
    }));
    return [...(isPast ? noLines : own), ...lines];
  }, [own, drawn, isPast]);
}

/** Esc leaves drawing, wherever the focus is. */
function useDrawing(): [isDrawing: boolean, setIsDrawing: (isDrawing: boolean) => void] {
  const [isDrawing, setIsDrawing] = useState(false);
  useEffect(() => {
    if (!isDrawing) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setIsDrawing(false);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isDrawing]);
  return [isDrawing, setIsDrawing];
}

interface IndicatorDialogsProps {
  choice: ChartChoice;
  isMenuOpen: boolean;
  onMenuClose: () => void;
  changed: ChosenIndicator | null;
  onChanged: () => void;
}

function IndicatorDialogs({ choice, isMenuOpen, onMenuClose, changed, onChanged }: IndicatorDialogsProps) {
  const { indicators, setIndicators } = choice;
  return (
    <>
      {isMenuOpen && <IndicatorsDialog chosen={indicators} onChoose={setIndicators} onClose={onMenuClose} />}
      {changed && (
        <SettingsDialog
          key={indicatorText(changed)}
          indicator={changed}
          chosen={indicators}
          onClose={onChanged}
          onApply={(next) => {
            setIndicators(indicators.map((one) => (one === changed ? next : one)));
            onChanged();
          }}
        />
      )}
    </>
  );
}

export function StockChart({ symbol, choice, search, onChange, onSymbol, trade }: StockChartProps) {
  const { interval, indicators: chosen, setIndicators } = choice;
  const stocks = useCall('GET /stocks', {});
  const stock = stocks.data?.find((one) => one.symbol === symbol);
  const tick = stock?.tickSize ?? USUAL_TICK;
  const loaded = useBars(symbol, interval, trade?.until);
  const { bars } = loaded;
  const own = useOwnInStock(symbol);
  const drawing = useDrawnLines(symbol);
  const lines = useLines(own.lines, drawing, trade !== undefined);
  const indicators = useMemo(() => showIndicators(chosen, bars, interval), [chosen, bars, interval]);
  const others = useOthers(symbol);
  const compared = others.find(({ value }) => value === search.compare);
  const comparison = useComparison({ other: compared, bars, interval, until: trade?.until });
  const [isDrawing, setIsDrawing] = useDrawing();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [changed, setChanged] = useState<ChosenIndicator | null>(null);
  const [place, setPlace] = useState<PricePlace | null>(null);
  const [orderIds, setOrderIds] = useState<{ edit?: string; cancel?: string }>({});
  const [said, setSaid] = useState('');
  const orderOf = (id: string | undefined) => own.openOrders.find(({ _id }) => _id === id) ?? null;
  const last = bars.at(-1)?.close;

  const lineActions: LineActions = {
    onEditOrder: (edit) => setOrderIds({ edit }),
    onCancelOrder: (cancel) => setOrderIds({ cancel }),
    onMove: (key, price) => drawing.move(Number(key.slice(DRAWN.length)), price),
    onRemove: (key) => drawing.remove(Number(key.slice(DRAWN.length))),
  };

  function addLine(price: number): void {
    setIsDrawing(false);
    const exact = onTick(price, tick);
    setSaid(
      drawing.add(exact)
        ? `A line has been drawn at ${exact.toFixed(2)}.`
        : 'There are as many lines as a chart bears. Remove one first.',
    );
  }

  function askBelow(button: HTMLElement): void {
    const { left, bottom } = button.getBoundingClientRect();
    if (last !== undefined) setPlace({ price: last, clientX: left, clientY: bottom + 4 });
  }

  return (
    <>
      <Card flush>
        <ChartToolbar
          symbol={symbol}
          stocks={stocks.data}
          onSymbol={onSymbol}
          interval={interval}
          onInterval={choice.setInterval}
          indicatorCount={chosen.length}
          onIndicators={() => setIsMenuOpen(true)}
          others={others}
          compared={compared?.value}
          onCompare={(compare) => onChange({ compare })}
          isDrawing={isDrawing}
          onDraw={() => setIsDrawing(!isDrawing)}
          onAsk={askBelow}
        />
        <ChartPanel
          symbol={symbol}
          interval={interval}
          loaded={loaded}
          indicators={indicators}
          comparison={comparison}
          fills={trade?.fills ?? own.fills}
          lines={lines}
          tick={tick}
          lineActions={lineActions}
          isDrawing={isDrawing}
          onDraw={addLine}
          onAsk={setPlace}
          onChange={(indicator) => setChanged(indicator.chosen)}
          onRemove={(indicator) => setIndicators(chosen.filter((one) => one !== indicator.chosen))}
        />
      </Card>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-expanded={search.table === true}
          onClick={() => onChange({ table: search.table ? undefined : true })}
        >
          {search.table ? 'Hide the table of bars' : 'Show the bars as a table'}
        </Button>
      </div>
      {search.table && (
        <>
          {lines.length > 0 && (
            <Card title="Lines" flush>
              <LinesList symbol={symbol} lines={lines} last={last} actions={lineActions} />
            </Card>
          )}
          <Card title="Bars" flush>
            <BarsTable bars={bars} interval={interval} symbol={symbol} indicators={indicators} />
          </Card>
        </>
      )}
      <IndicatorDialogs
        choice={choice}
        isMenuOpen={isMenuOpen}
        onMenuClose={() => setIsMenuOpen(false)}
        changed={changed}
        onChanged={() => setChanged(null)}
      />
      {place && stock && (
        <PriceActions
          key={`${place.clientX} ${place.clientY}`}
          stock={stock}
          place={place}
          onLine={addLine}
          onClose={() => setPlace(null)}
        />
      )}
      <EditOrder order={orderOf(orderIds.edit)} onDone={() => setOrderIds({})} />
      <CancelOrder order={orderOf(orderIds.cancel)} onDone={() => setOrderIds({})} />
    </>
  );
}
