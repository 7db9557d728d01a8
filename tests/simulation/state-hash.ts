// One number for the whole state of an engine, so that "nothing changed" and "the same again" are one comparison.
import type { Engine } from '../../core/engine.ts';

export class Hash {
  value = 0x811c9dc5 | 0;

  number(number: number): void {
    this.value = Math.imul(this.value ^ (number | 0), 16777619);
    this.value = Math.imul(this.value ^ ((number / 4294967296) | 0), 16777619);
  }

  text(text: string): void {
    for (let i = 0; i < text.length; i++) this.value = Math.imul(this.value ^ text.charCodeAt(i), 16777619);
  }
}

export function stateHash(engine: Engine): number {
  const hash = new Hash();
  const { venue } = engine;
  for (const { id } of venue.ledger.accounts()) {
    hash.number(venue.ledger.balance(id));
    hash.number(venue.ledger.held(id));
  }
  for (const each of [
    venue.ledger.lastTransferId,
    venue.lastTradeId,
    venue.lastPriority,
    venue.day,
    venue.auctionDay,
    Number(venue.isOpen),
    Number(venue.isHalted),
  ])
    hash.number(each);
  for (const [entryId, { quantity, exits }] of [...venue.exitsDue].sort(([a], [b]) => a - b))
    for (const each of [entryId, quantity, exits.target, exits.stop]) hash.number(each);
  for (const each of [venue.limits.maxBuyLimit, venue.limits.maxSellLimit, venue.limits.timeframeInHours])
    hash.number(each);
  for (const each of [venue.fees.commissionRate, venue.fees.flatFee, Number(venue.fees.statutory.isOn)])
    hash.number(each);
  hashMarkets(engine, hash);
  hashTraders(engine, hash);
  return hash.value;
}

function hashMarkets(engine: Engine, hash: Hash): void {
  for (const { instrument, quote, book } of engine.markets()) {
    for (const each of [
      instrument.previousClose,
      instrument.tickSize,
      instrument.priceBand,
      instrument.sharesIssued,
      Number(instrument.isHalted),
      quote.last,
      quote.open,
      quote.high,
      quote.low,
    ])
      hash.number(each);
    hash.number(quote.volume);
    hash.number(quote.tradedAt);
    for (const side of ['buy', 'sell'] as const) {
      for (const level of book.levels(side)) {
        hash.number(level.price);
        for (let order = level.first; order !== null; order = order.behind) {
          hash.number(order.id);
          hash.number(order.owner);
          hash.number(order.remaining);
        }
      }
    }
  }
}

function hashTraders(engine: Engine, hash: Hash): void {
  // A restart sorts people by their numbers, whatever order they came in.
  for (const trader of engine.venue.traders.values()) {
    hash.number(trader.id);
    hash.number(Number(trader.isBlocked));
    for (const each of [trader.bonus?.rewardId ?? 0, trader.bonus?.left ?? 0, trader.bonus?.expiresAt ?? 0])
      hash.number(each);
    for (const order of [...trader.openOrders].sort((a, b) => a.id - b.id)) {
      for (const each of [order.id, order.remaining, order.held, order.filledValue, order.intradayValue])
        hash.number(each);
      for (const each of [order.brokerage, order.flatFee, order.statutory, order.chargeTerms.statutory?.from ?? 0])
        hash.number(each);
      for (const each of [order.margin, order.priority, order.queuedBehind, order.limitPrice, order.stopPrice])
        hash.number(each);
      hash.text(order.status);
    }
    for (const [instrument, position] of [...trader.positions].sort(([a], [b]) => a - b)) {
      if (position.lots.length === 0 && position.openBuyQuantity === 0) continue;
      hash.number(instrument);
      hash.number(position.openBuyQuantity);
      hash.number(position.openSellQuantity);
      for (const lot of position.lots)
        for (const each of [lot.quantity, lot.price, lot.loan, lot.boughtAt, lot.orderId]) hash.number(each);
    }
  }
}
