// The result of a practice: its trades as the diary would count them, what is still held, and what buying once and holding would have made.
import { assert } from '../../../../core/assert.ts';
import { sharesFor } from '../../../../core/money.ts';
import type { Paise, Quantity } from '../../../../core/money.ts';
import type { ChargeTerms } from '../../../../core/trade/charges.ts';
import { ClosedTrades, heldMsOf, netOf } from '../../../../core/trade/diary/closed-trades.ts';
import type { ClosedTrade } from '../../../../core/trade/diary/closed-trades.ts';
import { figuresOf } from '../../../../core/trade/diary/trade-figures.ts';
import type { TradeFigures } from '../../../../core/trade/diary/trade-figures.ts';
import { heldIn, practiceCharges, PRACTICE_PURSE } from './practice.ts';
import type { Moment, PracticeFill } from './practice.ts';

/** A sale, with the buys it closed. */
export interface PracticeTrade extends ClosedTrade {
  readonly sale: PracticeFill;
  readonly net: Paise;
}

export interface OpenPractice {
  readonly quantity: Quantity;
  readonly cost: Paise;
  /** As if sold at the newest close, after the charges of both sides. */
  readonly profit: Paise;
}

export interface PracticeSummary {
  readonly trades: readonly PracticeTrade[];
  readonly figures: TradeFigures;
  readonly open: OpenPractice | null;
  /** From closed trades, plus open ones as if they were sold now; all after charges. */
  readonly profit: Paise;
  readonly fall: Paise;
  /** The whole purse invested at the first order and held until now, after the charges of both sides. */
  readonly holding: Paise;
}

const closedBy = (fills: readonly PracticeFill[]): ClosedTrades => {
  const closed = new ClosedTrades();
  for (const [index, { side, price, quantity, charges, second }] of fills.entries()) {
    const at = second * 1000;
    const id = index + 1;
    const none = { openedAt: at, high: 0, low: 0, pathFrom: 0 };
    closed.add({
      tradeId: id,
      orderId: id,
      symbol: '',
      side,
      product: 'delivery',
      price,
      quantity,
      charges,
      at,
      ...none,
    });
  }
  return closed;
};

function openIn(closed: ClosedTrades, moment: Moment, terms: ChargeTerms): OpenPractice | null {
  const quantity = heldIn(moment);
  if (quantity === 0) return null;
  const bought = moment.fills.reduce((sum, fill) => sum + (fill.side === 'buy' ? fill.price * fill.quantity : 0), 0);
  const cost = closed.trades.reduce((left, trade) => left - trade.cost, bought);
  const value = quantity * moment.price;
  return { quantity, cost, profit: value - practiceCharges(terms, 'sell', value) - cost - closed.openCharges };
}

/** The position held, and nothing else; null when there is none. */
export function openPractice(moment: Moment, terms: ChargeTerms): OpenPractice | null {
  return openIn(closedBy(moment.fills), moment, terms);
}

function holdingOf({ fills: [first], price }: Moment, terms: ChargeTerms): Paise {
  assert(first.side === 'buy', 'practice begins with a buy');
  const costOf = (quantity: Quantity): Paise =>
    quantity * first.price + practiceCharges(terms, 'buy', quantity * first.price);
  let quantity = sharesFor(PRACTICE_PURSE, first.price);
  while (costOf(quantity) > PRACTICE_PURSE) quantity--;
  const brought = quantity * price;
  return brought - costOf(quantity) - practiceCharges(terms, 'sell', brought);
}

/** Null before the first order. */
export function summaryOf(moment: Moment, terms: ChargeTerms): PracticeSummary | null {
  if (moment.fills.length === 0) return null;
  const closed = closedBy(moment.fills);
  const open = openIn(closed, moment, terms);
  const trades = closed.trades.map((trade) => ({
    ...trade,
    sale: moment.fills[trade.orderId - 1],
    net: netOf(trade),
  }));
  const figures = figuresOf(trades.map((trade) => ({ net: trade.net, heldMs: heldMsOf(trade), r: null })));
  return {
    trades,
    figures,
    open,
    profit: figures.net + (open?.profit ?? 0),
    fall: moment.fall,
    holding: holdingOf(moment, terms),
  };
}
