// Bugs in the market: its books, its opening auction, and the changes of the stocks desk.
import { plantedBug as bug } from './bug.ts';
import type { PlantedBug } from './bug.ts';

export const BOOK: readonly PlantedBug[] = [
  bug('the last come is served first', [
    'market/match.ts',
    'const maker = book.first(makerSide);',
    'const maker = book.first(makerSide)?.level?.last ?? null;',
  ]),
  bug('a partly filled order goes to the back of its queue', [
    'market/book.ts',
    '    order.remaining -= quantity;\n',
    '    order.remaining -= quantity;\n    level.quantity -= quantity;\n    this.remove(order);\n    this.add(order);\n    if (quantity > 0) return;\n',
  ]),
  bug('equal prices do not trade', [
    'market/book.ts',
    'price <= limit : price >= limit',
    'price < limit : price > limit',
  ]),
  bug('a trade is made at the price of the taker', [
    'market/match.ts',
    'const price = maker.price;',
    'const price = limit;',
  ]),
  bug('a trader trades with himself', [
    'market/match.ts',
    'if (maker.owner === taker.owner) {',
    'if (maker === taker) {',
  ]),
  bug('a level forgets the shares that leave it', ['market/level.ts', 'this.quantity -= order.remaining;', '']),
  bug('an order made of a used one keeps what that had paid', [
    'trade/order.ts',
    '      this.brokerage = 0;\n      this.flatFee = 0;\n      this.statutory = 0;\n',
    '',
  ]),
  bug('an order is used again while it is open', [
    'trade/floor.ts',
    'this.#venue.listener.rested(order);',
    'this.#venue.listener.rested(order);\n    this.#venue.pool.ended(order);',
  ]),
  bug('the best price is the last that came', [
    'market/ladder.ts',
    'this.best === null || rank > this.best.rank',
    'this.best === null || rank !== 0',
  ]),
  bug('behind an empty section nobody is found', [
    'market/ladder.ts',
    'found === null && index >= 0; index--',
    'found === null && index >= Math.max(0, this.#find(number) - 1); index--',
  ]),
  bug('the next best price is looked for one section too far', [
    'market/ladder.ts',
    'this.#find(number) - 1; found === null',
    'this.#find(number) - 2; found === null',
  ]),
  bug('market protection is forgotten', [
    'market/instrument.ts',
    'Math.min(bandHigh(instrument), roundDownToTick(last + reach, instrument.tickSize))',
    'bandHigh(instrument)',
  ]),
];

export const AUCTION: readonly PlantedBug[] = [
  bug('an auction is held at any price at which somebody trades', [
    'market/auction.ts',
    'if (one.volume !== other.volume) return one.volume > other.volume;',
    'if (other.volume > 0) return false;',
  ]),
  bug('an auction does not look at what is left over', [
    'market/auction.ts',
    'if (one.over !== other.over) return one.over < other.over;\n',
    '',
  ]),
  bug('a tie goes to the price farthest from the close', [
    'market/auction.ts',
    'return one.away <= other.away;',
    'return one.away >= other.away;',
  ]),
  bug('an auction tries only prices that somebody has named', [
    'market/auction.ts',
    '      .add(worst - tickSize)\n      .add(worst)\n      .add(worst + tickSize);',
    '      .add(worst);',
  ]),
  bug('simulated traders come before people in an auction', ['trade/auction.ts', 'crowd: 2', 'crowd: -1']),
  bug('the later of two orders of one person ends in an auction', [
    'trade/auction.ts',
    "isLater(buy, sell) ? 'sell' : 'buy'",
    "isLater(buy, sell) ? 'buy' : 'sell'",
  ]),
  bug('what an auction leaves of a market order keeps all its cash', [
    'trade/floor.ts',
    'order.cashFor(order.remaining, price) : order.remaining;\n    this.#venue.reserve',
    'order.held : order.remaining;\n    this.#venue.reserve',
  ]),
  bug('a restart forgets that the auction was held', [
    'snapshot.ts',
    'isOpen, isHalted, day, auctionDay };',
    'isOpen, isHalted, day, auctionDay: -1 };',
  ]),
  bug('orders for the next day end as it begins', ['market-day.ts', 'if (venue.isOpen)\n    endOrders', 'endOrders']),
  bug('orders of the first moments of a day end as it begins', ['market-day.ts', ' && createdAt < beganAt', '']),
  bug('orders for the day outlive its trading', [
    'market-day.ts',
    "({ timeInForce }) => timeInForce !== 'gtc'",
    "({ timeInForce }) => timeInForce === 'fok'",
  ]),
  bug('the first stock that is halted ends the auction of all', [
    'market-day.ts',
    'if (!floor.isHalted) holdAuction(floor);',
    'if (!floor.isHalted) holdAuction(floor);\n    else break;',
  ]),
  bug('a halted stock has an auction', [
    'market-day.ts',
    'if (!floor.isHalted) holdAuction(floor);',
    'holdAuction(floor);',
  ]),
];

export const AFFAIRS: readonly PlantedBug[] = [
  bug('a bonus forgets the cash for parts of a share', [
    'trade/corporate-actions.ts',
    'if (cash > 0) ledger',
    'if (cash < 0) ledger',
  ]),
  bug('a split rounds the cost of each share down', ['market/corporate-action.ts', 'price: price + 1 }', 'price }']),
  bug('a split lends the loan twice', [
    'trade/position.ts',
    'loan: index === 0 ? loan : lot.loan - loan',
    'loan: lot.loan',
  ]),
  bug('a split rounds lot by lot', [
    'trade/position.ts',
    'const quantity = sharesAfter(before, ratio) - after;',
    'const quantity = sharesAfter(lot.quantity, ratio);',
  ]),
  bug('orders of before a split stay open', [
    'trade/corporate-actions.ts',
    'if (order.market === market) floor',
    'if (order.id < 0) floor',
  ]),
  bug('quotes of before a split stay in the book', ['trade/corporate-actions.ts', 'floor.dropCrowd(() => true);', '']),
  bug('shares of before a split get their exit', ['trade/floor.ts', 'this.#venue.dropExit(due);', '']),
  bug('a split leaves the price where it was', [
    'trade/corporate-actions.ts',
    'quote.last = quote.open = quote.high = quote.low = terms.previousClose;',
    'quote.open = quote.high = quote.low = terms.previousClose;',
  ]),
  bug('shares in issue are not counted anew', [
    'trade/corporate-actions.ts',
    'sharesIssued: sharesAfter(sharesIssued, change) };',
    'sharesIssued };',
  ]),
  bug('a dividend leaves out shares that are offered', [
    'trade/corporate-actions.ts',
    'position: { quantity } }): Entitlement => {\n    const cash = quantity * perShare;',
    'position: { quantity, openSellQuantity } }): Entitlement => {\n    const cash = (quantity - openSellQuantity) * perShare || 1;',
  ]),
  bug('a limit between two ticks stays in the book', [
    'trade/change-terms.ts',
    "if (order.limitPrice % tickSize !== 0) floor.withdraw(order, 'off-tick');\n    else if",
    'if',
  ]),
  bug('a band may leave the last price outside', [
    'trade/change-terms.ts',
    'quote.last < low || quote.last > high',
    'quote.last < 0',
  ]),
  bug('an exit is placed between two ticks', [
    'engine.ts',
    "const limitPrice = toTick(market.instrument, 'sell', exits.target);",
    'const limitPrice = exits.target;',
  ]),
  bug('a restart joins lots that a split has parted', [
    'snapshot.ts',
    'position.put(lot);',
    'position.add({ ...lot });',
  ]),
];
