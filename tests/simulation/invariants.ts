// Invariants of an engine at rest, whatever has happened: the ledger, holds, lots, loans, orders and books.
import type { Engine } from '../../core/engine.ts';
import type { Level } from '../../core/market/level.ts';
import { dueItems, itemised } from '../../core/trade/charges.ts';
import type { Order } from '../../core/trade/order.ts';
import type { Position } from '../../core/trade/position.ts';
import type { StatutoryItem } from '../../core/trade/statutory.ts';
import { chargesOnValue, halfUp } from '../naive/naive-money.ts';
import type { Recorder } from './recorder.ts';

/** Every violation at this moment; empty if there is none. */
export function brokenInvariants(engine: Engine, recorder: Recorder): string[] {
  const faults: string[] = [];
  checkLedger(engine, recorder, faults);
  for (const order of engine.venue.orders.values()) checkOpenOrder(engine, recorder, order, faults);
  for (const order of [...engine.venue.orders.values(), ...recorder.endedNow]) {
    checkPlace(order, faults);
    checkItems(order, faults);
  }
  for (const { id, isOpen } of engine.venue.intradayBuys)
    if (!isOpen) faults.push(`order ${id} has ended, and is listed as an intraday buy`);
  checkPositions(engine, recorder, faults);
  checkBonuses(engine, faults);
  for (const market of engine.markets()) {
    checkLevels(market.book.levels('buy'), 1, faults);
    checkLevels(market.book.levels('sell'), -1, faults);
    const [bid, ask] = [market.book.best('buy'), market.book.best('sell')];
    if (bid !== 0 && ask !== 0 && bid >= ask) faults.push(`${market.instrument.symbol} is crossed: ${bid} to ${ask}`);
  }
  return faults;
}

/** Assets add up to zero, balances are the sums of their transfers, holds are what open orders need, fees are what was charged. */
function checkLedger(engine: Engine, recorder: Recorder, faults: string[]): void {
  const { ledger } = engine.venue;
  const needs = neededByAccount(engine);
  const sums = new Map<number, number>();
  for (const { id, owner, asset, isOverdraftAllowed } of ledger.accounts()) {
    const [balance, held] = [ledger.balance(id), ledger.held(id)];
    const name = `account ${id} (${owner}, asset ${asset})`;
    sums.set(asset, (sums.get(asset) ?? 0) + balance);
    if (balance !== recorder.sums[id])
      faults.push(`${name} has ${balance}, its transfers add up to ${recorder.sums[id]}`);
    if (!Number.isSafeInteger(balance) || !Number.isSafeInteger(held))
      faults.push(`${name} has ${balance}, held ${held}`);
    if (!isOverdraftAllowed && (held < 0 || balance < held)) faults.push(`${name} has ${balance}, held ${held}`);
    const needed = Number(needs.get(id) ?? 0n);
    if (held !== needed) faults.push(`${name} holds ${held}, its open orders need ${needed}`);
    if (owner === 'fees') checkFees(balance, recorder, faults);
    if (owner === 'statutory') checkPassedOn(balance, recorder, faults);
    if (owner === 'rewards' && balance !== -recorder.rewarded)
      faults.push(`the rewards account has ${balance}, granted and not gone back are ${recorder.rewarded}`);
  }
  checkIssues(engine, faults);
  for (const [asset, sum] of sums) if (sum !== 0) faults.push(`asset ${asset} adds up to ${sum}`);
}

/** All shares in issue have been issued by the ledger; companies have paid everything they owed, and nothing came back. */
function checkIssues(engine: Engine, faults: string[]): void {
  const { ledger } = engine.venue;
  const issued = new Map<number, number>();
  for (const { id, owner, asset } of ledger.accounts()) {
    if (owner === 'issue') issued.set(asset, -ledger.balance(id));
    if (owner === 'corporate' && ledger.balance(id) > 0) faults.push(`companies have been given ${ledger.balance(id)}`);
  }
  for (const { instrument } of engine.markets())
    if (instrument.sharesIssued !== issued.get(instrument.id))
      faults.push(
        `${instrument.symbol} says ${instrument.sharesIssued} shares, the ledger ${issued.get(instrument.id)}`,
      );
}

/** No bonus has nothing left, and everything unused is in the owner's cash. */
function checkBonuses({ venue }: Engine, faults: string[]): void {
  for (const { id, cash, bonus } of venue.traders.values()) {
    if (bonus !== null && (bonus.left <= 0 || bonus.left > venue.ledger.balance(cash)))
      faults.push(`trader ${id} has ${venue.ledger.balance(cash)}, and ${bonus.left} unused of a bonus`);
  }
}

function checkFees(earned: number, recorder: Recorder, faults: string[]): void {
  let charged = 0;
  for (const { brokerage, flatFee } of recorder.filledOf.values()) charged += brokerage + flatFee;
  if (charged !== earned) faults.push(`charged ${charged}, fees account ${earned}`);
}

/** Statutory charges are no earnings: they go to an account of their own, and nothing comes back from it. */
function checkPassedOn(passedOn: number, recorder: Recorder, faults: string[]): void {
  let charged = 0;
  for (const { statutory } of recorder.filledOf.values()) charged += statutory;
  if (charged !== passedOn) faults.push(`charged ${charged} by law, statutory account ${passedOn}`);
}

function neededByAccount(engine: Engine): Map<number, bigint> {
  const needs = new Map<number, bigint>();
  for (const order of engine.venue.orders.values()) {
    const account = order.side === 'buy' ? order.trader.cash : order.position.shares;
    needs.set(account, (needs.get(account) ?? 0n) + neededBy(order));
  }
  return needs;
}

/** The cost of the whole order at its limit, less what its fills have cost; shares for a sale. */
function neededBy(order: Order): bigint {
  if (order.side === 'sell') return BigInt(order.remaining);
  const own = (value: bigint) => (order.product === 'intraday' ? halfUp(value, 5n) : value);
  const cost = (value: bigint) => {
    const { commissionRate: rate, flatFee: flat, statutory: law } = order.chargeTerms;
    const intraday = order.product === 'intraday' ? value : 0n;
    const { brokerage, flatFee, statutory } = chargesOnValue('buy', { rate, flat, law }, value, intraday);
    return own(value) + brokerage + flatFee + statutory;
  };
  const filled = BigInt(order.filledValue);
  if (order.limitPrice === 0) return BigInt(order.heldAtFirst) - cost(filled);
  return cost(filled + BigInt(order.remaining) * BigInt(order.limitPrice)) - cost(filled);
}

/** What is filled and what is left add up to the order, and an order is where its status says. */
function checkOpenOrder(engine: Engine, recorder: Recorder, order: Order, faults: string[]): void {
  const say = (fault: string) => faults.push(`order ${order.id}: ${fault}`);
  const sums = recorder.filledOf.get(order.id) ?? { quantity: 0, value: 0, brokerage: 0, flatFee: 0, statutory: 0 };
  if (order.remaining < 1 || order.remaining > order.quantity) say(`${order.remaining} of ${order.quantity} remain`);
  if (sums.quantity !== order.filledQuantity || sums.value !== order.filledValue)
    say('filled is not the sum of its fills');
  const areItsCharges =
    sums.brokerage === order.brokerage && sums.flatFee === order.flatFee && sums.statutory === order.statutory;
  if (!areItsCharges) say('charges are not the sum of its fills');
  if (order.endReason !== null) say(`open, but ended: ${order.endReason}`);
  if (!order.position.openOrders().includes(order)) say('its trader does not know it');
  if (engine.venue.intradayBuys.has(order) !== (order.product === 'intraday' && order.side === 'buy'))
    say('wrongly listed as an intraday buy');
  if (order.isIntradayExit && order.position.unofferedIntraday() < 0) say('offers shares that are not intraday');
  const isPending = order.status === 'stop-pending';
  if (isPending && order.level !== null) say('waits for its trigger and rests');
  const { instrument, quote } = order.market;
  if (!engine.venue.isOpen || engine.venue.isHalted || instrument.isHalted) return;
  if (!isPending && order.level === null) say('is nowhere');
  const isDue = order.side === 'buy' ? quote.last >= order.stopPrice : quote.last <= order.stopPrice;
  if ((isPending || order.isExit) && isDue) say(`stop at ${order.stopPrice} has not fired at ${quote.last}`);
}

/** The charges listed on a receipt are those that were taken: for a buy all that is owed, for a sale at most that. */
function checkItems(order: Order, faults: string[]): void {
  const total = (items: readonly StatutoryItem[]) => items.reduce((sum, { amount }) => sum + amount, 0);
  const [listed, owed] = [total(itemised(order)), total(dueItems(order, order))];
  const isRight = order.side === 'buy' ? order.statutory === owed : order.statutory <= owed;
  if (listed !== order.statutory || !isRight)
    faults.push(`order ${order.id} paid ${order.statutory} by law, its receipt lists ${listed} of ${owed}`);
}

/** An order without a priority is behind no other: a changed order that trades at once, or waits, has left its old place. */
function checkPlace({ id, priority, queuedBehind }: Order, faults: string[]): void {
  if (priority === 0 && queuedBehind !== 0) faults.push(`order ${id} rests nowhere, behind ${queuedBehind}`);
}

/** Shares = lots, loans = the loans account, and the counters that limits and square-off are checked against are right. */
function checkPositions(engine: Engine, recorder: Recorder, faults: string[]): void {
  const { venue } = engine;
  let loans = 0;
  for (const trader of venue.traders.values()) {
    if (venue.ledger.balance(trader.cash) < 0)
      faults.push(`trader ${trader.id} owes ${venue.ledger.balance(trader.cash)}`);
    for (const position of trader.positions.values()) {
      checkPosition(engine, trader.openOrders, position, faults);
      for (const lot of position.lots) loans += lot.loan;
    }
  }
  const account = recorder.accounts.find(({ owner }) => owner === 'margin-loans');
  const lent = account === undefined ? 0 : -venue.ledger.balance(account.id);
  if (loans !== lent) faults.push(`lots owe ${loans}, the loans account has lent ${lent}`);
}

function checkPosition(engine: Engine, open: readonly Order[], position: Position, faults: string[]): void {
  const name = `position of ${position.traderId} in ${position.market.instrument.symbol}`;
  const { lots } = position;
  const shares = position.shares < 0 ? 0 : engine.venue.ledger.balance(position.shares);
  const inLots = lots.reduce((sum, lot) => sum + lot.quantity, 0);
  if (shares !== inLots) faults.push(`${name}: ${shares} shares, ${inLots} in lots`);
  for (const lot of lots) {
    const isRight = lot.quantity > 0 && lot.loan >= 0 && (lot.product === 'intraday' || lot.loan === 0);
    if (!isRight) faults.push(`${name}: lot ${JSON.stringify(lot)}`);
  }
  const cost = lots.reduce((sum, lot) => sum + lot.quantity * lot.price, 0);
  const intraday = lots.reduce((sum, lot) => (lot.product === 'intraday' ? sum + lot.quantity : sum), 0);
  const isCounted = position.quantity === inLots && position.cost === cost && position.intradayQuantity === intraday;
  if (!isCounted)
    faults.push(
      `${name}: totals ${position.quantity}, ${position.cost}, ${position.intradayQuantity} are not those of its lots`,
    );
  checkMargin(position, name, faults);
  const inOrders = { buy: 0, sell: 0 };
  for (const order of open) if (order.position === position) inOrders[order.side] += order.remaining;
  if (inOrders.buy !== position.openBuyQuantity)
    faults.push(`${name}: open buys ${inOrders.buy}, counted ${position.openBuyQuantity}`);
  if (inOrders.sell !== position.openSellQuantity)
    faults.push(`${name}: open sells ${inOrders.sell}, counted ${position.openSellQuantity}`);
  if (intraday > 0 !== engine.venue.intraday.has(position))
    faults.push(`${name}: ${intraday} intraday, wrongly listed for square-off`);
}

/** The list that is checked every second for positions with too large a loss. */
function checkMargin({ lots, intradayCost, loan }: Position, name: string, faults: string[]): void {
  const intraday = lots.filter(({ product }) => product === 'intraday');
  const cost = intraday.reduce((sum, lot) => sum + lot.quantity * lot.price, 0);
  const owed = intraday.reduce((sum, lot) => sum + lot.loan, 0);
  if (intradayCost !== cost || loan !== owed)
    faults.push(`${name}: intraday shares for ${cost}, ${owed} of it lent; counted ${intradayCost} and ${loan}`);
}

/** Levels are sorted best first, and each is the sum of its queue. */
function checkLevels(levels: readonly Level[], sign: 1 | -1, faults: string[]): void {
  let before = Infinity;
  for (const level of levels) {
    if (level.price * sign >= before) faults.push(`level ${level.price} stands after ${before * sign}`);
    before = level.price * sign;
    let [quantity, orders] = [0, 0];
    for (let order = level.first; order !== null; order = order.behind) {
      quantity += order.remaining;
      orders++;
      const isLinked = order.level === level && order.price === level.price && order.remaining > 0;
      const isNext = order.behind === null ? level.last === order : order.behind.ahead === order;
      if (!isLinked || !isNext) faults.push(`order ${order.id} is badly linked at ${level.price}`);
    }
    if (orders === 0 || quantity !== level.quantity || orders !== level.orders)
      faults.push(`level ${level.price} says ${level.quantity} in ${level.orders}, has ${quantity} in ${orders}`);
  }
}
