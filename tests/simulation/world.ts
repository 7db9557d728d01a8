// The parameters of one simulated world, drawn from its seed: few or many people, poor or rich, tight or wide prices, any mix of commands.
import type { NewInstrument } from '../../core/command.ts';
import { tickSizeFor } from '../../core/market/instrument.ts';
import { DEFAULT_STATUTORY } from '../../core/trade/settings.ts';
import type { FeeSchedule, TradingLimits } from '../../core/trade/settings.ts';
import type { Random } from './random.ts';

export type Doing =
  | 'order'
  | 'hostileOrder'
  | 'cancelOwn'
  | 'cancelAnothers'
  | 'cancelAsAdmin'
  | 'deposit'
  | 'hostileDeposit'
  | 'block'
  | 'halt'
  | 'limits'
  | 'fees'
  | 'squareOff'
  | 'squareOffLosers'
  | 'openOrClose'
  | 'startDay'
  | 'crowdPlace'
  | 'crowdTake'
  | 'crowdCancel'
  | 'shock'
  | 'restart';

export interface World {
  readonly users: number;
  readonly instruments: readonly NewInstrument[];
  /** About how many orders a first deposit pays for: 1 to 3 for the poor. */
  readonly ordersWorthOfCash: number;
  /** How many ticks around the last price orders come in. */
  readonly levels: number;
  readonly maxQuantity: number;
  /** As a share of all orders. */
  readonly shareOfSells: number;
  readonly shareOfIntraday: number;
  readonly weights: Readonly<Record<Doing, number>>;
  readonly fees: FeeSchedule;
  readonly limits: TradingLimits;
  /** Longest pause between two steps, in milliseconds. */
  readonly pauseMs: number;
}

const SYMBOLS = ['ASTER', 'BANYAN', 'CEDAR', 'DEODAR', 'EBONY'];
export const NO_LIMITS: TradingLimits = { maxBuyLimit: 10_000_000, maxSellLimit: 10_000_000, timeframeInHours: 24 };

export function drawWorld(random: Random): World {
  const maxQuantity = random.pick([3, 10, 50, 400]);
  return {
    users: random.chance(0.7) ? random.whole(2, 8) : random.whole(9, 40),
    instruments: SYMBOLS.slice(0, random.chance(0.6) ? 1 : random.whole(2, 5)).map((symbol) =>
      drawInstrument(random, symbol),
    ),
    ordersWorthOfCash: random.chance(0.6) ? random.whole(1, 3) : random.pick([20, 1000]),
    levels: random.chance(0.6) ? random.whole(1, 5) : random.pick([20, 100]),
    maxQuantity,
    shareOfSells: random.pick([0.3, 0.5, 0.6]),
    shareOfIntraday: random.pick([0, 0.2, 0.8]),
    weights: drawWeights(random),
    fees: drawFees(random, maxQuantity),
    limits: random.chance(0.6) ? NO_LIMITS : drawLimits(random, maxQuantity),
    pauseMs: random.pick([10, 5_000, 600_000]),
  };
}

function drawInstrument(random: Random, symbol: string): NewInstrument {
  const roughly = random.pick([
    random.whole(20, 900),
    random.whole(5_000, 24_000),
    random.whole(30_000, 90_000),
    random.whole(300_000, 2_500_000),
  ]);
  const tickSize = tickSizeFor(roughly);
  const previousClose = Math.max(tickSize, Math.floor(roughly / tickSize) * tickSize);
  const priceBand = random.pick([50_000, 200_000, 200_000, 400_000]);
  return { symbol, name: symbol, sector: 'Trees', tickSize, priceBand, previousClose, sharesIssued: 1_000_000_000 };
}

/** Everything may happen, but in each world some events are frequent and others never happen. */
function drawWeights(random: Random): Record<Doing, number> {
  const some = (most: number) => (random.chance(0.35) ? 0 : random.next() * most);
  return {
    order: 10,
    hostileOrder: some(0.6),
    cancelOwn: some(4),
    cancelAnothers: some(0.8),
    cancelAsAdmin: some(0.4),
    deposit: some(1),
    hostileDeposit: some(0.3),
    block: some(0.3),
    halt: some(0.3),
    limits: some(0.3),
    fees: some(0.3),
    squareOff: some(0.8),
    squareOffLosers: some(1),
    openOrClose: some(0.4),
    startDay: some(0.3),
    crowdPlace: 0.5 + some(6),
    crowdTake: some(2),
    crowdCancel: some(2),
    shock: some(0.25),
    restart: some(0.05),
  };
}

export function drawFees(random: Random, maxQuantity: number): FeeSchedule {
  const commissionRate = random.pick([0, 333, 10_000, 10_000, 250_000]);
  const flatFee = random.pick([0, 1, 500, 500, 2_000]);
  const middle = Math.ceil(maxQuantity / 2);
  const discount = {
    minQuantity: random.whole(1, middle),
    maxQuantity: random.whole(middle, maxQuantity),
    discount: 20_000,
  };
  const promotion = {
    id: 'diwali',
    name: 'Diwali',
    discount: random.pick([100_000, 333_333]),
    startsAt: 0,
    endsAt: random.whole(0, 3_600_000),
  };
  return {
    commissionRate,
    flatFee,
    volumeDiscounts: random.chance(0.3) ? [discount] : [],
    promotions: random.chance(0.3) ? [promotion, { ...promotion, discount: 50_000, endsAt: 1e15 }] : [],
    statutory: DEFAULT_STATUTORY,
  };
}

export function drawLimits(random: Random, maxQuantity: number): TradingLimits {
  const about = () => Math.max(1, Math.round(maxQuantity * random.pick([0.5, 1, 3])));
  return { maxBuyLimit: about(), maxSellLimit: about(), timeframeInHours: random.pick([1, 1, 2, 24]) };
}
