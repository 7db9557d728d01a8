// A diary and its analysis as calls answer them.
import type {
  DiaryAnalytics,
  DiaryDay as WireDay,
  DiaryGroup,
  DiaryObservation,
  TradeAnatomy,
  TradeDiaryData,
} from '../../../contract/trade/diary.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import { dayText } from '../../../core/market/day.ts';
import type { GroupFigures } from '../../../core/trade/diary/breakdown.ts';
import { grossOf, heldMsOf, netOf } from '../../../core/trade/diary/closed-trades.ts';
import type { ClosedTrade } from '../../../core/trade/diary/closed-trades.ts';
import { tradeIdOf } from '../../../core/trade/diary/diary-analysis.ts';
import type { Analysis } from '../../../core/trade/diary/diary-analysis.ts';
import type { Diary, DiaryDay, RoundTrip } from '../../../core/trade/diary/diary.ts';
import { FEWEST_DAYS, fallsOf, riskOf } from '../../../core/trade/diary/equity.ts';
import type { EquityPoint } from '../../../core/trade/diary/equity.ts';
import { excursionOf } from '../../../core/trade/diary/excursion.ts';
import type { Observation } from '../../../core/trade/diary/observations.ts';
import type { ProtectingStops } from '../../../core/trade/diary/protecting-stops.ts';
import { instantText } from '../present.ts';

/** A trade as it was made, without notes and without what else is known about it. */
type PlainDetail = Omit<WireDay['details'][number], keyof TradeAnatomy | 'notes' | 'tags' | 'mood'>;
type PlainDay = Omit<WireDay, 'details'> & { details: PlainDetail[] };
type PlainDiary = Omit<TradeDiaryData, 'trades' | 'dayNotes'> & { trades: PlainDay[] };

export function presentDiary(diary: Diary): PlainDiary {
  return {
    winRate: diary.totalTrades === 0 ? 0 : Math.round((diary.wins * 10_000) / diary.totalTrades) / 100,
    averageWin: toRupees(diary.averageWin),
    averageLoss: toRupees(diary.averageLoss),
    ...presentFigures(diary),
    totalTrades: diary.totalTrades,
    trades: diary.days.map(presentDay),
  };
}

function presentFigures({
  overallPnl,
  netPnl,
  charges,
  brokerage,
  statutory,
}: Pick<Diary, 'overallPnl' | 'netPnl' | 'charges' | 'brokerage' | 'statutory'>) {
  return {
    overallPL: toRupees(overallPnl),
    netPL: toRupees(netPnl),
    charges: toRupees(charges),
    brokerage: toRupees(brokerage),
    statutoryCharges: toRupees(statutory),
  };
}

function presentDay(day: DiaryDay): PlainDay {
  return {
    date: day.day,
    trades: day.totalTrades,
    ...presentFigures(day),
    status: day.overallPnl > 0 ? 'PROFIT' : day.overallPnl < 0 ? 'LOSS' : 'FLAT',
    details: day.trips.map(presentTrip),
  };
}

function presentTrip(trip: RoundTrip): PlainDetail {
  return {
    // One sell order may close lots on several days.
    _id: `${trip.orderId}-${trip.day}`,
    time: instantText(trip.closedAt),
    type: 'SELL',
    symbol: trip.symbol,
    quantity: trip.quantity,
    entry: toRupees(trip.entry),
    exit: toRupees(trip.exit),
    pnl: toRupees(trip.pnl),
    charges: toRupees(trip.charges),
    openedAt: instantText(trip.openedAt),
  };
}

/** Rounds to `count` decimal places: more would be noise. */
function digits(value: number, count = 4): number {
  const scale = 10 ** count;
  const rounded = Math.round(value * scale) / scale;
  return Object.is(rounded, -0) ? 0 : rounded;
}

function orNull<Value>(value: number | null, of: (value: number) => Value): Value | null {
  return value === null ? null : of(value);
}

const percent = (rate: number) => digits(rate * 100, 2);
const seconds = (ms: number) => Math.round(ms / 1000);

export function presentAnatomy(trade: ClosedTrade, saleCharges: number, stops: ProtectingStops): TradeAnatomy {
  const risked = stops.of(trade);
  const net = netOf(trade);
  const way = trade.pathSource === null ? null : excursionOf(trade);
  return {
    entryCharges: toRupees(trade.charges - saleCharges),
    net: toRupees(net),
    heldSeconds: seconds(heldMsOf(trade)),
    mae: orNull(way && way.mae, toRupees),
    mfe: orNull(way && way.mfe, toRupees),
    low: way === null ? null : toRupees(trade.low),
    high: way === null ? null : toRupees(trade.high),
    efficiency: orNull(way && way.efficiency, digits),
    pathSource: trade.pathSource,
    stopPrice: risked === null ? null : toRupees(risked.stopPrice),
    r: risked === null ? null : digits(net / risked.risk),
  };
}

function presentGroup(group: GroupFigures): DiaryGroup {
  const { key, trades, wins, losses, net, winRate, expectancy, profitFactor, averageHeldMs } = group;
  return {
    key,
    trades,
    wins,
    losses,
    scratches: trades - wins - losses,
    winRate: percent(winRate),
    netPL: toRupees(net),
    expectancy: toRupees(expectancy),
    profitFactor: orNull(profitFactor, digits),
    averageHeldSeconds: seconds(averageHeldMs),
  };
}

function presentObservation(observation: Observation): DiaryObservation {
  switch (observation.kind) {
    case 'charges': {
      const { kind, trades, gross, charges } = observation;
      return { kind, trades, grossPL: toRupees(gross), charges: toRupees(charges) };
    }
    case 'held': {
      const { kind, lost, lostMs, won, wonMs } = observation;
      return { kind, lost, lostSeconds: seconds(lostMs), won, wonSeconds: seconds(wonMs) };
    }
    case 'kept': {
      const { kind, trades, best, share } = observation;
      return { kind, trades, best: toRupees(best), keptPercent: percent(share) };
    }
    default: {
      const { kind, trades, rate, others, othersRate } = observation;
      return { kind, trades, percent: percent(rate), others, othersPercent: percent(othersRate) };
    }
  }
}

function presentNotable(trade: ClosedTrade | null): DiaryAnalytics['best'] {
  if (trade === null) return null;
  return {
    id: tradeIdOf(trade),
    date: dayText(trade.day),
    symbol: trade.symbol,
    quantity: trade.quantity,
    net: toRupees(netOf(trade)),
    pnl: toRupees(grossOf(trade)),
  };
}

export interface Curve {
  /** The close before the span; null at the very beginning. */
  readonly start: EquityPoint | null;
  readonly points: readonly EquityPoint[];
  /** The returns of those of them that are trading days. */
  readonly changes: readonly number[];
  readonly daysOfYear: number;
  /** Of the market's index over the same time: 0.01 is one percent. */
  readonly indexReturn: number | null;
}

function presentCurve({
  start,
  points,
  changes,
  daysOfYear,
  indexReturn,
}: Curve): Pick<DiaryAnalytics, 'account' | 'equity'> {
  const falls = fallsOf(points, start);
  const last = points.at(-1) ?? start;
  const before = start?.profit ?? 0;
  const profit = (last?.profit ?? 0) - before;
  const deepest = falls.reduce((lowest, { amount }) => Math.min(lowest, amount), 0);
  const risk = riskOf(changes, daysOfYear);
  return {
    account: {
      startEquity: toRupees(start?.equity ?? 0),
      endEquity: toRupees(last?.equity ?? 0),
      flows: toRupees(points.reduce((sum, { flow }) => sum + flow, 0)),
      profit: toRupees(profit),
      returnPercent: percent((last?.index ?? 1) / (start?.index ?? 1) - 1),
      indexReturnPercent: orNull(indexReturn, percent),
      maxDrawdown: toRupees(deepest),
      maxDrawdownPercent: percent(falls.reduce((lowest, { rate }) => Math.min(lowest, rate), 0)),
      recovery: deepest === 0 ? null : digits(profit / -deepest),
      days: risk.days,
      daysNeeded: FEWEST_DAYS,
      daysOfYear,
      sharpe: orNull(risk.sharpe, digits),
      sortino: orNull(risk.sortino, digits),
      volatilityPercent: orNull(risk.volatility, percent),
    },
    equity: points.map((point, index) => ({
      date: dayText(point.day),
      equity: toRupees(point.equity),
      flow: toRupees(point.flow),
      profit: toRupees(point.profit - before),
      drawdown: toRupees(falls[index].amount),
      drawdownPercent: percent(falls[index].rate),
    })),
  };
}

export interface Analysed {
  readonly fromDay: number | null;
  readonly toDay: number | null;
  readonly analysis: Analysis;
  readonly openCharges: number;
  readonly curve: Curve;
}

export function presentAnalytics({ fromDay, toDay, analysis, openCharges, curve }: Analysed): DiaryAnalytics {
  const { figures, ways } = analysis;
  return {
    from: orNull(fromDay, dayText),
    to: orNull(toDay, dayText),
    trades: figures.trades,
    wins: figures.wins,
    losses: figures.losses,
    scratches: figures.scratches,
    winRate: orNull(figures.winRate, percent),
    netPL: toRupees(figures.net),
    expectancy: orNull(figures.expectancy, toRupees),
    profitFactor: orNull(figures.profitFactor, digits),
    averageHeldSeconds: orNull(figures.averageHeldMs, seconds),
    grossPL: toRupees(analysis.gross),
    charges: toRupees(analysis.charges),
    openCharges: toRupees(openCharges),
    averageWin: orNull(figures.averageWin, toRupees),
    averageLoss: orNull(figures.averageLoss, toRupees),
    payoff: orNull(figures.payoff, digits),
    kelly: orNull(figures.kelly, digits),
    longestWins: figures.longestWins,
    longestLosses: figures.longestLosses,
    current: figures.current,
    medianHeldSeconds: orNull(figures.medianHeldMs, seconds),
    stopped: figures.stopped,
    expectancyR: orNull(figures.expectancyR, digits),
    sqn: orNull(figures.sqn, digits),
    best: presentNotable(analysis.best),
    worst: presentNotable(analysis.worst),
    ways: {
      known: ways.known,
      exact: ways.exact,
      averageMae: orNull(ways.averageMae, toRupees),
      averageMfe: orNull(ways.averageMfe, toRupees),
      averageEfficiency: orNull(ways.averageEfficiency, digits),
    },
    bySymbol: analysis.bySymbol.map(presentGroup),
    byWeekday: analysis.byWeekday.map(presentGroup),
    byHour: analysis.byHour.map(presentGroup),
    byBefore: analysis.byBefore.map(presentGroup),
    byTurn: analysis.byTurn.map(presentGroup),
    bySize: analysis.bySize.map(presentGroup),
    byStop: analysis.byStop.map(presentGroup),
    byTag: analysis.byTag.map(presentGroup),
    byMood: analysis.byMood.map(presentGroup),
    observations: analysis.observations.map(presentObservation),
    ...presentCurve(curve),
  };
}
