// Finds stored values that no exchange can have written, such as an unknown side: damage that the proof of the books would miss. Each is
// reported with its table and row, before an engine is built from it.
import type { Engine } from '../../core/engine.ts';
import type { SystemOwner } from '../../core/ledger/ledger.ts';
import { areReachableTerms } from '../../core/market/instrument.ts';
import type { Side } from '../../core/market/instrument.ts';
import { isWhole, ONE_MILLION } from '../../core/money.ts';
import { restoreEngine } from '../../core/snapshot.ts';
import type { ExitDueRecord, InstrumentRecord, OrderRecord, Snapshot, VenueRecord } from '../../core/snapshot.ts';
import { needsLimit, needsStop } from '../../core/trade/check-order.ts';
import type { Listener } from '../../core/trade/listener.ts';
import { LONGEST_TIMEFRAME_HOURS } from '../../core/trade/rolling-sum.ts';
import type { Lot, Product } from '../../core/trade/lots.ts';
import type { OrderOrigin, OrderStatus, OrderType, TimeInForce } from '../../core/trade/order.ts';
import { MOST_SHOWN } from './proof/findings.ts';
import { arePossibleRates } from './statutory-terms.ts';

/** Names the first few rows that no exchange can have written. */
class ImpossibleState extends Error {
  constructor(wrong: readonly string[], options?: ErrorOptions) {
    super(`What is stored of the market cannot be, so trading stays closed: ${wrong.join('; ')}`, options);
    this.name = 'ImpossibleState';
  }
}

function refuseImpossible(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new ImpossibleState(wrong);
}

/** Builds the engine. Rows that are possible one by one may still contradict each other. @throws ImpossibleState */
export function restorePossible(snapshot: Snapshot, listener: Listener): Engine {
  refuseImpossible(impossibleIn(snapshot));
  let engine: Engine;
  try {
    engine = restoreEngine(snapshot, listener);
  } catch (cause) {
    throw new ImpossibleState([`its accounts, orders and positions: ${(cause as Error).message}`], { cause });
  }
  refuseImpossible(wrongHoldsIn(engine));
  return engine;
}

/** A limit buy must hold exactly the most that it may still cost. */
function wrongHoldsIn({ venue }: Engine): string[] {
  const wrong: string[] = [];
  for (const order of venue.orders.values()) {
    if (order.side === 'sell' || order.isMarketable) continue;
    const needed = order.cashFor(order.remaining, order.price);
    if (order.held !== needed) wrong.push(`orders: order ${order.id} holds ${order.held}, and needs ${needed}`);
  }
  return wrong.slice(0, MOST_SHOWN);
}

/** For each column, whether a row has a possible value in it. */
type Rules<Row> = { readonly [column: string]: (row: Row) => boolean };

/** What other rows may refer to. */
interface Known {
  readonly traders: ReadonlySet<number>;
  /** The tick of each stock that is listed. */
  readonly ticks: ReadonlyMap<string, number>;
}

const isCount = (value: unknown): boolean => isWhole(value) && value >= 1;
const isSum = (value: unknown): value is number => isWhole(value) && value >= 0;
const isRate = (value: unknown): boolean => isSum(value) && value <= ONE_MILLION;
/** Checks a stored word. The record names every word of the union, so that a new one does not compile until it is decided here. */
const oneOf = <Word extends string>(words: Readonly<Record<Word, boolean>>): ((value: string) => boolean) => {
  const possible = new Set(Object.keys(words).filter((word) => words[word as Word]));
  return (value) => possible.has(value);
};

const isProduct = oneOf<Product>({ delivery: true, intraday: true });
const isSide = oneOf<Side>({ buy: true, sell: true });
const isOrderType = oneOf<OrderType>({ market: true, limit: true, stop: true, 'stop-limit': true, bracket: true });
const isTimeInForce = oneOf<TimeInForce>({ day: true, gtc: true, ioc: true, fok: true });
const isOrigin = oneOf<OrderOrigin>({
  trader: true,
  'square-off-at-day-end': true,
  'square-off-on-loss': true,
  exit: true,
});
const isOpenStatus = oneOf<OrderStatus>({
  new: true,
  'stop-pending': true,
  'partially-filled': true,
  filled: false,
  canceled: false,
  expired: false,
});
const isOwner = oneOf<SystemOwner>({
  provider: true,
  fees: true,
  statutory: true,
  rewards: true,
  'margin-loans': true,
  house: true,
  'closed-accounts': true,
  issue: true,
  crowd: true,
  corporate: true,
});

/** A sentence for each finding, the table first. Empty when an engine can be built on the snapshot. */
export function impossibleIn(snapshot: Snapshot): string[] {
  const { venue, accounts, instruments, traders, positions, orders, exitsDue } = snapshot;
  const known: Known = {
    traders: new Set(traders.map(({ account }) => account)),
    ticks: new Map(instruments.map(({ instrument: { symbol, tickSize } }) => [symbol, tickSize])),
  };
  const wallets = new Set(accounts.flatMap(({ account }) => (account.asset === 0 ? [account.owner] : [])));
  const wrong = [
    ...broken('venues', 'the venue', [venue], VENUE),
    ...broken('instruments', ({ instrument }) => instrument.symbol, instruments, INSTRUMENT),
    ...outOfTurn(instruments),
    ...broken('traders', ({ account }) => `trader ${account}`, traders, {
      account: ({ account }) => isCount(account) && wallets.has(account),
      bonus: ({ bonus }) =>
        bonus === null || (isCount(bonus.left) && isCount(bonus.rewardId) && isSum(bonus.expiresAt)),
    }),
    ...broken('ledger_accounts', ({ account }) => `account ${account.id}`, accounts, {
      owner: ({ account: { owner } }) => (typeof owner === 'number' ? known.traders.has(owner) : isOwner(owner)),
      asset: ({ account: { asset } }) => isSum(asset) && asset <= instruments.length,
    }),
    ...positions.flatMap(({ account, symbol, lots, bought, sold }) => [
      ...broken('lots', ({ id }) => `lot ${id} of trader ${account}`, lots, {
        account: () => known.traders.has(account),
        instrument: () => known.ticks.has(symbol),
        ...LOT,
      }),
      ...(bought.length + sold.length === 0 || (known.traders.has(account) && known.ticks.has(symbol))
        ? []
        : [`fills: those of account ${account} in ${symbol || 'a stock that is not listed'} are nobody's`]),
    ]),
    ...broken('orders', ({ id }) => `order ${id}`, orders, orderRules(known)),
    ...broken('exits_due', ({ entryId }) => `the exit of order ${entryId}`, exitsDue, exitRules(known)),
  ];
  return wrong.slice(0, MOST_SHOWN);
}

function broken<Row>(
  table: string,
  nameOf: string | ((row: Row) => string),
  rows: readonly Row[],
  rules: Rules<Row>,
): string[] {
  const columns = Object.entries(rules);
  const wrong: string[] = [];
  for (const row of rows) {
    for (const [column, isPossible] of columns) {
      if (isPossible(row)) continue;
      wrong.push(`${table}: ${typeof nameOf === 'string' ? nameOf : nameOf(row)} has an impossible ${column}`);
      if (wrong.length === MOST_SHOWN) return wrong;
    }
  }
  return wrong;
}

/** Stocks are numbered from 1 as they are listed. */
function outOfTurn(instruments: readonly InstrumentRecord[]): string[] {
  const place = instruments.findIndex(({ instrument }, index) => instrument.id !== index + 1);
  return place < 0 ? [] : [`instruments: number ${instruments[place].instrument.id} stands where ${place + 1} must`];
}

const VENUE: Rules<VenueRecord> = {
  limits: ({ limits }) =>
    isCount(limits.maxBuyLimit) &&
    isCount(limits.maxSellLimit) &&
    isCount(limits.timeframeInHours) &&
    limits.timeframeInHours <= LONGEST_TIMEFRAME_HOURS,
  fees: ({ fees: { commissionRate, flatFee, volumeDiscounts, promotions, statutory } }) =>
    isRate(commissionRate) &&
    isSum(flatFee) &&
    Array.isArray(volumeDiscounts) &&
    volumeDiscounts.every((row) => isSum(row.minQuantity) && isSum(row.maxQuantity) && isRate(row.discount)) &&
    Array.isArray(promotions) &&
    promotions.every((row) => isSum(row.startsAt) && isSum(row.endsAt) && isRate(row.discount)) &&
    typeof statutory?.isOn === 'boolean' &&
    Array.isArray(statutory.rates) &&
    statutory.rates.every(arePossibleRates),
  market_day: ({ day }) => isSum(day),
  auction_day: ({ day, auctionDay }) => isWhole(auctionDay) && auctionDay >= -1 && auctionDay <= day,
};

const INSTRUMENT: Rules<InstrumentRecord> = {
  symbol: ({ instrument }) => instrument.symbol !== '',
  'tick, band or close': ({ instrument }) => areReachableTerms(instrument),
  shares_issued: ({ instrument }) => isCount(instrument.sharesIssued),
  'last price or day': ({ quote: { last, open, high, low, volume } }) =>
    [last, open, high, low].every(isCount) && isSum(volume),
};

const LOT: Rules<Lot> = {
  quantity: ({ quantity }) => isCount(quantity),
  price: ({ price }) => isSum(price),
  product: ({ product }) => isProduct(product),
  loan: ({ loan, product }) => isSum(loan) && (loan === 0 || product === 'intraday'),
  bought_at: ({ boughtAt }) => isSum(boughtAt),
};

const orderRules = ({ traders, ticks }: Known): Rules<OrderRecord> => ({
  account: ({ account }) => traders.has(account),
  instrument: ({ symbol }) => ticks.has(symbol),
  side: ({ side }) => isSide(side),
  order_type: ({ orderType }) => isOrderType(orderType),
  time_in_force: ({ timeInForce }) => isTimeInForce(timeInForce),
  product: ({ product }) => isProduct(product),
  origin: ({ origin }) => isOrigin(origin),
  status: ({ status, triggeredAt, priority }) =>
    isOpenStatus(status) && (status !== 'stop-pending' || (triggeredAt === null && priority === 0)),
  quantity: ({ quantity }) => isCount(quantity),
  remaining: ({ quantity, remaining }) => isCount(remaining) && remaining <= quantity,
  limit_price: ({ limitPrice, orderType, symbol }) =>
    isSum(limitPrice) && limitPrice > 0 === needsLimit(orderType) && limitPrice % (ticks.get(symbol) ?? 1) === 0,
  stop_price: ({ stopPrice, orderType }) => isSum(stopPrice) && stopPrice > 0 === needsStop(orderType),
  charges: ({ chargeTerms, brokerage, flatFee, statutory }) =>
    isRate(chargeTerms.commissionRate) &&
    [chargeTerms.flatFee, brokerage, flatFee, statutory].every(isSum) &&
    (chargeTerms.statutory === null || arePossibleRates(chargeTerms.statutory)),
  sums: ({ held, heldAtFirst, filledValue, intradayValue, margin }) =>
    [held, heldAtFirst, filledValue, intradayValue, margin].every(isSum) && intradayValue <= filledValue,
  priority: ({ priority, queuedBehind }) => isSum(priority) && isSum(queuedBehind),
  exits: ({ exits }) => exits === null || (isCount(exits.target) && isCount(exits.stop)),
});

const exitRules = ({ traders, ticks }: Known): Rules<ExitDueRecord> => ({
  account: ({ account }) => traders.has(account),
  instrument: ({ symbol }) => ticks.has(symbol),
  product: ({ product }) => isProduct(product),
  quantity: ({ quantity }) => isCount(quantity),
  'target or stop': ({ exits: { target, stop } }) => isCount(target) && isCount(stop),
});
