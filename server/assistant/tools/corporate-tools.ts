// The tool for splits, bonuses and dividends: what is coming, what was carried out, and what it did to the asker's shares and orders.
import type { ToolInput } from '../../../contract/assistant.ts';
import type { CorporateActionData } from '../../../contract/market/corporate.ts';
import { endReasonTexts } from '../../../contract/messages/order-reasons.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem } from './market-tools.ts';

/** Without a stock, what is coming is looked up for the largest holdings only. */
const MOST_HOLDINGS = 20;
const MOST_PAST = 5;
const MOST_OWN = 10;
const NEWEST_ORDERS = 100;

function actionLine({ symbol, kind, text, effectiveDate: date, priceBefore, priceAfter }: CorporateActionData) {
  return { symbol, kind, text, date, priceBefore, priceAfter };
}

/** Open orders that a split or bonus has ended, the newest first. */
async function endedOrders(asker: Asker, symbol: string | undefined) {
  const { orders } = await asker.read('GET /getOrders', { page: 1, limit: NEWEST_ORDERS, symbol });
  return orders
    .filter(({ reason }) => reason?.endsWith(endReasonTexts['corporate-action']))
    .slice(0, MOST_OWN)
    .map(({ orderId, stock, type, quantity, price }) => ({
      order: orderId,
      symbol: stock.symbol,
      side: type,
      quantity,
      price,
    }));
}

/** Of one stock; without one, of those that the asker holds. */
export async function corporate(asker: Asker, { stock: name }: ToolInput<'corporate'>) {
  const stock = name === undefined ? null : await findStock(asker, name);
  if (stock !== null && isProblem(stock)) return stock;
  const { portfolio } = await asker.read('GET /portfolio', {});
  const held = portfolio.toSorted((one, other) => other.currentValue - one.currentValue);
  const symbols = stock === null ? held.slice(0, MOST_HOLDINGS).map(({ symbol }) => symbol) : [stock.symbol];
  const news = await Promise.all(symbols.map((symbol) => asker.read('GET /stockNews', { symbol })));
  const own = (await asker.read('GET /entitlements', {})).filter(({ symbol }) => symbol === (stock?.symbol ?? symbol));
  return {
    symbol: stock?.symbol ?? null,
    name: stock?.name ?? null,
    coming: news
      .flatMap(({ coming }) => coming.map(actionLine))
      .toSorted((one, other) => one.date.localeCompare(other.date)),
    past: stock === null ? [] : news.flatMap(({ past }) => past.slice(0, MOST_PAST).map(actionLine)),
    own: own.slice(0, MOST_OWN).map(({ symbol, kind, text, date, sharesBefore, sharesAfter, cash }) => ({
      symbol,
      kind,
      text,
      date,
      sharesBefore,
      sharesAfter,
      cash,
    })),
    endedOrders: await endedOrders(asker, stock?.symbol),
  };
}
