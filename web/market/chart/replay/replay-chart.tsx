// The chart as it was at an instant, filling the window: nothing on it comes from later, and nothing beside it from now.
import { X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Interval } from '../../../../contract/market.ts';
import type { MarketHours } from '../../../../core/market/trading-hours.ts';
import type { ScreenPoint } from '../../../chart/chart-gestures.ts';
import { ChartPanel } from '../../../chart/chart-panel.tsx';
import { closesBeside } from '../../../chart/comparison.ts';
import type { Comparison } from '../../../chart/comparison.ts';
import { showIndicators } from '../../../chart/indicators/shown.ts';
import { useCall } from '../../../query.ts';
import { USUAL_TICK } from '../../../quotes.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classList } from '../../../ui/class-list.ts';
import { now } from '../../../ui/now.ts';
import { priceText } from '../../../ui/number-text.ts';
import { pointBelow } from '../../../ui/popover.tsx';
import { coverPage } from '../../../ui/use-full-screen.ts';
import { useHours } from '../chart-hours.ts';
import { ChartToolbar } from '../chart-toolbar.tsx';
import { DrawMenu } from '../draw-menu.tsx';
import { IndicatorDialogs } from '../indicator-dialogs.tsx';
import type { OpenDialog } from '../indicator-dialogs.tsx';
import type { StockChartProps } from '../stock-chart.tsx';
import { drawnId, useChartLines } from '../use-chart-lines.tsx';
import type { ChartLines } from '../use-chart-lines.tsx';
import { useOthers } from '../use-comparison.ts';
import { PracticeBar, usePracticeQuantity } from './practice-bar.tsx';
import { PracticeExitsDialog } from './practice-exits.tsx';
import { practiceFills, practiceLines } from './practice-marks.ts';
import { PracticeReport } from './practice-report.tsx';
import { fillsBy, slopedBy, timeShown } from './replay-view.ts';
import type { BarClock } from './replay-view.ts';
import { summaryOf } from './practice-summary.ts';
import { usePractice } from './use-practice.ts';
import type { OwnPractice } from './use-practice.ts';
import { useBackLeaves, usePracticeDialogs } from './use-practice-dialogs.ts';
import type { PracticeDialogs } from './use-practice-dialogs.ts';
import { ReplayControls } from './replay-controls.tsx';
import { useReplay } from './use-replay.ts';
import { useReplayBars } from './use-replay-bars.ts';
import type { ReplayBarsInput } from './use-replay-bars.ts';
import { useReplayKeys } from './use-replay-keys.ts';

/** Everything below the chart belongs to the present. */
function useCover(): void {
  useEffect(() => {
    coverPage(true);
    return () => coverPage(false);
  }, []);
}

/** Where loading begins: the instant at which the replay began or changed its interval. */
function useAnchor(interval: Interval, instant: number): number {
  const [anchor, setAnchor] = useState({ interval, instant });
  if (anchor.interval !== interval) setAnchor({ interval, instant });
  return anchor.interval === interval ? anchor.instant : instant;
}

/** The loaded bars, and which of them have ended. */
function useShownBars(input: ReplayBarsInput) {
  const loaded = useReplayBars(input);
  const { bars, count } = loaded;
  const shown = useMemo(() => bars.slice(0, count), [bars, count]);
  return { loaded, shown };
}

function useReplayComparison(
  { loaded, shown }: ReturnType<typeof useShownBars>,
  name: string | undefined,
  other: ReplayBarsInput,
): Comparison | null {
  const others = useShownBars(other);
  const { loadOlder } = others.loaded;
  const [first, otherFirst] = [loaded.bars.at(0)?.timestamp, others.shown.at(0)?.timestamp];
  const isShorter = first !== undefined && otherFirst !== undefined && otherFirst > first;
  useEffect(() => {
    if (isShorter) loadOlder();
    // Each page that arrives may still be too short.
  }, [isShorter, otherFirst, loadOlder]);
  return useMemo(
    () =>
      name === undefined || others.shown.length === 0 ? null : { name, closes: closesBeside(shown, others.shown) },
    [name, shown, others.shown],
  );
}

/** The lines of that time. A menu that removes all lines would also remove those that are hidden. */
function useLinesOfThen(own: ChartLines, instant: number) {
  const { drawing } = own;
  const { drawnHere } = drawing;
  const lines = useMemo(() => own.lines.filter(({ key }) => drawnHere.has(drawnId(key))), [own.lines, drawnHere]);
  const { sloped } = drawing.chart;
  const shown = useMemo(() => slopedBy(sloped, drawnHere, instant), [sloped, drawnHere, instant]);
  return { lines, drawing: { ...drawing, count: 0, chart: { ...drawing.chart, sloped: shown } } };
}

function Band({ text, isOver, onLeave }: { text: string; isOver: boolean; onLeave: () => void }) {
  return (
    <div className="flex items-center gap-x-4 border-b border-line bg-accent-soft px-4 py-1 sticky top-0 z-30 short:static">
      <h2 className="font-semibold">{`Replay: ${text}`}</h2>
      <p className={classList('text-sm text-muted', !isOver && 'max-sm:sr-only')}>
        {isOver
          ? 'There are no later bars.'
          : 'The chart as it was. Orders, news and the prices of now are hidden until you leave.'}
      </p>
      <Button tone="quiet" className="ml-auto h-11!" onClick={onLeave}>
        <X size={18} aria-hidden="true" />
        Leave
      </Button>
    </div>
  );
}

/** A small screen scrolls rather than squeeze the chart; the replay controls stay visible. */
const ROOM =
  'flex min-h-0 flex-1 flex-col [@media(width<40rem),(height<40rem)]:min-h-88 [@media(width<40rem),(height<40rem)]:shrink-0';

/** What takes the focus comes to rest between what stays visible. In a window too low for that nothing stays. */
const BETWEEN =
  '[@media(height>=22rem)]:*:scroll-pt-14 [@media(height>=22rem)_and_(width<40rem)]:*:scroll-pb-56 [@media(height>=22rem)_and_(width>=40rem)]:*:scroll-pb-40';

/** The focus returns to where it was before. */
function focusReplayButton(): void {
  requestAnimationFrame(() => document.getElementById('replay')?.focus({ preventScroll: true }));
}

interface PracticeProps {
  practice: OwnPractice;
  symbol: string;
  interval: Interval;
  tick: number;
  dialogs: PracticeDialogs;
}

function PracticeOver({ practice, symbol, interval, tick, dialogs: { open, show } }: PracticeProps) {
  const { now: moment, terms } = practice;
  const summary = useMemo(() => summaryOf(moment, terms), [moment, terms]);
  const close = (): void => show(null);
  if (open?.kind === 'exits') return <PracticeExitsDialog practice={practice} tick={tick} onClose={close} />;
  if (open === null || summary === null) return null;
  const span = { symbol, interval, from: moment.fills[0].second, to: moment.pricedAt - 1 };
  return <PracticeReport summary={summary} span={span} end={open.end} onClose={close} />;
}

export interface ReplayChartProps extends StockChartProps {
  /** The second at which it begins. */
  start: number;
}

/** The instant that is shown, the bars up to it, and what is practised on them. */
function useReplayedBars({ symbol, choice: { interval }, start }: ReplayChartProps, hours: MarketHours) {
  const [instant, setInstant] = useState(() => Math.min(start, Math.floor(now() / 1000)));
  const clock = useMemo((): BarClock => ({ interval, hours }), [interval, hours]);
  const anchor = useAnchor(interval, instant);
  const bars = useShownBars({ symbol, clock, anchor, instant });
  const practice = usePractice({ symbol, clock, bars: bars.loaded.bars, instant });
  const onInstant = (next: number): void => {
    practice.goTo(next);
    setInstant(next);
  };
  const replay = useReplay({ ...bars.loaded, clock, instant, onInstant });
  return { instant, clock, anchor, bars, practice, replay };
}

type ReplayedBars = ReturnType<typeof useReplayedBars>;

/** What stands on the bars: indicators, a comparison, lines and fills, each as of then. */
function useOverBars(
  { symbol, choice: { interval, indicators: chosen }, search, trade }: ReplayChartProps,
  { instant, clock, anchor, bars, practice: { now: moment, terms } }: ReplayedBars,
  tick: number,
) {
  const own = useChartLines(symbol, tick, true);
  const { lines: linesOfThen, drawing } = useLinesOfThen(own, instant);
  const lines = useMemo(() => [...practiceLines(moment, terms), ...linesOfThen], [moment, terms, linesOfThen]);
  const ownFills = trade?.fills ?? own.fills;
  const fills = useMemo(
    () => fillsBy([...ownFills, ...practiceFills(moment)], clock, instant),
    [ownFills, moment, clock, instant],
  );
  const indicators = useMemo(() => showIndicators(chosen, bars.shown, interval), [chosen, bars.shown, interval]);
  const others = useOthers(symbol);
  const compared = others.find(({ value }) => value === search.compare);
  const other = { symbol: compared?.value ?? '', clock, anchor, instant };
  const comparison = useReplayComparison(bars, compared?.label, other);
  return { own, lines, drawing, fills, indicators, others, compared, comparison };
}

/** What is heard. Ten bars a second would be ten announcements a second. */
function spokenText(
  time: string,
  price: number | undefined,
  { isPlaying, steps }: { isPlaying: boolean; steps: number },
): string {
  if (isPlaying) return 'Playing';
  return `${steps === 0 ? 'Replay: ' : ''}${time}${price === undefined ? '' : `, ${priceText(price)}`}`;
}

export function ReplayChart(props: ReplayChartProps) {
  const { symbol, choice, onChange, onSymbol } = props;
  const { interval, indicators: chosen, setIndicators } = choice;
  const hours = useHours();
  const replayed = useReplayedBars(props, hours);
  const { instant, practice, replay } = replayed;
  const { loaded, shown } = replayed.bars;
  const quantity = usePracticeQuantity(practice);
  const dialogs = usePracticeDialogs(practice, () => replay.play(false));
  const stocks = useCall('GET /stocks', {});
  const tick = stocks.data?.find((one) => one.symbol === symbol)?.tickSize ?? USUAL_TICK;
  const { own, drawing, others, compared, ...over } = useOverBars(props, replayed, tick);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [drawMenu, setDrawMenu] = useState<ScreenPoint | null>(null);
  const [steps, setSteps] = useState(0);
  useCover();

  const last = shown.at(-1);
  const time = timeShown(last, replayed.clock, instant);
  const isOver = !loaded.isLoading && !replay.canGoOn;
  const leave = (): void =>
    dialogs.end('End and leave', () => {
      onChange({ replay: undefined });
      focusReplayButton();
    });
  useBackLeaves(leave, practice);
  const step = (isForward: boolean): void => {
    replay.step(isForward);
    setSteps(steps + 1);
  };
  const play = (): void => {
    if (replay.canGoOn) replay.play(!replay.isPlaying);
    setSteps(0);
  };
  useReplayKeys({ step, play, leave, trade: quantity.trade, isDrawing: drawing.chart.tool !== null });
  const spoken = spokenText(time, last?.close, { isPlaying: replay.isPlaying, steps });

  return (
    <div data-covers="replay" className="fixed inset-0 z-[35] flex">
      <Card
        flush
        className={`flex min-w-0 flex-1 flex-col rounded-none border-0 *:flex *:min-h-0 *:flex-1 *:flex-col [@media(width<40rem),(height<40rem)]:*:overflow-y-auto ${BETWEEN}`}
      >
        <Band text={time} isOver={isOver} onLeave={leave} />
        <ChartToolbar
          symbol={symbol}
          stocks={stocks.data}
          onSymbol={onSymbol && ((next) => dialogs.end(`End and show ${next}`, () => onSymbol(next, instant)))}
          interval={interval}
          onInterval={(next) => {
            replay.play(false);
            practice.keepPrice();
            choice.setInterval(next);
          }}
          indicatorCount={chosen.length}
          onIndicators={() => setOpen('menu')}
          others={others}
          compared={compared?.value}
          onCompare={(compare) => onChange({ compare })}
          drawing={drawing}
          onDraw={(button) => setDrawMenu(pointBelow(button))}
          isFull={false}
        />
        <div className={ROOM}>
          <ChartPanel
            symbol={symbol}
            interval={interval}
            loaded={{ ...loaded, bars: shown }}
            isLive={false}
            indicators={over.indicators}
            comparison={over.comparison}
            scale={choice.scale}
            onScale={choice.setScale}
            isFull
            fills={over.fills}
            lines={over.lines}
            tick={tick}
            lineActions={own.actions}
            drawing={drawing.chart}
            hours={hours}
            onChange={(indicator) => setOpen(indicator.chosen)}
            onRemove={(indicator) => setIndicators(chosen.filter((one) => one !== indicator.chosen))}
          />
        </div>
        <div className="sticky bottom-0 z-30 bg-surface short:static">
          <PracticeBar
            practice={practice}
            quantity={quantity}
            onExits={() => dialogs.show({ kind: 'exits' })}
            onSummary={() => dialogs.show({ kind: 'report', end: null })}
          />
          <ReplayControls replay={replay} onPlay={play} onStep={step} />
        </div>
        <p role="status" className="sr-only">
          {isOver ? `${spoken}. There are no later bars.` : spoken}
        </p>
        <p role="status" className="sr-only">
          {own.said}
        </p>
      </Card>
      <PracticeOver practice={practice} symbol={symbol} interval={interval} tick={tick} dialogs={dialogs} />
      {open !== null && <IndicatorDialogs choice={choice} open={open} onClose={() => setOpen(null)} />}
      {drawMenu && <DrawMenu at={drawMenu} own={drawing} onClose={() => setDrawMenu(null)} />}
    </div>
  );
}
