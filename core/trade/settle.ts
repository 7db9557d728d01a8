// Settlement: each execution becomes transfers of cash, shares and charges, lots and realised profit; holds are released.
import { NO_ACCOUNT, RUPEES } from '../ledger/ledger.ts';
import type { AccountId, Ledger, TransferKind } from '../ledger/ledger.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Instant, Paise, Quantity } from '../money.ts';
import { bonusAfter } from './bonus.ts';
import { totalCharges } from './charges.ts';
import type { Fill, Listener } from './listener.ts';
import type { Order } from './order.ts';
import { emptyLot } from './lots.ts';
import { SoldLots } from './position.ts';

/** In place of the cash of a person who has no bonus. */
const NO_BONUS = -1;

/** The execution that is being settled: one object, overwritten for each. */
export class Execution {
  tradeId = 0;
  /** Null where a simulated trader stands. At least one side is a person. */
  buyer: Order | null = null;
  seller: Order | null = null;
  isBuyerMaker = false;
  price: Paise = 0;
  quantity: Quantity = 0;
  at: Instant = 0;
}

/** What listeners hear of a fill. */
class ToldFill implements Fill {
  tradeId = 0;
  order!: Order;
  counterparty: Order | null = null;
  isMaker = false;
  price: Paise = 0;
  quantity: Quantity = 0;
  intradayValue: Paise = 0;
  brokerage: Paise = 0;
  flatFee: Paise = 0;
  statutory: Paise = 0;
  cost: Paise = 0;
  openedAt: Instant | null = null;
  at: Instant = 0;
}

export class Settlement {
  readonly #ledger: Ledger;
  readonly #listener: Listener;
  readonly #fees: AccountId;
  readonly #loans: AccountId;
  readonly #house: AccountId;
  readonly #crowdCash: AccountId;
  /** Overwritten for each fill, so that trading allocates nothing. */
  readonly #due = { brokerage: 0, flatFee: 0, statutory: 0 };
  readonly #bought = emptyLot();
  readonly #sold = new SoldLots();
  readonly #told = new ToldFill();
  /** Opened with the first charge that is passed on: most venues never have one. */
  #state: AccountId = NO_ACCOUNT;
  /** The crowd's share accounts by instrument id, each opened when first needed. */
  readonly #crowdShares: AccountId[] = [];

  constructor(ledger: Ledger, listener: Listener) {
    this.#ledger = ledger;
    this.#listener = listener;
    this.#fees = ledger.open('fees', RUPEES);
    this.#loans = ledger.open('margin-loans', RUPEES);
    this.#house = ledger.open('house', RUPEES);
    this.#crowdCash = ledger.open('crowd', RUPEES);
  }

  /** Posts one execution in `instrument`. Nothing here can fail: what it needs was held when the orders were accepted. */
  settle(execution: Execution, instrument: Instrument): void {
    const { buyer, seller } = execution;
    const buyerHad = this.#cashWithBonus(buyer);
    const sellerHad = this.#cashWithBonus(seller);
    this.#post(execution, instrument);
    if (buyer !== null && buyerHad !== NO_BONUS) this.#useBonus(buyer, buyerHad);
    if (seller !== null && sellerHad !== NO_BONUS) this.#useBonus(seller, sellerHad);
  }

  #post(execution: Execution, instrument: Instrument): void {
    const { buyer, seller, price, quantity, tradeId } = execution;
    const value = price * quantity;
    // Both sides free what was held for this part first; then cash and shares change hands.
    if (buyer !== null) this.#drawBuyer(buyer, value, quantity);
    if (seller !== null) this.#drawSeller(seller, quantity);
    const buyerCash = buyer === null ? this.#crowdCash : buyer.position.cash;
    const sellerCash = seller === null ? this.#crowdCash : seller.position.cash;
    this.#move(buyerCash, sellerCash, value, 'trade', tradeId);
    const sellerShares = seller === null ? this.#crowdSharesIn(instrument) : seller.position.shares;
    const buyerShares = buyer === null ? this.#crowdSharesIn(instrument) : buyer.position.shares;
    this.#move(sellerShares, buyerShares, quantity, 'trade', tradeId);
    if (buyer !== null) this.#finishBuyer(buyer, execution);
    if (seller !== null) this.#finishSeller(seller, value, execution);
  }

  /** The cash of a person whose bonus this execution may use. */
  #cashWithBonus(order: Order | null): Paise {
    if (order === null || order.trader.bonus === null) return NO_BONUS;
    return this.#ledger.balance(order.position.cash);
  }

  /** A person who has less cash than before has spent from the bonus first. That can be a seller, whose loss is more than the margin. */
  #useBonus({ trader }: Order, had: Paise): void {
    const spent = had - this.#ledger.balance(trader.cash);
    if (spent <= 0) return;
    trader.bonus = bonusAfter(trader.bonus!, spent);
    this.#listener.traderChanged(trader);
  }

  #crowdSharesIn({ id }: Instrument): AccountId {
    return (this.#crowdShares[id] ??= this.#ledger.open('crowd', id));
  }

  /** Frees the cash this part needs, lends what an intraday buyer does not pay, and says in `#due` which charges fall due. */
  #drawBuyer(buyer: Order, value: Paise, quantity: Quantity): void {
    const due = this.#due;
    const { margin, position } = buyer;
    buyer.filledValue += value;
    buyer.intradayValue += buyer.intradayIn(value);
    this.#countCharges(buyer);
    buyer.margin = buyer.ownMoneyIn(buyer.filledValue);
    buyer.brokerage += due.brokerage;
    buyer.flatFee += due.flatFee;
    buyer.statutory += due.statutory;
    const ownMoney = buyer.margin - margin;
    const needed = buyer.isMarketable
      ? buyer.held - ownMoney - totalCharges(due)
      : buyer.cashFor(buyer.remaining, buyer.price);
    this.#ledger.release(position.cash, buyer.held - needed);
    buyer.held = needed;
    position.openBuyQuantity -= quantity;
    this.#move(this.#loans, position.cash, value - ownMoney, 'margin-loan', buyer.id);
  }

  #drawSeller(seller: Order, quantity: Quantity): void {
    seller.held -= quantity;
    seller.position.openSellQuantity -= quantity;
    this.#ledger.release(seller.position.shares, quantity);
  }

  #finishBuyer(buyer: Order, { price, quantity, at, tradeId, seller, isBuyerMaker }: Execution): void {
    const { product, id: orderId, position } = buyer;
    this.#charge(buyer);
    const value = price * quantity;
    const lot = this.#bought;
    lot.id = tradeId;
    lot.quantity = quantity;
    lot.price = price;
    lot.product = product;
    lot.loan = product === 'intraday' ? value - this.#ownPart(buyer, value) : 0;
    lot.boughtAt = at;
    lot.orderId = orderId;
    position.add(lot);
    position.bought.add(at, quantity);
    this.#listener.lotChanged(position, lot);
    const told = this.#told;
    told.order = buyer;
    told.intradayValue = buyer.intradayIn(value);
    told.counterparty = seller;
    told.isMaker = isBuyerMaker;
    told.cost = 0;
    told.openedAt = null;
    this.#tell(tradeId, price, quantity, at);
  }

  /** The trader's own money in the part of the value that has just been filled. */
  #ownPart(buyer: Order, value: Paise): Paise {
    return buyer.margin - buyer.ownMoneyIn(buyer.filledValue - value);
  }

  #finishSeller(seller: Order, value: Paise, { price, quantity, at, tradeId, buyer, isBuyerMaker }: Execution): void {
    const { position } = seller;
    const sold = position.take(quantity, this.#sold, this.#listener);
    position.sold.add(at, quantity);
    this.#repay(seller, sold.loan);
    const intradayValue = price * sold.intradayQuantity;
    seller.filledValue += value;
    seller.intradayValue += intradayValue;
    this.#countCharges(seller);
    this.#charge(seller);
    seller.brokerage += this.#due.brokerage;
    seller.flatFee += this.#due.flatFee;
    seller.statutory += this.#due.statutory;
    const told = this.#told;
    told.order = seller;
    told.intradayValue = intradayValue;
    told.counterparty = buyer;
    told.isMaker = !isBuyerMaker;
    told.cost = sold.cost;
    told.openedAt = sold.openedAt;
    this.#tell(tradeId, price, quantity, at);
  }

  /** Pays the margin loan back from the seller's free cash; what is missing is the house's loss, never a debt. */
  #repay({ id, position: { cash } }: Order, loan: Paise): void {
    if (loan === 0) return;
    const own = Math.min(loan, this.#ledger.available(cash));
    this.#move(cash, this.#loans, own, 'margin-repayment', id);
    this.#move(this.#house, this.#loans, loan - own, 'shortfall', id);
  }

  /** What falls due in `#due`: the charges on all that is filled, less those that have been taken. */
  #countCharges(order: Order): void {
    const { filledValue, intradayValue } = order;
    const brokerage = order.brokerageAt(filledValue);
    const flatFee = order.flatFeeAt(filledValue, brokerage);
    this.#due.brokerage = brokerage - order.brokerage;
    this.#due.flatFee = flatFee - order.flatFee;
    this.#due.statutory = order.statutoryAt(filledValue, intradayValue, brokerage + flatFee) - order.statutory;
  }

  /** Takes what is due, at most what is free: only an intraday seller in loss can have less. `#due` says what was taken. */
  #charge({ id, position: { cash } }: Order): void {
    const due = this.#due;
    const free = this.#ledger.available(cash);
    if (due.brokerage > free) due.brokerage = free;
    if (due.flatFee > free - due.brokerage) due.flatFee = free - due.brokerage;
    const left = free - due.brokerage - due.flatFee;
    if (due.statutory > left) due.statutory = left;
    this.#move(cash, this.#fees, due.brokerage, 'brokerage', id);
    this.#move(cash, this.#fees, due.flatFee, 'flat-fee', id);
    if (due.statutory > 0) this.#move(cash, this.#stateAccount(), due.statutory, 'statutory', id);
  }

  #stateAccount(): AccountId {
    if (this.#state === NO_ACCOUNT) this.#state = this.#ledger.open('statutory', RUPEES);
    return this.#state;
  }

  #tell(tradeId: number, price: Paise, quantity: Quantity, at: Instant): void {
    const told = this.#told;
    told.tradeId = tradeId;
    told.price = price;
    told.quantity = quantity;
    told.brokerage = this.#due.brokerage;
    told.flatFee = this.#due.flatFee;
    told.statutory = this.#due.statutory;
    told.at = at;
    this.#listener.filled(told);
  }

  #move(debit: AccountId, credit: AccountId, amount: number, kind: TransferKind, reference: number): void {
    if (amount > 0 && debit !== credit) this.#ledger.transfer(debit, credit, amount, kind, reference);
  }
}
