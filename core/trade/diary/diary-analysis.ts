// The analysis of a span of a diary: which trades stand in it, what they add up to, and how they compare.
import { dayText, hourOfDay, marketDay, weekday } from '../../market/day.ts';
import { mean } from '../../money.ts';
import type { Paise } from '../../money.ts';
import { breakdown } from './breakdown.ts';
import type { GroupFigures } from './breakdown.ts';
import { Circumstances } from './circumstances.ts';
import { grossOf, heldMsOf, netOf } from './closed-trades.ts';
import type { ClosedTrade } from './closed-trades.ts';
import { excursionOf } from './excursion.ts';
import { observationsOf } from './observations.ts';
import type { Observation } from './observations.ts';
import type { ProtectingStops } from './protecting-stops.ts';
import { figuresOf } from './trade-figures.ts';
import type { TradeFigures, TradeResult } from './trade-figures.ts';

/** A trade's name in the diary: one sell order may close on several days. */
export function tradeIdOf({ orderId, day }: Pick<ClosedTrade, 'orderId' | 'day'>): string {
  return `${orderId}-${dayText(day)}`;
}

interface Tagged {
  readonly tags: readonly string[];
  readonly mood: string | null;
}

export interface AnalysisInput {
  /** All that were ever closed, in order of closing: what was done on the day a trade was begun may lie outside the span. */
  readonly all: readonly ClosedTrade[];
  /** Closed in the span, in order of closing. */
  readonly trades: readonly ClosedTrade[];
  readonly stops: ProtectingStops;
  /** What is noted, by the trade's id. */
  readonly notes: ReadonlyMap<string, Tagged>;
}

/** How far trades went, of those whose way is known. */
interface WayFigures {
  readonly known: number;
  /** Seen trade by trade. */
  readonly exact: number;
  readonly averageMae: Paise | null;
  readonly averageMfe: Paise | null;
  /** Each trade weighs as much as its largest gain: one that gained next to nothing on its way says next to nothing. */
  readonly averageEfficiency: number | null;
}

export interface Analysis {
  readonly figures: TradeFigures;
  readonly gross: Paise;
  readonly charges: Paise;
  readonly best: ClosedTrade | null;
  readonly worst: ClosedTrade | null;
  readonly ways: WayFigures;
  readonly bySymbol: readonly GroupFigures[];
  readonly byWeekday: readonly GroupFigures[];
  readonly byHour: readonly GroupFigures[];
  /** By what had been closed that day before the first buy, by the number of the trade in its day, and by its size. */
  readonly byBefore: readonly GroupFigures[];
  readonly byTurn: readonly GroupFigures[];
  readonly bySize: readonly GroupFigures[];
  readonly byStop: readonly GroupFigures[];
  readonly byTag: readonly GroupFigures[];
  readonly byMood: readonly GroupFigures[];
  readonly observations: readonly Observation[];
}

/** The order of groups that are not numbered. */
const KEYS: readonly string[] = ['nothing', 'win', 'loss', 'even', 'usual', 'large', 'stop', 'none'];

interface Analysed extends TradeResult {
  readonly trade: ClosedTrade;
}

/** Figures of all trades and of each group; averages are null where nothing is known, and `best` and `worst` go by net profit. */
export function analyse({ all, trades, stops, notes }: AnalysisInput): Analysis {
  const analysed = trades.map((trade): Analysed => {
    const net = netOf(trade);
    const risked = stops.of(trade);
    return { trade, net, heldMs: heldMsOf(trade), r: risked === null ? null : net / risked.risk };
  });
  const noted = notes.size === 0 ? [] : withNotes(analysed, notes);
  const byNet = (a: GroupFigures, b: GroupFigures) => b.net - a.net;
  const byNumber = (a: GroupFigures, b: GroupFigures) => Number(a.key) - Number(b.key);
  const byKey = (a: GroupFigures, b: GroupFigures) => KEYS.indexOf(a.key) - KEYS.indexOf(b.key);
  const circumstances = new Circumstances(all, trades);
  const figures = figuresOf(analysed);
  const gross = trades.reduce((sum, trade) => sum + grossOf(trade), 0);
  const charges = trades.reduce((sum, trade) => sum + trade.charges, 0);
  const ways = waysOf(trades);
  return {
    figures,
    gross,
    charges,
    best: most(analysed, (a, b) => a > b),
    worst: most(analysed, (a, b) => a < b),
    ways,
    bySymbol: breakdown(analysed, ({ trade }) => [trade.symbol]).sort(byNet),
    byWeekday: breakdown(analysed, ({ trade }) => [String(weekday(marketDay(trade.openedAt)))]).sort(byNumber),
    byHour: breakdown(analysed, ({ trade }) => [String(hourOfDay(trade.openedAt))]).sort(byNumber),
    byBefore: breakdown(analysed, ({ trade }) => [circumstances.before(trade)]).sort(byKey),
    byTurn: breakdown(analysed, ({ trade }) => [String(circumstances.turn(trade))]).sort(byNumber),
    bySize: breakdown(analysed, ({ trade }) => [circumstances.isLarge(trade) ? 'large' : 'usual']).sort(byKey),
    byStop: breakdown(analysed, ({ r }) => [r === null ? 'none' : 'stop']).sort(byKey),
    byTag: breakdown(noted, ({ note }) => note.tags).sort(byNet),
    byMood: breakdown(noted, ({ note: { mood } }) => (mood === null ? [] : [mood])).sort(byNet),
    observations: observationsOf({ trades: analysed, circumstances, figures, gross, charges, ways }),
  };
}

function withNotes(analysed: readonly Analysed[], notes: ReadonlyMap<string, Tagged>): (Analysed & { note: Tagged })[] {
  return analysed.flatMap((one) => {
    const note = notes.get(tradeIdOf(one.trade));
    return note === undefined ? [] : [{ ...one, note }];
  });
}

function most(analysed: readonly Analysed[], isBeyond: (net: Paise, known: Paise) => boolean): ClosedTrade | null {
  let found: Analysed | null = null;
  for (const one of analysed) if (found === null || isBeyond(one.net, found.net)) found = one;
  return found?.trade ?? null;
}

function waysOf(trades: readonly ClosedTrade[]): WayFigures {
  let [known, exact, mae, mfe, kept, gained] = [0, 0, 0, 0, 0, 0];
  for (const trade of trades) {
    if (trade.pathSource === null) continue;
    const way = excursionOf(trade);
    known++;
    if (trade.pathSource === 'ticks') exact++;
    mae += way.mae;
    mfe += way.mfe;
    if (way.efficiency === null) continue;
    kept += way.efficiency * way.mfe;
    gained += way.mfe;
  }
  return {
    known,
    exact,
    averageMae: known === 0 ? null : mean(mae, known),
    averageMfe: known === 0 ? null : mean(mfe, known),
    averageEfficiency: gained === 0 ? null : kept / gained,
  };
}
