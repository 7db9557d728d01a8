// Corporate actions in the naive twin, in BigInt: shares, costs and cash of each holder, one after the other.
import type { CorporateAction, Dividend, ShareChange } from '../../core/market/corporate-action.ts';
import { tickSizeFor } from '../../core/market/instrument.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import type { NaiveMarket } from './naive-market.ts';
import { halfUp } from './naive-money.ts';
import type { NaiveHolding, NaiveLot } from './naive-order.ts';
import { isMarketPossible } from './naive-terms.ts';

const MOST_CASH = 10_000_000_000_000n;

export function act(twin: NaiveExchange, action: CorporateAction): void {
  const market = twin.markets.get(action.symbol);
  if (market === undefined) return void twin.log.push(`acted ${action.id} not`);
  const holders = [...twin.accounts.keys()]
    .filter((account) => twin.ledger.balance(account, action.symbol) > 0n)
    .sort((a, b) => a - b);
  const lines =
    action.kind === 'dividend' ? pay(twin, market, action, holders) : restate(twin, market, action, holders);
  if (lines === null) return void twin.log.push(`acted ${action.id} not`);
  twin.log.push(`acted ${action.id} ${lines.join(', ')}`);
}

function pay(twin: NaiveExchange, market: NaiveMarket, action: Dividend, holders: number[]): string[] | null {
  const { id, symbol, perShare } = action;
  if (!Number.isSafeInteger(perShare) || perShare < 1 || perShare >= market.last) return null;
  const due = (account: number) => twin.ledger.balance(account, symbol) * BigInt(perShare);
  if (holders.some((account) => twin.ledger.balance(account, 'RUPEES') + due(account) > MOST_CASH)) return null;
  return holders.map((account) => {
    twin.ledger.move('corporate', account, 'RUPEES', due(account), 'dividend');
    const shares = twin.ledger.balance(account, symbol);
    return `${id}: ${account} has ${shares} of ${shares} and ${due(account)}`;
  });
}

function restate(twin: NaiveExchange, market: NaiveMarket, action: ShareChange, holders: number[]): string[] | null {
  const { id, symbol } = action;
  const [from, to] = [action.from, action.to];
  if (![from, to].every((each) => Number.isSafeInteger(each)) || from < 1 || from > 100) return null;
  if (to <= from || to > 1000) return null;
  const [old, fresh] = [BigInt(from), BigInt(to)];
  const price = Number(halfUp(BigInt(market.last) * old, fresh)) || 1;
  const tickSize = Math.min(market.tick, tickSizeFor(price));
  const issued = Number((BigInt(market.issued) * fresh) / old);
  const terms = {
    symbol,
    name: '',
    sector: '',
    tickSize,
    priceBand: market.band,
    previousClose: price,
    sharesIssued: issued,
  };
  if (!isMarketPossible(terms) || issued > 1_000_000_000_000) return null;
  const after = (shares: bigint) => (shares * fresh) / old;
  if (holders.some((account) => after(twin.ledger.balance(account, symbol)) > 2_000_000_000n)) return null;

  twin.endAll((order) => order.terms.symbol === symbol, 'corporate-action');
  const lost: string[] = [];
  for (const [entryId, { entry }] of [...twin.exitsDue].sort(([a], [b]) => a - b)) {
    if (entry.terms.symbol !== symbol) continue;
    twin.exitsDue.delete(entryId);
    twin.log.push(`exit due ${entryId} for 0`);
    if (twin.ledger.balance(entry.owner, symbol) > 0n) lost.push(`${entry.owner} without exit of ${entryId}`);
  }
  market.dropCrowd(() => true);
  let given = 0n;
  const lines = holders.map((account) => {
    const shares = twin.ledger.balance(account, symbol);
    const more = after(shares) - shares;
    given += more;
    // What is left over of a new share: a number of parts of `old`, each worth the old price by `fresh`.
    const over = shares * fresh - after(shares) * old;
    const cash = halfUp(over * BigInt(market.last), fresh);
    twin.ledger.move('issue', account, symbol, more, action.kind);
    twin.ledger.move('corporate', account, 'RUPEES', cash, 'fraction');
    restateLots(twin.holding(account, symbol), after);
    return `${id}: ${account} has ${after(shares)} of ${shares} and ${cash}`;
  });
  const left = BigInt(issued - market.issued) - given;
  if (left >= 0n) twin.ledger.move('issue', 'crowd', symbol, left, action.kind);
  else twin.ledger.move('crowd', 'issue', symbol, -left, action.kind);
  market.issued = issued;
  market.tick = tickSize;
  market.previousClose = market.last = market.open = market.high = market.low = price;
  return [...lines, ...lost];
}

/** Each share keeps its cost: the new shares of a lot share it, some a paisa dearer than the others. */
function restateLots(holding: NaiveHolding, after: (shares: bigint) => bigint): void {
  const lots = holding.inOrderOfSale();
  holding.lots.length = 0;
  let before = 0n;
  for (const lot of lots) {
    const quantity = after(before + lot.quantity) - after(before);
    before += lot.quantity;
    const cost = lot.price * lot.quantity;
    const dearer = cost % quantity;
    const loan = (lot.loan * (quantity - dearer)) / quantity;
    const cheap: NaiveLot = { ...lot, quantity: quantity - dearer, price: cost / quantity, loan };
    holding.lots.push(cheap);
    if (dearer > 0n) holding.lots.push({ ...lot, quantity: dearer, price: cheap.price + 1n, loan: lot.loan - loan });
  }
}
