// Bugs that somebody could plant in the core, as edits of its text. The simulation must catch every one of them.

interface Edit {
  /** Below the room of the bug: core/ here. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly anchor: string;
  readonly replacement: string;
}

export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
}

export function plantedBug(
  name: string,
  ...edits: readonly (readonly [file: string, anchor: string, replacement: string])[]
): PlantedBug {
  return { name, edits: edits.map(([file, anchor, replacement]) => ({ file, anchor, replacement })) };
}

const bug = plantedBug;

const MONEY: readonly PlantedBug[] = [
  bug('commission is cut instead of rounded half up', ['money.ts', 'product + ONE_MILLION / 2', 'product']),
  bug('intraday margin is a sixth', ['money.ts', '(amount * 2 + 5) / 10', '(amount * 2 + 6) / 12']),
  bug('a buy limit off the tick rounds up', [
    'market/instrument.ts',
    "side === 'buy' ? roundDownToTick(price, instrument.tickSize)",
    "side === 'buy' ? roundUpToTick(price, instrument.tickSize)",
  ]),
  bug('what is held can be spent again', [
    'ledger/ledger.ts',
    'this.balance(account) - this.held(account)',
    'this.balance(account)',
  ]),
  bug('the money check ignores holds', [
    'trade/check-order.ts',
    'const available = ledger.available(order.trader.cash);',
    'const available = ledger.balance(order.trader.cash);',
  ]),
  bug('the money check forgets charges', [
    'trade/check-order.ts',
    'const required = order.cashFor(order.remaining, expectedPrice(order));',
    'const required = order.ownMoneyIn(order.remaining * expectedPrice(order));',
  ]),
  bug('shares that an open sale needs can be sold again', [
    'trade/floor.ts',
    ': order.quantity;\n    order.heldAtFirst',
    ': 0;\n    order.heldAtFirst',
  ]),
  bug('an ended order keeps its hold', [
    'trade/venue.ts',
    'this.unreserve(order);\n    order.held = 0;',
    'order.held = 0;',
  ]),
  bug('a limit buy holds nothing for charges', [
    'trade/floor.ts',
    'return order.cashFor(order.remaining, order.price);',
    'return order.ownMoneyIn(order.remaining * order.price);',
  ]),
  bug('a market buy is not capped by what it holds', [
    'trade/floor.ts',
    'return affordable(order, price, quantity);',
    'return quantity;',
  ]),
  bug('a deposit may overflow', ['engine.ts', 'ledger.balance(trader.cash) + amount <= MAX_PAISE', 'amount > 0']),
  bug('the flat fee is taken for every fill', [
    'trade/settle.ts',
    'order.flatFeeAt(filledValue, brokerage) - order.flatFee',
    'order.flatFeeAt(filledValue, brokerage)',
  ]),
  bug('a buyer pays commission rounded fill by fill', [
    'trade/settle.ts',
    '    this.#countCharges(buyer);\n',
    '    this.#countCharges(buyer);\n    due.brokerage = buyer.brokerageAt(value);\n',
  ]),
  bug('a seller pays no flat fee', [
    'trade/settle.ts',
    '    this.#countCharges(seller);\n',
    '    this.#countCharges(seller);\n    this.#due.flatFee = 0;\n',
  ]),
  bug('the margin loan is not paid back', ['trade/settle.ts', 'this.#repay(seller, sold.loan);\n', '']),
  bug('the house pays what the seller could', [
    'trade/settle.ts',
    'const own = Math.min(loan, this.#ledger.available(cash));',
    'const own = 0;',
  ]),
  bug('the volume discount is forgotten', ['trade/charges.ts', 'rate = discountedRate(rate, row.discount);\n', '']),
  bug('a promotion goes on after its end', ['trade/charges.ts', 'at >= row.startsAt && at < row.endsAt && ', '']),
];

const REWARDS: readonly PlantedBug[] = [
  bug('a bonus ends before its time', ['rewards/granting.ts', 'at < bonus.expiresAt', 'at < 0']),
  bug('the whole bonus goes back, used or not', [
    'trade/settle.ts',
    'trader.bonus = bonusAfter(trader.bonus!, spent);',
    '',
  ]),
  bug('a bonus goes back twice', ['rewards/granting.ts', 'trader.bonus = bonusAfter(bonus, taken);', '']),
  bug('what open orders hold of a bonus is forgiven', [
    'rewards/granting.ts',
    'trader.bonus = bonusAfter(bonus, taken);',
    'trader.bonus = null;',
  ]),
  bug('a bonus that has been used up to the paisa stays', [
    'trade/bonus.ts',
    'spent >= bonus.left',
    'spent > bonus.left',
  ]),
  bug('a sale with more loss than margin uses no bonus', [
    'trade/settle.ts',
    'const sellerHad = this.#cashWithBonus(seller);',
    'const sellerHad = NO_BONUS;',
  ]),
  bug('a second bonus takes the place of an unused one', [
    'rewards/granting.ts',
    "if (expiresAt !== null && trader.bonus !== null) return { reason: 'bonus-unused' };\n",
    '',
  ]),
  bug('a reward may overflow', [
    'rewards/granting.ts',
    'isWhole(amount) && amount > 0 && ledger.balance(trader.cash) + amount <= MAX_PAISE',
    'isWhole(amount) && amount > 0',
  ]),
  bug('a restart forgets a bonus', ['snapshot.ts', 'trader.bonus = bonus;', '']),
];

const PARTINGS: readonly PlantedBug[] = [
  bug('who leaves keeps the cash', ['engine.ts', 'if (cash > 0)\n      ledger', 'if (cash < 0)\n      ledger']),
  bug('who leaves takes an unused bonus along', ['engine.ts', 'trader.bonus = null;\n    this', 'this']),
  bug('who holds shares may leave', ['engine.ts', 'if (held.length > 0) return', 'if (held.length > 99) return']),
];

/** A millisecond, a share or a row beside what is right. */
const EDGES: readonly PlantedBug[] = [
  bug('a bonus ends a moment late', ['rewards/granting.ts', 'at < bonus.expiresAt', 'at <= bonus.expiresAt']),
  bug('a bonus that ends takes what orders hold', [
    'rewards/granting.ts',
    'Math.min(bonus.left, ledger.available(cash));',
    'Math.min(bonus.left, ledger.balance(cash));',
  ]),
  bug('a seller in loss uses no bonus', [
    'trade/settle.ts',
    'if (seller !== null && sellerHad !== NO_BONUS) this.#useBonus(seller, sellerHad);',
    '',
  ]),
  bug('what was traded at the edge of the timeframe counts', [
    'trade/rolling-sum.ts',
    'entries[this.#start] <= from',
    'entries[this.#start] < from',
  ]),
  bug('a promotion begins a moment late', ['trade/charges.ts', 'at >= row.startsAt', 'at > row.startsAt']),
  bug('a promotion ends a moment late', ['trade/charges.ts', 'at < row.endsAt', 'at <= row.endsAt']),
  bug('two volume discounts add up', [
    'trade/charges.ts',
    '    rate = discountedRate(rate, row.discount);\n    break;',
    '    rate = discountedRate(rate, row.discount);',
  ]),
  bug('a volume discount ends one share early', [
    'trade/charges.ts',
    'quantity > row.maxQuantity',
    'quantity >= row.maxQuantity',
  ]),
  bug('charges are taken before the loan is paid back', [
    'trade/settle.ts',
    '    this.#repay(seller, sold.loan);\n    seller.filledValue += value;\n    this.#countCharges(seller);\n    this.#charge(seller);\n',
    '    seller.filledValue += value;\n    this.#countCharges(seller);\n    this.#charge(seller);\n    this.#repay(seller, sold.loan);\n',
  ]),
];

const LOTS: readonly PlantedBug[] = [
  bug('the newest lot is sold first', [
    'trade/position.ts',
    'this.#lots.insert(place, lot);',
    'this.#lots.insert(0, lot);',
  ]),
  bug('delivery shares are sold before intraday shares', [
    'trade/lots.ts',
    "if (product === 'delivery') return",
    'if (product !== null) return',
  ]),
  bug('fills of different times share a lot', ['trade/position.ts', '    before.boughtAt === lot.boughtAt &&\n', '']),
  bug('a partly sold lot keeps its loan', ['trade/position.ts', 'lot.loan -= repaid;\n', '']),
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

const CHANGES: readonly PlantedBug[] = [
  bug('anybody changes any order', [
    'engine.ts',
    'order === undefined || order.owner !== account',
    'order === undefined',
  ]),
  bug('an order with another price keeps its place', [
    'trade/floor.ts',
    'limitPrice === order.limitPrice && stopPrice === order.stopPrice && quantity < order.quantity',
    'quantity <= order.quantity',
  ]),
  bug('a smaller order goes to the back of its queue', [
    'trade/floor.ts',
    'stopPrice === order.stopPrice && quantity < order.quantity',
    'quantity < 0',
  ]),
  bug('a changed order is checked on top of what it holds itself', [
    'trade/modify.ts',
    'venue.unreserve(order);\n  const refusal = checkOrder(imagined(order, { ...change, chargeTerms }), venue, venue.at);',
    'const refusal = checkOrder(imagined(order, { ...change, chargeTerms }), venue, venue.at);\n  venue.unreserve(order);',
  ]),
  bug('a refused change gives back what the order holds', ['trade/modify.ts', '    venue.reserve(order);\n', '']),
  bug('a changed order shrinks below what is filled', [
    'trade/modify.ts',
    'change.quantity <= filled',
    'change.quantity < 0',
  ]),
  bug('a changed order keeps the discount of its old volume', [
    'trade/modify.ts',
    'quantity === order.quantity || order.filledQuantity > 0 ?',
    'quantity > 0 ?',
  ]),
  bug('a changed order does not trade at its new price', [
    'trade/floor.ts',
    'order.queuedBehind = 0;\n    if (this.#venue.isOpen) this.#execute(order);',
    'order.queuedBehind = 0;\n    if (this.#venue.isOpen) this.rest(order);',
  ]),
  bug('orders outside the band of a new day stay', ['engine.ts', 'if (isOutsideBand(order))', 'if (false)']),
];

const EXITS: readonly PlantedBug[] = [
  bug('an exit forgets its stop', ['trade/floor.ts', 'if (order.isExit) this.market.stops.add(order);', '']),
  bug('an exit that has fired stays in the book', [
    'trade/floor.ts',
    'if (order.level !== null) this.market.book.remove(order);\n    this.#markTriggered(order);',
    'this.#markTriggered(order);',
  ]),
  bug('an exit is placed again and again', ['engine.ts', 'this.venue.exitsDue.delete(entryId);\n', '']),
  bug('an exit sells what another order has set aside', ['engine.ts', 'Math.min(due.quantity, free)', 'due.quantity']),
  bug('a blocked trader gets exits', ['engine.ts', 'trader.isBlocked ? 0 : ', '']),
  bug('an exit is placed in a halt', [
    'engine.ts',
    "    if (floor.isHalted) return refuse({ reason: 'trading-halted', symbol });\n    const free",
    '    const free',
  ]),
  bug('a stop loss may stand above the price', ['trade/exits.ts', 'exits.stop < price && ', '']),
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

const BOOK: readonly PlantedBug[] = [
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
    '    this.brokerage = 0;\n    this.flatFee = 0;\n',
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
    'found === null && index >= this.#find(number) - 1; index--',
  ]),
  bug('a level is found at every 256th price', [
    'market/ladder.ts',
    'sections[index - 1].number >= number',
    'sections[index - 1].number > number + 1',
  ]),
  bug('market protection is forgotten', [
    'market/instrument.ts',
    'Math.min(bandHigh(instrument), roundDownToTick(last + reach, instrument.tickSize))',
    'bandHigh(instrument)',
  ]),
];

const ORDERS: readonly PlantedBug[] = [
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
  bug('the price band is ignored', ['trade/check-order.ts', '!isOutsideBand(order) && (', '(']),
  bug('the limit over the timeframe is ignored', [
    'trade/check-order.ts',
    'already + order.remaining <= limit',
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
    'engine.ts',
    "if (order.timeInForce === 'day' && this",
    "if (order.timeInForce === 'ioc' && this",
  ]),
  bug('a square-off leaves sales open', ['engine.ts', "|| (order.side === 'sell' && quantity > 0)", '']),
  bug('the previous close never moves', ['engine.ts', 'instrument.previousClose = quote.last;', '']),
  bug('a restart forgets the queue', ['snapshot.ts', 'a.priority - b.priority || a.id - b.id', 'b.id - a.id']),
  bug('a restart forgets who is blocked', ['snapshot.ts', 'trader.isBlocked = isBlocked;', '']),
];

const AUCTION: readonly PlantedBug[] = [
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
  bug('orders for the next day end as it begins', ['engine.ts', "=== 'day' && this.venue.isOpen)", "=== 'day')"]),
  bug('orders for the day outlive its trading', [
    'engine.ts',
    "if (order.timeInForce !== 'gtc')",
    "if (order.timeInForce === 'fok')",
  ]),
  bug('the first stock that is halted ends the auction of all', [
    'engine.ts',
    'if (!floor.isHalted) holdAuction(floor);',
    'if (!floor.isHalted) holdAuction(floor);\n      else break;',
  ]),
  bug('a halted stock has an auction', [
    'engine.ts',
    'if (!floor.isHalted) holdAuction(floor);',
    'holdAuction(floor);',
  ]),
];

const AFFAIRS: readonly PlantedBug[] = [
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
  bug('shares of before a split get their exit', ['trade/corporate-actions.ts', 'floor.forgetExits();', '']),
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
    'holders.map(({ trader, position: { quantity } }) => {\n    const cash = quantity * perShare;',
    'holders.map(({ trader, position: { quantity, openSellQuantity } }) => {\n    const cash = (quantity - openSellQuantity) * perShare || 1;',
  ]),
  bug('a limit between two ticks stays in the book', [
    'trade/terms.ts',
    "if (order.limitPrice % tickSize !== 0) floor.withdraw(order, 'off-tick');\n    else if",
    'if',
  ]),
  bug('a band may leave the last price outside', [
    'trade/terms.ts',
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
    'position.put({ ...lot });',
    'position.add({ ...lot });',
  ]),
];

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...MONEY,
  ...REWARDS,
  ...PARTINGS,
  ...EDGES,
  ...LOTS,
  ...CHANGES,
  ...EXITS,
  ...AFFAIRS,
  ...AUCTION,
  ...BOOK,
  ...ORDERS,
];
