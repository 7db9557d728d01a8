// Settlement: each execution becomes transfers of cash, shares and charges, lots and realised profit; holds are released.
import { RUPEES } from '../ledger/ledger.ts';
import type { AccountId, Ledger, TransferKind } from '../ledger/ledger.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Instant, Paise, Quantity } from '../money.ts';
import { bonusAfter } from './bonus.ts';
import { totalCharges } from './charges.ts';
import type { Charges } from './charges.ts';
import type { Listener } from './listener.ts';
import type { Order } from './order.ts';
import type { SoldLots } from './position.ts';

export interface Execution {
  readonly tradeId: number;
  /** Null where a simulated trader stands. At least one side is a person. */
  readonly buyer: Order | null;
  readonly seller: Order | null;
  readonly isBuyerMaker: boolean;
  readonly instrument: Instrument;
  readonly price: Paise;
  readonly quantity: Quantity;
  readonly at: Instant;
}

export class Settlement {
  readonly #ledger: Ledger;
  readonly #listener: Listener;
  readonly #fees: AccountId;
  readonly #loans: AccountId;
  readonly #house: AccountId;
  readonly #crowdCash: AccountId;
  /** The crowd's share accounts by instrument id, once they have been asked for. */
  readonly #crowdShares: AccountId[] = [];

  constructor(ledger: Ledger, listener: Listener) {
    this.#ledger = ledger;
    this.#listener = listener;
    this.#fees = ledger.open('fees', RUPEES);
    this.#loans = ledger.open('margin-loans', RUPEES);
    this.#house = ledger.open('house', RUPEES);
    this.#crowdCash = ledger.open('crowd', RUPEES);
  }

  /** Posts one execution. Nothing here can fail: what it needs was held when the orders were accepted. */
  settle(execution: Execution): void {
    const { buyer, seller } = execution;
    const buyerHad = this.#cashOf(buyer);
    const sellerHad = this.#cashOf(seller);
    this.#post(execution);
    this.#useBonus(buyer, buyerHad);
    this.#useBonus(seller, sellerHad);
  }

  #post(execution: Execution): void {
    const { buyer, seller, instrument, price, quantity, tradeId } = execution;
    const value = price * quantity;
    // Both sides free what was held for this part first; then cash and shares change hands.
    const buyerCharges = buyer === null ? null : this.#drawBuyer(buyer, value, quantity);
    if (seller !== null) this.#ledger.release(seller.position.shares, this.#drawHeld(seller, quantity));
    this.#move(buyer?.trader.cash ?? this.#crowdCash, seller?.trader.cash ?? this.#crowdCash, value, 'trade', tradeId);
    const sharesOf = (order: Order | null) => order?.position.shares ?? this.#crowdSharesIn(instrument);
    this.#move(sharesOf(seller), sharesOf(buyer), quantity, 'trade', tradeId);
    if (buyer !== null) this.#finishBuyer(buyer, buyerCharges!, execution);
    if (seller !== null) this.#finishSeller(seller, value, execution);
  }

  #cashOf(order: Order | null): Paise {
    return order === null ? 0 : this.#ledger.balance(order.trader.cash);
  }

  /** Whoever has less cash than before has spent of his bonus first. A seller has less when the loss is more than the margin. */
  #useBonus(order: Order | null, had: Paise): void {
    if (order === null || order.trader.bonus === null) return;
    const { trader } = order;
    const spent = had - this.#ledger.balance(trader.cash);
    if (spent <= 0) return;
    trader.bonus = bonusAfter(order.trader.bonus, spent);
    this.#listener.traderChanged(trader);
  }

  #crowdSharesIn({ id }: Instrument): AccountId {
    return (this.#crowdShares[id] ??= this.#ledger.open('crowd', id));
  }

  /** Frees the cash this part needs, lends what an intraday buyer does not pay, and answers the charges that fall due. */
  #drawBuyer(buyer: Order, value: Paise, quantity: Quantity): Charges {
    const before = { margin: buyer.margin, brokerage: buyer.brokerage, flatFee: buyer.flatFee };
    buyer.filledValue += value;
    const charges = buyer.chargesAt(buyer.filledValue);
    buyer.margin = buyer.ownMoneyIn(buyer.filledValue);
    buyer.brokerage = charges.brokerage;
    buyer.flatFee = charges.flatFee;
    const due = { brokerage: charges.brokerage - before.brokerage, flatFee: charges.flatFee - before.flatFee };
    const ownMoney = buyer.margin - before.margin;
    const needed = buyer.isMarketable
      ? buyer.held - ownMoney - totalCharges(due)
      : buyer.cashFor(buyer.remaining, buyer.price);
    this.#ledger.release(buyer.trader.cash, buyer.held - needed);
    buyer.held = needed;
    buyer.position.openBuyQuantity -= quantity;
    this.#move(this.#loans, buyer.trader.cash, value - ownMoney, 'margin-loan', buyer.id);
    return due;
  }

  #drawHeld(seller: Order, quantity: Quantity): Quantity {
    seller.held -= quantity;
    seller.position.openSellQuantity -= quantity;
    return quantity;
  }

  #finishBuyer(buyer: Order, due: Charges, execution: Execution): void {
    const { price, quantity, at, tradeId } = execution;
    this.#charge(buyer, due, this.#ledger.available(buyer.trader.cash));
    const value = price * quantity;
    const loan = buyer.product === 'intraday' ? value - this.#ownPart(buyer, value) : 0;
    const { product, id: orderId, position } = buyer;
    const lot = position.add({ id: tradeId, quantity, price, product, loan, boughtAt: at, orderId });
    position.bought.add(at, quantity);
    this.#listener.lotChanged(position, lot);
    const counterparty = execution.seller;
    const isMaker = execution.isBuyerMaker;
    const { brokerage, flatFee } = due;
    this.#listener.filled({
      tradeId,
      order: buyer,
      price,
      quantity,
      brokerage,
      flatFee,
      cost: 0,
      openedAt: null,
      isMaker,
      counterparty,
      at,
    });
  }

  /** The trader's own money in the part of the value that has just been filled. */
  #ownPart(buyer: Order, value: Paise): Paise {
    return buyer.margin - buyer.ownMoneyIn(buyer.filledValue - value);
  }

  #finishSeller(seller: Order, value: Paise, execution: Execution): void {
    const { price, quantity, at, tradeId } = execution;
    const sold = seller.position.take(quantity);
    seller.position.sold.add(at, quantity);
    for (const lot of sold.lots) this.#listener.lotChanged(seller.position, lot);
    this.#repay(seller, sold);
    seller.filledValue += value;
    const charges = seller.chargesAt(seller.filledValue);
    const due = { brokerage: charges.brokerage - seller.brokerage, flatFee: charges.flatFee - seller.flatFee };
    const { brokerage, flatFee } = this.#charge(seller, due, this.#ledger.available(seller.trader.cash));
    seller.brokerage += brokerage;
    seller.flatFee += flatFee;
    const counterparty = execution.buyer;
    const isMaker = !execution.isBuyerMaker;
    const { cost, lots } = sold;
    const openedAt = lots[0].boughtAt;
    this.#listener.filled({
      tradeId,
      order: seller,
      price,
      quantity,
      brokerage,
      flatFee,
      cost,
      openedAt,
      isMaker,
      counterparty,
      at,
    });
  }

  /** Pays the margin loan back from what the seller has free; what is missing is the house's loss, never a debt. */
  #repay(seller: Order, sold: SoldLots): void {
    const own = Math.min(sold.loan, this.#ledger.available(seller.trader.cash));
    this.#move(seller.trader.cash, this.#loans, own, 'margin-repayment', seller.id);
    this.#move(this.#house, this.#loans, sold.loan - own, 'shortfall', seller.id);
  }

  /** Takes what is due, at most what is free: only an intraday seller in loss can have less. Answers what was taken. */
  #charge(order: Order, due: Charges, free: Paise): Charges {
    const brokerage = Math.min(due.brokerage, free);
    const flatFee = Math.min(due.flatFee, free - brokerage);
    this.#move(order.trader.cash, this.#fees, brokerage, 'brokerage', order.id);
    this.#move(order.trader.cash, this.#fees, flatFee, 'flat-fee', order.id);
    return { brokerage, flatFee };
  }

  #move(debit: AccountId, credit: AccountId, amount: number, kind: TransferKind, reference: number): void {
    if (amount > 0 && debit !== credit) this.#ledger.transfer(debit, credit, amount, kind, reference);
  }
}
