// Carries a corporate action out at the start of its day: holders' shares and lots, cash in place of fractions, dividends, the price.
import { RUPEES } from '../ledger/ledger.ts';
import { fractionValue, isPossibleRatio, MOST_ISSUED, priceAfter, sharesAfter } from '../market/corporate-action.ts';
import type { CorporateAction, Dividend, ShareChange } from '../market/corporate-action.ts';
import { arePossibleTerms, tickSizeFor } from '../market/instrument.ts';
import type { BandTerms } from '../market/instrument.ts';
import { isWhole } from '../money.ts';
import type { Paise, Quantity } from '../money.ts';
import type { Floor } from './floor.ts';
import type { AppliedAction, Entitlement } from './listener.ts';
import type { Position } from './position.ts';
import { canReceive } from './trader.ts';
import type { Trader } from './trader.ts';
import type { Venue } from './venue.ts';

/** The most shares of one instrument that anybody may come to hold. */
const MOST_HELD: Quantity = 2_000_000_000;

/** What holders got and lost. */
type Entitlements = Pick<AppliedAction, 'holders' | 'lostExits'>;

interface Holder {
  readonly trader: Trader;
  readonly position: Position;
}

/** Tells the venue's listener in any case. `floor` is undefined if the stock is not listed: then nothing can be done. */
export function carryOut(venue: Venue, floor: Floor | undefined, action: CorporateAction): void {
  const priceBefore = floor?.market.quote.last ?? 0;
  const { day, lastTradeId } = venue;
  const given = floor === undefined ? null : entitle(venue, floor, action);
  const lotsMade = venue.lastTradeId - lastTradeId;
  const told = { action, day, priceBefore, priceAfter: floor?.market.quote.last ?? 0, lastTradeId, lotsMade };
  venue.listener.acted({ ...told, isDone: given !== null, ...(given ?? { holders: [], lostExits: [] }) });
}

/** Null for an action that cannot be carried out. */
function entitle(venue: Venue, floor: Floor, action: CorporateAction): Entitlements | null {
  const holders = holdersOf(venue, floor);
  if (action.kind === 'dividend') return arePayable(venue, floor, action, holders) ? pay(venue, action, holders) : null;
  return isFeasible(floor, action, holders) ? restate(venue, floor, action, holders) : null;
}

function holdersOf({ traders }: Venue, { market }: Floor): Holder[] {
  const holders: Holder[] = [];
  for (const trader of traders.values()) {
    const position = trader.positions.get(market.instrument.id);
    if (position !== undefined && position.quantity > 0) holders.push({ trader, position });
  }
  return holders;
}

function arePayable({ ledger }: Venue, { market }: Floor, { perShare }: Dividend, holders: readonly Holder[]): boolean {
  if (!isWhole(perShare) || perShare < 1 || perShare >= market.quote.last) return false;
  return holders.every(({ trader, position }) => canReceive(trader, position.quantity * perShare, ledger));
}

function pay({ ledger }: Venue, { id, perShare }: Dividend, holders: readonly Holder[]): Entitlements {
  const company = ledger.open('corporate', RUPEES);
  const paid = holders.map(({ trader, position: { quantity } }): Entitlement => {
    const cash = quantity * perShare;
    ledger.transfer(company, trader.cash, cash, 'dividend', id);
    return { account: trader.id, before: quantity, after: quantity, cash };
  });
  return { holders: paid, lostExits: [] };
}

/** The terms of the stock after a split or bonus: the tick of the exchange's table where that is finer. */
function termsAfter({ market }: Floor, change: ShareChange): BandTerms & { sharesIssued: Quantity } {
  const { tickSize, priceBand, sharesIssued } = market.instrument;
  const previousClose = priceAfter(market.quote.last, change);
  const tick = Math.min(tickSize, tickSizeFor(previousClose));
  return { previousClose, priceBand, tickSize: tick, sharesIssued: sharesAfter(sharesIssued, change) };
}

function isFeasible(floor: Floor, change: ShareChange, holders: readonly Holder[]): boolean {
  if (!isPossibleRatio(change)) return false;
  const terms = termsAfter(floor, change);
  if (!arePossibleTerms(terms) || terms.sharesIssued > MOST_ISSUED) return false;
  return holders.every(({ position }) => sharesAfter(position.quantity, change) <= MOST_HELD);
}

function restate(venue: Venue, floor: Floor, change: ShareChange, holders: readonly Holder[]): Entitlements {
  const { market } = floor;
  const { instrument, quote } = market;
  // Prices and quantities of open orders refer to the old shares.
  for (const order of venue.orders.values()) if (order.market === market) floor.withdraw(order, 'corporate-action');
  const lostExits = floor.dropExits();
  floor.dropCrowd(() => true);
  const entitlements = holders.map((holder) => giveShares(venue, holder, change, quote.last));
  const terms = termsAfter(floor, change);
  const given = entitlements.reduce((sum, { before, after }) => sum + after - before, 0);
  issueToCrowd(venue, change, instrument.id, terms.sharesIssued - instrument.sharesIssued - given);
  Object.assign(instrument, terms);
  quote.last = quote.open = quote.high = quote.low = terms.previousClose;
  market.peopleFlow = 0;
  venue.listener.instrumentChanged(market);
  return { holders: entitlements, lostExits };
}

function giveShares(venue: Venue, { trader, position }: Holder, change: ShareChange, price: Paise): Entitlement {
  const { ledger, listener } = venue;
  const before = position.quantity;
  const after = sharesAfter(before, change);
  const cash = fractionValue(before, change, price);
  const issue = ledger.open('issue', position.market.instrument.id);
  if (after > before) ledger.transfer(issue, position.shares, after - before, change.kind, change.id);
  if (cash > 0) ledger.transfer(ledger.open('corporate', RUPEES), trader.cash, cash, 'fraction', change.id);
  const changed = position.restate(change, () => ++venue.lastTradeId);
  for (const lot of changed) listener.lotChanged(position, lot);
  return { account: trader.id, before, after, cash };
}

/** The simulated traders get the rest of the new shares; if they are short, so that the rest is negative, they give shares instead. */
function issueToCrowd({ ledger }: Venue, { kind, id }: ShareChange, asset: number, shares: Quantity): void {
  const issue = ledger.open('issue', asset);
  const crowd = ledger.open('crowd', asset);
  if (shares > 0) ledger.transfer(issue, crowd, shares, kind, id);
  if (shares < 0) ledger.transfer(crowd, issue, -shares, kind, id);
}
