// What stands out in a trader's record: only what is a plain sum, or larger than chance often makes it.
import { deviation, mean } from '../../market/indicators/returns.ts';
import type { Paise } from '../../money.ts';
import { LATE_TURN } from './circumstances.ts';
import type { Circumstances } from './circumstances.ts';
import type { ClosedTrade } from './closed-trades.ts';
import type { TradeFigures, TradeResult } from './trade-figures.ts';

/** Ways to begin a trade that are compared with all other ways. */
type Beginning = 'after-loss' | 'late' | 'large' | 'no-stop';

export type Observation =
  /** `gross` is what the trades brought before them. */
  | { readonly kind: 'charges'; readonly trades: number; readonly gross: Paise; readonly charges: Paise }
  | {
      readonly kind: Beginning;
      readonly trades: number;
      /** Net, of what the shares cost, on average of the trades: 0.01 is one percent. */
      readonly rate: number;
      readonly others: number;
      readonly othersRate: number;
    }
  | {
      readonly kind: 'held';
      readonly lost: number;
      readonly lostMs: number;
      readonly won: number;
      readonly wonMs: number;
    }
  /** `best` is the average of the largest gains on the way, `share` how much of them the sales kept. */
  | { readonly kind: 'kept'; readonly trades: number; readonly best: Paise; readonly share: number };

interface Observed extends TradeResult {
  readonly trade: ClosedTrade;
}

export interface ObservationInput {
  readonly trades: readonly Observed[];
  readonly circumstances: Circumstances;
  readonly figures: TradeFigures;
  readonly gross: Paise;
  readonly charges: Paise;
  readonly ways: {
    readonly known: number;
    readonly averageMfe: Paise | null;
    readonly averageEfficiency: number | null;
  };
}

/** Fewer trades on one side say nothing. */
export const FEWEST_COMPARED = 10;
/** Of Welch's t. Where there is no difference, one of a hundred comparisons of twice ten trades exceeds it, and fewer of larger ones. */
const BEYOND_CHANCE = 2.9;
const HEAVY_CHARGES = 0.5;
const MUCH_LONGER = 1.5;
const LITTLE_KEPT = 0.25;

/** In a fixed order; most traders have none or a few. */
export function observationsOf(input: ObservationInput): Observation[] {
  const { trades, circumstances } = input;
  const begun = (kind: Beginning, isSo: (one: Observed) => boolean) => compared(kind, trades, isSo);
  return [
    chargesOf(input),
    begun('after-loss', ({ trade }) => circumstances.before(trade) === 'loss'),
    begun('late', ({ trade }) => circumstances.turn(trade) === LATE_TURN),
    begun('large', ({ trade }) => circumstances.isLarge(trade)),
    begun('no-stop', ({ r }) => r === null),
    heldOf(trades),
    keptOf(input),
  ].filter((one) => one !== null);
}

function chargesOf({ figures, gross, charges }: ObservationInput): Observation | null {
  if (figures.trades < FEWEST_COMPARED || charges < HEAVY_CHARGES * Math.abs(gross)) return null;
  return charges === 0 ? null : { kind: 'charges', trades: figures.trades, gross, charges };
}

function compared(kind: Beginning, trades: readonly Observed[], isSo: (one: Observed) => boolean): Observation | null {
  const [these, others]: [number[], number[]] = [[], []];
  for (const one of trades) (isSo(one) ? these : others).push(one.net / one.trade.cost);
  if (these.length < FEWEST_COMPARED || others.length < FEWEST_COMPARED) return null;
  const [rate, othersRate] = [mean(these), mean(others)];
  const error = Math.hypot(errorOf(these), errorOf(others));
  if (!(Math.abs(rate - othersRate) > BEYOND_CHANCE * error)) return null;
  return { kind, trades: these.length, rate, others: others.length, othersRate };
}

function heldOf(trades: readonly Observed[]): Observation | null {
  const lost = trades.filter(({ net }) => net < 0).map(({ heldMs }) => heldMs);
  const won = trades.filter(({ net }) => net > 0).map(({ heldMs }) => heldMs);
  if (lost.length < FEWEST_COMPARED || won.length < FEWEST_COMPARED) return null;
  const [lostMs, wonMs] = [mean(lost), mean(won)];
  return lostMs < MUCH_LONGER * wonMs ? null : { kind: 'held', lost: lost.length, lostMs, won: won.length, wonMs };
}

function keptOf({ ways: { known, averageMfe, averageEfficiency } }: ObservationInput): Observation | null {
  if (known < FEWEST_COMPARED || averageMfe === null || averageEfficiency === null) return null;
  return averageEfficiency > LITTLE_KEPT
    ? null
    : { kind: 'kept', trades: known, best: averageMfe, share: averageEfficiency };
}

/** The standard error of the mean. */
function errorOf(values: readonly number[]): number {
  return deviation(values)! / Math.sqrt(values.length);
}
