// Bugs in orders and their results: checks, changes, ends, exits and lots.
import { plantedBug as bug } from './bug.ts';
import type { PlantedBug } from './bug.ts';

export const ORDERS: readonly PlantedBug[] = [
  bug('an order that ends hides another in the table of open orders', [
    'trade/open-orders.ts',
    'before.besideIt = order.besideIt;',
    'before.besideIt = null;',
  ]),
  bug('anybody cancels any order', ['engine.ts', ' || (account !== null && order.owner !== account)', '']),
  bug('a refused order leaves a trace', [
    'engine.ts',
    'this.venue.pool.ended(order);\n      return refuse(refusal);',
    'this.venue.lastPriority++;\n      return refuse(refusal);',
  ]),
  bug('a partly filled order loses its remainder', [
    'trade/floor.ts',
    'else this.rest(order);',
    "else if (order.filledQuantity === 0) this.rest(order);\n    else this.#end(order, 'not-immediate');",
  ]),
  bug('an immediate-or-cancel order rests', [
    'trade/floor.ts',
    "order.timeInForce === 'ioc' || order.timeInForce === 'fok'",
    "order.timeInForce === 'fok'",
  ]),
  bug('a fill-or-kill order is filled in part', [
    'trade/floor.ts',
    "order.timeInForce === 'fok' && !this.#canFillWhole(order, limit)",
    'order.quantity < 0',
  ]),
  bug('a fill-or-kill buy forgets what it can pay', [
    'trade/floor.ts',
    'return order.side ===',
    'return order.quantity > 0 || order.side ===',
  ]),
  bug('the price band is ignored', ['trade/check-order.ts', '!isOutsideBand(order) && !(', '!(']),
  bug('the limit over the timeframe is ignored', [
    'trade/check-order.ts',
    'already + open + order.remaining <= limit',
    'order.remaining <= limit',
  ]),
  bug('open orders do not count against the limits', [
    'trade/check-order.ts',
    'isBuy ? position.openBuyQuantity : position.openSellQuantity',
    'isBuy ? 0 : position.openSellQuantity',
  ]),
  bug('a blocked trader trades', [
    'trade/check-order.ts',
    "if (order.trader.isBlocked) return { reason: 'account-blocked' };\n",
    '',
  ]),
  bug('a halted stock is traded', ['trade/check-order.ts', 'isHalted ?', "symbol === '' ?"]),
  bug('a halted market is traded', ['trade/check-order.ts', 'if (isMarketHalted)', 'if (false)']),
  bug('a stop of everything leaves stops firing', ['trade/floor.ts', 'return this.#venue.isHalted || ', 'return ']),
  bug('a restart forgets that everything is stopped', [
    'snapshot.ts',
    'isOpen, isHalted, day, auctionDay };',
    'isOpen, isHalted: false, day, auctionDay };',
  ]),
  bug('a queued order trades in a halt', [
    'trade/floor.ts',
    'if (!this.isTrading) return;\n    const waiting',
    'const waiting',
  ]),
  bug('a stop fires a tick early', ['market/stops.ts', 'stopPrice <= last', 'stopPrice <= last + 1']),
  bug('a stop fires only beyond its trigger', ['market/stops.ts', 'stopPrice >= last', 'stopPrice > last']),
  bug('stops fire against their sequence', ['market/stops.ts', 'a.id - b.id', 'b.id - a.id']),
  bug('a stop that trades does not fire the next', [
    'trade/floor.ts',
    'fired.length > 0; fired = stops.fire(quote.last)',
    'fired.length > 0; fired = []',
  ]),
  bug(
    'a canceled stop fires',
    ['trade/floor.ts', "else if (order.status === 'stop-pending') this.market.stops.remove(order);", ''],
    ['trade/floor.ts', 'if (!order.isOpen) return;\n    if (order.level', 'if (order.level'],
  ),
  bug('day orders outlive the day', [
    'market-day.ts',
    "timeInForce !== 'gtc' && createdAt",
    "timeInForce === 'ioc' && createdAt",
  ]),
  bug('the end of a day takes all stops', ['market/stops.ts', 'this.#buys.filter((order) => !isMeant(order))', '[]']),
  bug('a square-off leaves sales open', [
    'trade/intraday.ts',
    "if (order.isOpen && order.side === 'sell') floor.withdraw(order, 'squared-off');",
    '',
  ]),
  bug('the previous close never moves', ['market-day.ts', 'instrument.previousClose = quote.last;', '']),
  bug('a restart forgets the queue', ['snapshot.ts', 'a.priority - b.priority || a.id - b.id', 'b.id - a.id']),
  bug('a restart forgets who is blocked', ['snapshot.ts', 'trader.isBlocked = isBlocked;', '']),
];

export const CHANGES: readonly PlantedBug[] = [
  bug('anybody changes any order', [
    'engine.ts',
    'order === undefined || order.owner !== account',
    'order === undefined',
  ]),
  bug('an order with another price keeps its place', [
    'trade/order.ts',
    'return hasPricesOf(before, after) && after.quantity < before.quantity;',
    'return after.quantity <= before.quantity;',
  ]),
  bug('a smaller order goes to the back of its queue', [
    'trade/order.ts',
    'return hasPricesOf(before, after) && after.quantity < before.quantity;',
    'return hasPricesOf(before, after) && after.quantity < 0;',
  ]),
  bug('a changed order is checked on top of what it holds itself', [
    'trade/modify.ts',
    '  venue.unreserve(order);\n  const refusal = checkOrder(next, venue, at, order);',
    '  const refusal = checkOrder(next, venue, at, order);\n  venue.unreserve(order);',
  ]),
  bug('a trigger that stays is held against the band of a new day', [
    'trade/check-order.ts',
    'stopPrice > 0 && stopPrice !== before?.stopPrice',
    'stopPrice > 0',
  ]),
  bug('a refused change gives back what the order holds', [
    'trade/modify.ts',
    'venue.reserve(order);',
    'if (refusal === null) venue.reserve(order);',
  ]),
  bug('a bracketed buy moves beyond its exits', [
    'trade/modify.ts',
    ' ?? (hasPricesOf(order, next) ? null : checkMovedExits(order, next));',
    ';',
  ]),
  bug('a changed order shrinks below what is filled', [
    'trade/modify.ts',
    'asked.quantity <= filled',
    'asked.quantity < 0',
  ]),
  bug('a changed order keeps the discount of its old volume', [
    'trade/modify.ts',
    'quantity !== order.quantity && filled === 0',
    'quantity === 0',
  ]),
  bug('a changed order does not trade at its new price', [
    'trade/floor.ts',
    'order.queuedBehind = 0;\n    if (this.#venue.isOpen) this.#execute(order);',
    'order.queuedBehind = 0;\n    if (this.#venue.isOpen) this.rest(order);',
  ]),
  bug('a changed order keeps what stood before its old place', [
    'trade/floor.ts',
    'order.priority = 0;\n    order.queuedBehind = 0;\n    if (this.#venue.isOpen) this.#execute(order);',
    'order.priority = 0;\n    if (this.#venue.isOpen) this.#execute(order);',
  ]),
  bug('orders outside the band of a new day stay', ['market-day.ts', 'if (isOutsideBand(order))', 'if (false)']),
];

export const EXITS: readonly PlantedBug[] = [
  bug('an exit forgets its stop', ['trade/floor.ts', 'if (order.isExit) this.market.stops.add(order);', '']),
  bug('an exit that has fired stays in the book', [
    'trade/floor.ts',
    'if (order.level !== null) this.market.book.remove(order);\n    this.#markTriggered(order);',
    'this.#markTriggered(order);',
  ]),
  bug('an exit is placed again and again', ['trade/venue.ts', 'this.exitsDue.delete(due.entryId);\n', '']),
  bug('an exit sells what another order has set aside', ['engine.ts', 'Math.min(due.quantity, left)', 'due.quantity']),
  bug('an exit sells shares for delivery in place of intraday ones', [
    'engine.ts',
    "product === 'intraday' ? Math.min(free, position.unofferedIntraday()) : free",
    'free',
  ]),
  bug('an exit stays on shares for delivery when its own are sold', [
    'trade/intraday.ts',
    'if (surplus <= 0) return;',
    'return;',
  ]),
  bug('a blocked trader gets exits', ['engine.ts', 'trader.isBlocked ? 0 : ', '']),
  bug('an exit is placed in a halt', [
    'engine.ts',
    "    if (floor.isHalted) return refuse({ reason: 'trading-halted', symbol });\n    const position",
    '    const position',
  ]),
  bug('a stop loss may stand above the price', ['trade/exits.ts', 'exits.stop < price && ', '']),
  bug('a bracket sale may come with its target at the price', [
    'trade/exits.ts',
    'return limitPrice > last ?',
    'return limitPrice >= last ?',
  ]),
  bug('a buy may be an exit', ['trade/check-order.ts', "orderType === 'bracket' && side === 'buy'", 'false']),
  bug('a target off the tick goes down', [
    'trade/exits.ts',
    "toTick(market.instrument, 'sell', exits.target)",
    "toTick(market.instrument, 'buy', exits.target)",
  ]),
  bug('a restart forgets shares without their exit', [
    'snapshot.ts',
    'venue.exitsDue.set(entryId, { entryId, ...whose, product, exits, quantity });',
    '',
  ]),
  bug('a restart forgets the stops of exits', [
    'trade/floor.ts',
    'else if (order.priority > 0) this.#putInBook(order);',
    'else if (order.priority > 0) this.market.book.add(order);',
  ]),
  bug('a target outside the band of a new day ends the exit', [
    'trade/check-order.ts',
    'limitPrice > 0 && !isExit &&',
    'limitPrice > 0 && (isExit || limitPrice > 0) &&',
  ]),
];

export const LOTS: readonly PlantedBug[] = [
  bug('the newest lot is sold first', [
    'trade/position.ts',
    'this.#lots.insert(place, lot);',
    'this.#lots.insert(0, lot);',
  ]),
  bug('delivery shares are sold before intraday shares', [
    'trade/lots.ts',
    "return product === 'delivery' ?",
    'return product !== null ?',
  ]),
  bug('fills of different times share a lot', ['trade/position.ts', '    before.boughtAt === lot.boughtAt &&\n', '']),
  bug('a partly sold lot keeps its loan', ['trade/position.ts', 'lot.loan -= repaid;\n', '']),
  bug('a loan that is paid back still counts towards the margin', ['trade/position.ts', 'this.loan -= repaid;\n', '']),
  bug('a lot moves on when others are sold out', [
    'trade/lots.ts',
    'this.#head += count;',
    'this.#head += count > 1 ? 1 : count;',
  ]),
  bug('a fully sold position stays listed for square-off', [
    'trade/venue.ts',
    'else if (this.intraday.size > 0) this.intraday.delete(position);',
    '',
  ]),
];
