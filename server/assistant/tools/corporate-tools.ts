// The tool for splits, bonuses and dividends: what is coming, what was carried out, and what it did to the asker's shares and orders.
import type { ToolInput } from '../../../contract/assistant.ts';
import type { CorporateActionData } from '../../../contract/market/corporate.ts';
import { endReasonTexts } from '../../../contract/messages/order-reasons.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem } from './market-tools.ts';

/** Of stocks that the asker does not hold. */
const MOST_OTHERS = 10;
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

/** Of one stock; without one, what is coming for all stocks, and what the asker got. */
export async function corporate(asker: Asker, { stock: name }: ToolInput<'corporate'>) {
  const stock = name === undefined ? null : await findStock(asker, name);
  if (stock !== null && isProblem(stock)) return stock;
  const { portfolio } = await asker.read('GET /portfolio', {});
  const held = new Set(portfolio.map(({ symbol }) => symbol));
  const news = stock === null ? null : await asker.read('GET /stockNews', { symbol: stock.symbol });
  const coming = news?.coming ?? (await asker.read('GET /comingActions', {}));
  const isOfOthers = ({ symbol }: CorporateActionData): boolean => stock === null && !held.has(symbol);
  const own = (await asker.read('GET /entitlements', {})).filter(({ symbol }) => symbol === (stock?.symbol ?? symbol));
  return {
    symbol: stock?.symbol ?? null,
    name: stock?.name ?? null,
    coming: coming.filter((each) => !isOfOthers(each)).map(actionLine),
    comingForOthers: coming.filter(isOfOthers).slice(0, MOST_OTHERS).map(actionLine),
    past: news?.past.slice(0, MOST_PAST).map(actionLine) ?? [],
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
