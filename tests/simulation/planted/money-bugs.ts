// Bugs in sums: charges, holds, margin, rewards, and the money of people who leave.
import { plantedBug as bug } from './bug.ts';
import type { PlantedBug } from './bug.ts';

export const MONEY: readonly PlantedBug[] = [
  bug('commission is cut instead of rounded half up', ['money.ts', 'product + parts / 2', 'product']),
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
    'trade/cash-to-hold.ts',
    'return order.cashFor(order.remaining, order.price);',
    'return order.ownMoneyIn(order.remaining * order.price);',
  ]),
  bug('a market buy is not capped by what it holds', [
    'trade/floor.ts',
    'return affordable(order, price, quantity);',
    'return quantity;',
  ]),
  bug('a deposit may overflow', ['accounts.ts', '!canReceive(trader, amount, ledger)', '!(amount > 0)']),
  bug('the flat fee is taken for every fill', ['trade/settle.ts', 'flatFee - order.flatFee;', 'flatFee;']),
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

/** Statutory charges. */
export const LAWS: readonly PlantedBug[] = [
  bug('what the law takes is not held', [
    'trade/order.ts',
    'const charges = earned + this.statutoryAt(value, this.intradayIn(value), earned);',
    'const charges = earned;',
  ]),
  bug('a new table changes what open orders pay', [
    'engine.ts',
    'venue.fees = command.fees;\n',
    'venue.fees = command.fees;\n        for (const order of venue.orders.values()) order.chargeTerms = venue.termsFor(order.quantity, venue.at);\n',
  ]),
  bug('an order comes with the rates of the one before', ['trade/venue.ts', ' && statutory === last.statutory', '']),
  bug('rates hold a day late', ['trade/statutory.ts', 'row.from <= day', 'row.from < day']),
  bug('the receipt leaves the stamp duty out', [
    'trade/statutory.ts',
    "{ kind: 'stamp-duty', amount: stampDutyOn(rates, side, value - intraday, intraday) },",
    "{ kind: 'stamp-duty', amount: 0 },",
  ]),
  bug('the sale of intraday shares pays the tax of delivery', [
    'trade/settle.ts',
    'const intradayValue = price * sold.intradayQuantity;',
    'const intradayValue = 0;',
  ]),
  bug('intraday shares are sold without tax', [
    'trade/statutory.ts',
    "side === 'sell' ? tax + applyFineRate(intraday, rates.sttIntradaySell) : tax",
    'tax',
  ]),
  bug('GST forgets what the house earns', [
    'trade/statutory.ts',
    'stamped + applyFineRate(earned + exchange + sebi, rates.gst);',
    'stamped + applyFineRate(exchange + sebi, rates.gst);',
  ]),
  bug('what the law takes counts as earned', ['trade/settle.ts', 'this.#stateAccount(), due', 'this.#fees, due']),
  bug('the law takes more of a sale than it brings', [
    'trade/statutory.ts',
    "return side === 'buy' ? owed : Math.min(owed, value - earned);",
    'return owed;',
  ]),
  bug('the law takes what a seller in loss does not have', [
    'trade/settle.ts',
    'if (due.statutory > left) due.statutory = left;\n',
    '',
  ]),
  bug('a restart forgets what the law has taken', ['snapshot.ts', 'order.statutory = record.statutory;\n', '']),
  bug('a restart forgets what was intraday', ['snapshot.ts', 'order.intradayValue = record.intradayValue;\n', '']),
];

export const REWARDS: readonly PlantedBug[] = [
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
  bug('a reward may overflow', ['rewards/granting.ts', '!canReceive(trader, amount, ledger)', '!(amount > 0)']),
  bug('a restart forgets a bonus', ['snapshot.ts', 'trader.bonus = bonus;', '']),
];

export const PARTINGS: readonly PlantedBug[] = [
  bug('who leaves keeps the cash', ['accounts.ts', 'if (cash > 0)', 'if (cash < 0)']),
  bug('who leaves takes an unused bonus along', ['accounts.ts', 'trader.bonus = null;\n', '']),
  bug('who holds shares may leave', ['accounts.ts', 'if (held.length > 0) return', 'if (held.length > 99) return']),
];

/** One millisecond, share or row too many or too few. */
export const EDGES: readonly PlantedBug[] = [
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
  bug(
    'charges are taken before the loan is paid back',
    ['trade/settle.ts', '    this.#repay(seller, sold.loan);\n', ''],
    [
      'trade/settle.ts',
      '    this.#charge(seller);\n',
      '    this.#charge(seller);\n    this.#repay(seller, sold.loan);\n',
    ],
  ),
];
