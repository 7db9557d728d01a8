// Tools for "what if": what selling at some price would bring and at which nothing is lost, a buy and a sale at two prices, a move of everything.
import type { ToolInput } from '../../../contract/assistant.ts';
import type { PortfolioItem } from '../../../contract/trade/portfolio.ts';
import { toPaise, toRupees } from '../../../contract/wire/sums.ts';
import { MAX_PAISE, rupeesFromPaise } from '../../../core/money.ts';
import { chargesOn, chargeTerms, totalCharges } from '../../../core/trade/charges.ts';
import type { Asker } from '../asker.ts';
import { breakEvenPrice, chargesOfSale, isFilledInPart, tooThin } from './cost-tools.ts';
import { findStock, isProblem, round, TOO_LARGE } from './market-tools.ts';
import type { Problem } from './market-tools.ts';

const EXAMPLE_SHARES = 10;
const MOST_RUPEES = rupeesFromPaise(MAX_PAISE);
/** A larger loss would need a price below zero. */
const ALL_LOST: Problem = {
  problem: 'No more can be lost on shares than they have cost, with the charges of the buy.',
  near: [],
};

/** Shares that somebody has, or could buy now. */
interface Stake {
  readonly quantity: number;
  readonly isIntraday: boolean;
  /** In rupees, without charges. */
  readonly cost: number;
}

const SHOWN = 5;

/** What a move of all prices by so much would do to everything that is held, before charges. */
export async function shock(asker: Asker, { changePercent }: ToolInput<'shock'>) {
  const { portfolio, totalPortfolioValue: value } = await asker.read('GET /portfolio', {});
  const positions = portfolio
    .map(({ symbol, currentValue }) => ({
      symbol,
      currentValue,
      change: round((currentValue * changePercent) / 100),
    }))
    .toSorted((one, other) => other.currentValue - one.currentValue);
  const moved = round((value * changePercent) / 100);
  const after = round(value + moved);
  return {
    changePercent,
    holdings: portfolio.length,
    value,
    change: moved,
    after,
    shown: Math.min(SHOWN, positions.length),
    largest: positions.slice(0, SHOWN),
  };
}

/** The holding or, if nothing is held, what the given number of shares would cost now. Charges of a past buy are those of one order by today's rates. */
export async function outcome(asker: Asker, input: ToolInput<'outcome'>) {
  const stock = await findStock(asker, input.stock);
  if (isProblem(stock)) return stock;
  const { portfolio } = await asker.read('GET /portfolio', {});
  const held = portfolio.find(({ symbol }) => symbol === stock.symbol);
  const stake =
    held === undefined ? await planned(asker, stock.symbol, input.quantity) : ofHolding(held, input.quantity);
  if (stake === null) return tooThin(stock.symbol);
  const { quantity, cost, isIntraday } = stake;
  const terms = await asker.look(({ venue }) => chargeTerms(venue.fees, quantity, asker.now()));
  const sale = { terms, quantity, isIntraday };
  const bought = toPaise(cost);
  const buyCharges = toRupees(totalCharges(chargesOn(terms, 'buy', bought, isIntraday ? bought : 0)));
  const paid = bought + toPaise(buyCharges);
  const profit = input.profitPercent === undefined ? input.profit : (cost * input.profitPercent) / 100;
  const wanted = profit === undefined ? null : paid + toPaise(round(profit));
  if (wanted !== null && wanted < 0) return ALL_LOST;
  const price =
    wanted === null
      ? round(input.price ?? stock.price * (1 + (input.changePercent ?? 0) / 100))
      : toRupees(breakEvenPrice(sale, wanted));
  const value = round(price * quantity);
  if (value > MOST_RUPEES) return TOO_LARGE;
  const saleCharges = toRupees(chargesOfSale(sale, toPaise(value)));
  const gross = round(value - cost);
  return {
    symbol: stock.symbol,
    lastPrice: stock.price,
    held: held?.quantity ?? 0,
    quantity,
    averagePrice: round(cost / quantity),
    cost,
    price,
    fromLastPercent: round((price / stock.price - 1) * 100),
    value,
    gross,
    buyCharges,
    saleCharges,
    net: round(gross - buyCharges - saleCharges),
    breakEvenPrice: toRupees(breakEvenPrice(sale, paid)),
  };
}

/** The charges are those of one order each by the rates in force. */
export async function trip(asker: Asker, input: ToolInput<'trip'>) {
  const { buyPrice, sellPrice, quantity = EXAMPLE_SHARES } = input;
  const cost = round(buyPrice * quantity);
  const value = round(sellPrice * quantity);
  if (Math.max(cost, value) > MOST_RUPEES) return TOO_LARGE;
  const terms = await asker.look(({ venue }) => chargeTerms(venue.fees, quantity, asker.now()));
  const sale = { terms, quantity, isIntraday: false };
  const buyCharges = toRupees(totalCharges(chargesOn(terms, 'buy', toPaise(cost), 0)));
  const saleCharges = toRupees(chargesOfSale(sale, toPaise(value)));
  const gross = round(value - cost);
  return {
    quantity,
    buyPrice,
    sellPrice,
    cost,
    value,
    gross,
    buyCharges,
    saleCharges,
    net: round(gross - buyCharges - saleCharges),
    breakEvenPrice: toRupees(breakEvenPrice(sale, toPaise(cost) + toPaise(buyCharges))),
  };
}

function ofHolding(item: PortfolioItem, asked: number | undefined): Stake {
  const quantity = Math.min(asked ?? item.quantity, item.quantity);
  const cost = round(((item.currentValue - item.overallProfit) * quantity) / item.quantity);
  return { quantity, cost, isIntraday: item.isIntraday };
}

/** Null if the book holds fewer. */
async function planned(asker: Asker, symbol: string, asked: number | undefined): Promise<Stake | null> {
  const quantity = asked ?? EXAMPLE_SHARES;
  const buy = await asker.read('GET /charges', {
    stock: symbol,
    type: 'BUY',
    orderType: 'MARKET',
    quantity,
    timeInForce: 'DAY',
    isIntraday: false,
  });
  return isFilledInPart(buy, quantity) ? null : { quantity, cost: buy.value, isIntraday: false };
}
