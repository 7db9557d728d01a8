// Tools about what trading costs the asker: charges, margin and break-even, what is affordable, and the rules.
import { toPercent } from '../../../contract/wire/percent.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import { refusalText } from '../../../contract/messages/refusals.ts';
import type { DataOf } from '../../../contract/routes.ts';
import { wireRates } from '../../../contract/trade/statutory-rates.ts';
import { coreSide } from '../../../contract/trade/words.ts';
import { toPaise, toRupees } from '../../../contract/wire/sums.ts';
import type { PlaceOrder } from '../../../core/command.ts';
import { MAX_PAISE, oneFifth, rupeesFromPaise } from '../../../core/money.ts';
import { refusalNow } from '../../../core/preview.ts';
import { chargesOn, chargeTerms, statutoryRatesOf, totalCharges } from '../../../core/trade/charges.ts';
import type { ChargeTerms } from '../../../core/trade/charges.ts';
import type { FeeSchedule } from '../../../core/trade/settings.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem, round, TOO_LARGE } from './market-tools.ts';
import type { Problem } from './market-tools.ts';
import { marketNow, tradingOn } from './quotes-day.ts';

/** What an order would cost now, and at which price the shares could be sold again without a loss. */
export async function cost(asker: Asker, { stock: name, quantity, isIntraday = false }: ToolInput<'cost'>) {
  const stock = await findStock(asker, name);
  if (isProblem(stock)) return stock;
  const { symbol, price } = stock;
  const buy = await asker.read('GET /charges', {
    stock: symbol,
    type: 'BUY',
    orderType: 'MARKET',
    quantity,
    timeInForce: 'DAY',
    isIntraday,
  });
  if (isFilledInPart(buy, quantity)) return tooThin(symbol);
  const terms = await asker.look(({ venue }) => chargeTerms(venue.fees, quantity, asker.now()));
  const spent = toPaise(buy.value) + toPaise(buy.totalCharges);
  const sale = { terms, quantity, isIntraday };
  const breakEven = breakEvenPrice(sale, spent);
  const saleCharges = toRupees(chargesOfSale(sale, toPaise(buy.value)));
  return {
    symbol,
    name: stock.name,
    lastPrice: price,
    quantity,
    estimatedPrice: buy.estimatedPrice,
    value: buy.value,
    brokerage: buy.brokerage,
    flatFee: buy.flatFee,
    statutoryCharges: buy.statutoryCharges,
    statutoryItems: buy.statutoryItems,
    charges: buy.totalCharges,
    ratePercent: toPercent(terms.commissionRate),
    saleCharges,
    roundTripCharges: round(buy.totalCharges + saleCharges),
    breakEvenPrice: toRupees(breakEven),
    breakEvenPercent: round((toRupees(breakEven) / buy.estimatedPrice - 1) * 100),
    isIntraday,
    margin: isIntraday ? buy.margin : toRupees(oneFifth(toPaise(buy.value))),
    marginPercent: 20,
    cashNeeded: buy.cashNeeded,
    cashAfter: buy.cashAfter,
    balance: buy.balance,
  };
}

type Filled = Pick<DataOf<'GET /charges'>, 'value' | 'estimatedPrice'>;

/** The book holds fewer shares: the value is that of what it holds. The estimated price is rounded to the paisa. */
export const isFilledInPart = ({ value, estimatedPrice }: Filled, quantity: number): boolean =>
  estimatedPrice * quantity - value > quantity * 0.005 + 0.01;

export const tooThin = (symbol: string): Problem => ({
  problem: `The book of ${symbol} does not hold that many shares now: such an order would be filled in part.`,
  near: [],
});

/** A sale of all the shares of a buy, on the terms of that buy. */
interface PlannedSale {
  readonly terms: ChargeTerms;
  readonly quantity: number;
  readonly isIntraday: boolean;
}

export function chargesOfSale({ terms, isIntraday }: PlannedSale, value: number): number {
  return totalCharges(chargesOn(terms, 'sell', value, isIntraday ? value : 0));
}

/** The lowest price at which selling all shares, after charges, returns what was spent. */
export function breakEvenPrice(sale: PlannedSale, spent: number): number {
  const { quantity } = sale;
  const brings = (price: number) => price * quantity - chargesOfSale(sale, price * quantity);
  let low = 0;
  let high = Math.ceil(spent / quantity) + 1;
  while (brings(high) < spent && high < 2 ** 40) high *= 2;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (brings(middle) >= spent) high = middle;
    else low = middle + 1;
  }
  return high;
}

function orderOf(asker: Asker, { stock, side, quantity, price, isIntraday = false }: ToolInput<'check'>): PlaceOrder {
  return {
    kind: 'place-order',
    account: asker.user.accountNo,
    symbol: stock,
    side: coreSide(side),
    orderType: price === undefined ? 'market' : 'limit',
    timeInForce: price === undefined ? 'ioc' : 'day',
    product: isIntraday && side === 'BUY' ? 'intraday' : 'delivery',
    quantity,
    limitPrice: price === undefined ? 0 : toPaise(round(price)),
    stopPrice: 0,
  };
}

/** Would the exchange take this order now, and if not, with which sentence would it refuse? */
export async function check(asker: Asker, input: ToolInput<'check'>) {
  const stock = await findStock(asker, input.stock);
  if (isProblem(stock)) return stock;
  const { side, quantity, price, isIntraday = false } = input;
  const command = orderOf(asker, { ...input, stock: stock.symbol });
  const refusal = await asker.look((engine) => refusalNow(engine, command, asker.now()));
  const figures = { symbol: stock.symbol, side, quantity, price: price ?? null, lastPrice: stock.price, isIntraday };
  const sentence = refusal === null ? null : refusalText(refusal);
  const free = await asker
    .read('GET /charges', {
      stock: stock.symbol,
      type: side,
      orderType: 'MARKET',
      quantity,
      timeInForce: 'DAY',
      isIntraday,
    })
    .catch(() => null);
  const means = free && {
    balance: free.balance,
    cashNeeded: free.cashNeeded,
    value: free.value,
    charges: free.totalCharges,
    availableQuantity: free.availableQuantity,
  };
  return { ...figures, isTaken: refusal === null, reason: refusal?.reason ?? null, sentence, means };
}

/** How many shares the free cash, or a sum, would buy at the last price, charges included. */
export async function affordable(asker: Asker, { stock: name, cash }: ToolInput<'affordable'>) {
  if (cash !== undefined && cash > rupeesFromPaise(MAX_PAISE)) return TOO_LARGE;
  const stock = await findStock(asker, name);
  if (isProblem(stock)) return stock;
  const [{ balance }, { maxBuyLimit }] = await Promise.all([
    asker.read('GET /portfolio', {}),
    asker.read('GET /limit', {}),
  ]);
  const fees = await asker.look(({ venue }) => venue.fees);
  const most = (isIntraday: boolean) =>
    mostShares(fees, asker.now(), { price: toPaise(stock.price), cash: toPaise(round(cash ?? balance)), isIntraday });
  const delivery = most(false);
  const intraday = most(true);
  // An order for as many as one may name: whatever was bought in the timeframe is too much beside it.
  const order = orderOf(asker, { stock: stock.symbol, side: 'BUY', quantity: maxBuyLimit });
  const refusal = await asker.look((engine) => refusalNow(engine, order, asker.now()));
  const bought = refusal?.reason === 'over-buy-limit-in-timeframe' ? refusal : null;
  const left = Math.max(0, maxBuyLimit - (bought === null ? 0 : bought.already + bought.open));
  return {
    symbol: stock.symbol,
    price: stock.price,
    balance,
    cash: cash ?? null,
    delivery,
    intraday,
    maxBuyLimit,
    /** Bought in the timeframe of the limit, or in open orders; null if nothing was. */
    inTimeframe: bought && { hours: bought.hours, already: bought.already, inOpenOrders: bought.open, left },
    inOneOrder: Math.min(delivery, left),
    inOneIntradayOrder: Math.min(intraday, left),
  };
}

interface Purse {
  readonly price: number;
  readonly cash: number;
  readonly isIntraday: boolean;
}

export function mostShares(fees: FeeSchedule, at: number, { price, cash, isIntraday }: Purse): number {
  const costOf = (quantity: number) => {
    const value = quantity * price;
    const charges = chargesOn(chargeTerms(fees, quantity, at), 'buy', value, isIntraday ? value : 0);
    return (isIntraday ? oneFifth(value) : value) + totalCharges(charges);
  };
  // A discount for many shares makes some of them cheaper together than a few less: within its span more shares always cost more.
  const begins = fees.volumeDiscounts.flatMap(({ minQuantity, maxQuantity }) => [minQuantity, maxQuantity + 1]);
  let last = Math.min(Math.floor((cash * 5) / price) + 1, 10_000_000);
  for (const first of [1, ...begins].toSorted((one, other) => other - one)) {
    if (first > last) continue;
    if (costOf(first) <= cash) return mostBetween(first, last, (quantity) => costOf(quantity) <= cash);
    last = first - 1;
  }
  return 0;
}

/** The largest number that will do; `low` does. */
function mostBetween(low: number, high: number, willDo: (quantity: number) => boolean): number {
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (willDo(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The rules in force: charges, discounts, limits, margin and bands; and whether the market opens on a day. */
export async function rules(asker: Asker, { day }: ToolInput<'rules'>) {
  const now = asker.now();
  const { fees, limits, bands } = await asker.look((engine) => ({
    fees: engine.venue.fees,
    limits: engine.venue.limits,
    bands: [...engine.markets()].map(({ instrument }) => toPercent(instrument.priceBand)),
  }));
  const { maxBuyLimit, maxSellLimit, timeframeInHours } = limits;
  return {
    commissionPercent: toPercent(fees.commissionRate),
    flatFee: toRupees(fees.flatFee),
    volumeDiscounts: fees.volumeDiscounts.map(({ minQuantity, maxQuantity, discount }) => ({
      minQuantity,
      maxQuantity,
      discountPercent: toPercent(discount),
    })),
    statutoryRates: statutoryRatesInForce(fees, now),
    promotions: fees.promotions
      .filter(({ startsAt, endsAt }) => now >= startsAt && now < endsAt)
      .map(({ name, discount, endsAt }) => ({
        name,
        discountPercent: toPercent(discount),
        endsAt: new Date(endsAt).toISOString(),
      })),
    maxBuyLimit,
    maxSellLimit,
    timeframeInHours,
    marginPercent: 20,
    squareOffAt: '15:20',
    lossOfMarginPercent: 80,
    marketProtectionPercent: 5,
    // An administrator may have given a stock another one.
    priceBands: bands.length === 0 ? null : { narrowest: Math.min(...bands), widest: Math.max(...bands) },
    ...(await marketNow(asker)),
    dayAsked: day === undefined ? null : tradingOn(asker, day),
  };
}

/** In percent, as they are charged now; null while nothing is charged by law. */
function statutoryRatesInForce(fees: FeeSchedule, at: number) {
  const rates = statutoryRatesOf(fees, at);
  return rates === null ? null : wireRates(rates);
}
