// Settlement of the naive twin: what one trade does to each side's money, shares and lots.
import type { NaiveExchange } from './naive-exchange.ts';
import { isCrowd } from './naive-market.ts';
import type { AnyOrder, NaiveMarket } from './naive-market.ts';
import type { NaiveCharges } from './naive-money.ts';

/** Exchanges cash and shares, and books the buyer's side: the loan, the charges, the lot. */
export function settleBuyer(
  twin: NaiveExchange,
  market: NaiveMarket,
  buyer: AnyOrder,
  seller: AnyOrder,
  price: bigint,
  quantity: bigint,
  isMaker: boolean,
): void {
  const { symbol } = market;
  const value = price * quantity;
  const cashOf = (order: AnyOrder) => (isCrowd(order) ? 'crowd' : order.owner);
  if (!isCrowd(buyer)) {
    const before = buyer.value;
    const [old, now] = [buyer.charges(before), buyer.charges(before + value)];
    const own = buyer.ownMoney(before + value) - buyer.ownMoney(before);
    const [brokerage, flatFee] = [now.brokerage - old.brokerage, now.flatFee - old.flatFee];
    const statutory = now.statutory - old.statutory;
    const intraday = buyer.terms.product === 'intraday' ? value : 0n;
    buyer.fills.push({ at: twin.at, price, quantity, own, intraday, brokerage, flatFee, statutory });
    twin.ledger.move('margin-loans', buyer.owner, 'RUPEES', value - own, 'margin-loan');
    twin.ledger.move(buyer.owner, 'fees', 'RUPEES', brokerage, 'brokerage');
    twin.ledger.move(buyer.owner, 'fees', 'RUPEES', flatFee, 'flat-fee');
    twin.ledger.move(buyer.owner, 'statutory', 'RUPEES', statutory, 'statutory');
    const holding = twin.holding(buyer.owner, symbol);
    holding.add({ at: twin.at, quantity, price, product: buyer.terms.product, loan: value - own, orderId: buyer.id });
    holding.trades.push({ side: 'buy', at: twin.at, quantity: Number(quantity) });
    twin.log.push(fillLine(buyer.id, quantity, price, { brokerage, flatFee, statutory }, 0n, isMaker, seller));
  }
  twin.ledger.move(cashOf(buyer), cashOf(seller), 'RUPEES', value, 'trade');
  twin.ledger.move(cashOf(seller), cashOf(buyer), symbol, quantity, 'trade');
}

/** Books the seller's side: the lots, the loan to pay back, the charges; the house bears what cannot be paid back. */
export function settleSeller(
  twin: NaiveExchange,
  market: NaiveMarket,
  seller: AnyOrder,
  buyer: AnyOrder,
  price: bigint,
  quantity: bigint,
  isMaker: boolean,
): void {
  if (isCrowd(seller)) return;
  const holding = twin.holding(seller.owner, market.symbol);
  const { cost, loan, intraday: closed } = holding.take(quantity);
  holding.trades.push({ side: 'sell', at: twin.at, quantity: Number(quantity) });
  const atMost = (sum: bigint) => {
    const free = twin.free(seller.owner, 'RUPEES');
    return sum < free ? sum : free;
  };
  const repaid = atMost(loan);
  twin.ledger.move(seller.owner, 'margin-loans', 'RUPEES', repaid, 'margin-repayment');
  twin.ledger.move('house', 'margin-loans', 'RUPEES', loan - repaid, 'shortfall');
  const intraday = price * closed;
  const owed = seller.charges(seller.value + price * quantity, seller.intradayValue + intraday);
  const paid = (part: keyof NaiveCharges) => seller.fills.reduce((sum, fill) => sum + fill[part], 0n);
  const brokerage = atMost(owed.brokerage - paid('brokerage'));
  twin.ledger.move(seller.owner, 'fees', 'RUPEES', brokerage, 'brokerage');
  const flatFee = atMost(owed.flatFee - paid('flatFee'));
  twin.ledger.move(seller.owner, 'fees', 'RUPEES', flatFee, 'flat-fee');
  const statutory = atMost(owed.statutory - paid('statutory'));
  twin.ledger.move(seller.owner, 'statutory', 'RUPEES', statutory, 'statutory');
  seller.fills.push({ at: twin.at, price, quantity, own: 0n, intraday, brokerage, flatFee, statutory });
  twin.log.push(fillLine(seller.id, quantity, price, { brokerage, flatFee, statutory }, cost, isMaker, buyer));
}

function fillLine(
  id: number,
  quantity: bigint,
  price: bigint,
  { brokerage, flatFee, statutory }: NaiveCharges,
  cost: bigint,
  isMaker: boolean,
  other: AnyOrder,
): string {
  const against = isCrowd(other) ? 'crowd' : other.id;
  return `fill ${id} ${quantity} @ ${price} charges ${brokerage} + ${flatFee} + ${statutory} cost ${cost} ${isMaker ? 'maker' : 'taker'} against ${against}`;
}
