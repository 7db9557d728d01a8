// Orders, fills, portfolio and previews in the wire's terms: an allow-list of what goes out.
import { orderReason } from '../../contract/messages/order-reasons.ts';
import type { OrderReader } from '../../contract/messages/order-reasons.ts';
import type { Charges, Order as WireOrder, Transaction } from '../../contract/trade.ts';
import type { PortfolioData, PortfolioItem, PortfolioSummary as WireSummary } from '../../contract/trade/portfolio.ts';
import { statutoryNames } from '../../contract/messages/trade.ts';
import { wireRates } from '../../contract/trade/statutory-rates.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import { changeRate } from '../../core/market/instrument.ts';
import { mean } from '../../core/money.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import { itemised, totalCharges } from '../../core/trade/charges.ts';
import type { StatutoryItem } from '../../core/trade/statutory.ts';
import { wireSide, wireStatus } from '../../contract/trade/words.ts';
import type { Holding, Portfolio, PortfolioSummary } from '../../core/trade/portfolio.ts';
import type { Preview } from '../../core/preview.ts';
import type { FillRow } from './fill-queries.ts';
import { wireOrderType, wireValidity } from './words.ts';

let [lastAt, lastText] = [Number.NaN, ''];

/** The same instant is usually needed again at once: an order has two, and its batch shares them. */
export function instantText(at: number): string {
  if (at !== lastAt) [lastAt, lastText] = [at, new Date(at).toISOString()];
  return lastText;
}

/** What is sent with an order that the order itself does not contain. */
export interface OrderFrame {
  readonly userName: string;
  readonly stockName: string;
  /** The last trade of the stock, in paise; null if a repeat of the reply must be identical. */
  readonly lastPrice: number | null;
  readonly updatedAt: number;
  /** Whom it is shown to; the trader when left out. */
  readonly reader?: OrderReader;
}

export function presentOrder(order: OrderRecord, frame: OrderFrame): WireOrder {
  const { userName, stockName, lastPrice, updatedAt, reader } = frame;
  const filledQuantity = order.quantity - order.remaining;
  const averagePrice = filledQuantity > 0 ? mean(order.filledValue, filledQuantity) : null;
  const ownPrice = order.limitPrice || averagePrice || order.stopPrice || lastPrice || 0;
  const { symbol } = order;
  return {
    _id: String(order.id),
    orderId: String(order.id),
    user: { name: userName },
    stock: { _id: symbol, symbol, name: stockName, price: toRupees(lastPrice ?? ownPrice) },
    type: wireSide(order.side),
    orderType: wireOrderType(order.orderType),
    quantity: order.quantity,
    price: toRupees(ownPrice),
    stopPrice: order.stopPrice > 0 ? toRupees(order.stopPrice) : null,
    timeInForce: wireValidity(order.timeInForce),
    isIntraday: order.product === 'intraday',
    target: order.exits === null ? null : toRupees(order.exits.target),
    stopLoss: order.exits === null ? null : toRupees(order.exits.stop),
    entryId: order.entryId === null ? null : String(order.entryId),
    status: wireStatus(order),
    filledQuantity,
    averagePrice: averagePrice === null ? null : toRupees(averagePrice),
    charges: toRupees(totalCharges(order)),
    statutoryCharges: toRupees(order.statutory),
    statutoryItems: presentItems(itemised(order)),
    reason: orderReason(order, reader),
    createdAt: instantText(order.createdAt),
    updatedAt: instantText(updatedAt),
  };
}

/** By the names used on a receipt. */
export function presentItems(items: readonly StatutoryItem[]): WireOrder['statutoryItems'] {
  return items.map(({ kind, amount }) => ({ name: statutoryNames[kind], amount: toRupees(amount) }));
}

/** The same order with its stock's last price in paise: nothing else about an order follows the market. */
export function withLastPrice(order: WireOrder, lastPrice: number): WireOrder {
  const price = toRupees(lastPrice);
  return { ...order, stock: { ...order.stock, price }, price: order.price === 0 ? price : order.price };
}

export function presentTransaction(fill: FillRow): Transaction {
  const { symbol, stockName, orderId, quantity, price } = fill;
  return {
    _id: `${fill.tradeId}-${fill.side}`,
    orderId: String(orderId),
    completedAt: instantText(fill.at),
    type: wireSide(fill.side),
    stock: { symbol, name: stockName },
    companyName: stockName,
    quantity,
    price: toRupees(price),
    totalAmount: toRupees(price * quantity),
    charges: toRupees(totalCharges(fill)),
    statutoryCharges: toRupees(fill.statutory),
    isIntraday: fill.product === 'intraday',
    status: 'COMPLETED',
  };
}

function presentHolding(holding: Holding): PortfolioItem {
  const { symbol, name, sector, quantity, availableQuantity, mark, previousClose, isIntraday } = holding;
  const averagePrice = toRupees(holding.averagePrice);
  const fields = {
    quantity,
    availableQuantity,
    price: averagePrice,
    averagePrice,
    currentPrice: toRupees(mark),
    currentValue: toRupees(holding.value),
    overallProfit: toRupees(holding.overallProfit),
    todaysProfit: toRupees(holding.todaysProfit),
    change: toRupees(mark - previousClose),
    changePercent: Math.round(changeRate(mark, previousClose) / 100) / 100,
    isIntraday,
    intradayQuantity: holding.intradayQuantity,
    loan: toRupees(holding.loan),
  };
  const stock = { _id: symbol, originalId: symbol, symbol, name, price: toRupees(mark) };
  return {
    _id: symbol,
    symbol,
    name,
    sector,
    stockId: symbol,
    originalId: symbol,
    ...fields,
    record: { stockId: stock, ...fields },
  };
}

export function presentSummary({ value, overallProfit, todaysProfit }: PortfolioSummary): WireSummary {
  return {
    totalPortfolioValue: toRupees(value),
    overallProfit: toRupees(overallProfit),
    todaysProfit: toRupees(todaysProfit),
  };
}

export function presentPortfolio(portfolio: Portfolio): PortfolioData {
  return {
    portfolio: portfolio.holdings.map(presentHolding),
    ...presentSummary(portfolio),
    balance: toRupees(portfolio.cash.available),
    heldBalance: toRupees(portfolio.cash.held),
  };
}

export function presentPreview(preview: Preview): Charges {
  const { charges, chargeTerms, before } = preview;
  const filled = {
    filledValue: before.filledValue + preview.value,
    intradayValue: before.intradayValue + preview.intradayValue,
  };
  const { brokerage, flatFee, statutory } = charges;
  return {
    symbol: preview.symbol,
    estimatedPrice: toRupees(preview.estimatedPrice),
    value: toRupees(preview.value),
    cost: preview.cost === null ? null : toRupees(preview.cost),
    brokerage: toRupees(brokerage),
    flatFee: toRupees(flatFee),
    statutoryCharges: toRupees(statutory),
    statutoryItems: presentItems(itemised({ ...preview, ...filled, statutory }, before)),
    statutoryRates: chargeTerms.statutory === null ? null : wireRates(chargeTerms.statutory),
    totalCharges: toRupees(totalCharges(charges)),
    margin: preview.margin === null ? null : toRupees(preview.margin),
    cashNeeded: toRupees(preview.cashNeeded),
    cashAfter: toRupees(preview.cashAfter),
    balance: toRupees(preview.cash),
    heldQuantity: preview.heldQuantity,
    availableQuantity: preview.availableQuantity,
  };
}
