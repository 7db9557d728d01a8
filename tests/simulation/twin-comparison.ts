// Finds differences between engine and naive twin: money, shares, lots, orders, queues, prices.
import type { Engine } from '../../core/engine.ts';
import { RUPEES } from '../../core/ledger/ledger.ts';
import type { Market } from '../../core/market/market.ts';
import type { Order } from '../../core/trade/order.ts';
import type { Trader } from '../../core/trade/trader.ts';
import type { NaiveExchange } from '../naive/naive-exchange.ts';
import type { NaiveMarket } from '../naive/naive-market.ts';
import { isCrowd } from '../naive/naive-market.ts';

type Say = (what: string, real: unknown, naive: unknown) => void;

function sayer(faults: string[], who: string): Say {
  return (what, real, naive) => {
    if (String(real) !== String(naive)) faults.push(`${who}, ${what}: engine ${real}, twin ${naive}`);
  };
}

/** Compares one trader. */
export function differencesOf(engine: Engine, twin: NaiveExchange, trader: Trader): string[] {
  const faults: string[] = [];
  const say = sayer(faults, `trader ${trader.id}`);
  const { ledger } = engine.venue;
  say('cash', ledger.balance(trader.cash), twin.ledger.balance(trader.id, 'RUPEES'));
  say('unused bonus', trader.bonus?.left ?? 0, twin.rewards.unused(trader.id));
  say('held cash', ledger.held(trader.cash), twin.held(trader.id, 'RUPEES'));
  for (const { instrument } of engine.markets()) {
    const { symbol } = instrument;
    const position = trader.positions.get(instrument.id);
    const isOpened = position !== undefined && position.shares >= 0;
    say(symbol, isOpened ? ledger.balance(position.shares) : 0, twin.ledger.balance(trader.id, symbol));
    say(`held ${symbol}`, isOpened ? ledger.held(position.shares) : 0, twin.held(trader.id, symbol));
    const lots = (position?.lots ?? []).map((lot) => `${lot.quantity} @ ${lot.price} ${lot.product} owing ${lot.loan}`);
    const naive = twin.holding(trader.id, symbol).inOrderOfSale();
    say(
      `lots of ${symbol}`,
      lots,
      naive.map((lot) => `${lot.quantity} @ ${lot.price} ${lot.product} owing ${lot.loan}`),
    );
  }
  const open = [...trader.openOrders].map(orderText).sort();
  say(
    'open orders',
    open,
    twin.open
      .filter((order) => order.owner === trader.id)
      .map(naiveText)
      .sort(),
  );
  return faults;
}

function orderText(order: Order): string {
  const { id, status, remaining, held, filledValue, brokerage, flatFee, statutory } = order;
  return `${id} ${status} ${remaining} left, ${held} held, filled for ${filledValue}, charged ${brokerage} + ${flatFee} + ${statutory}`;
}

function naiveText(order: NaiveExchange['open'][number]): string {
  const { id, status, left, needs, value, fills } = order;
  const sum = (part: 'brokerage' | 'flatFee' | 'statutory') => fills.reduce((total, fill) => total + fill[part], 0n);
  const charged = `${sum('brokerage')} + ${sum('flatFee')} + ${sum('statutory')}`;
  return `${id} ${status} ${left} left, ${needs} held, filled for ${value}, charged ${charged}`;
}

/** Compares everybody, the books in full, and the twin's balances recomputed from its first movement. */
export function differences(engine: Engine, twin: NaiveExchange): string[] {
  const faults: string[] = [];
  for (const trader of engine.venue.traders.values()) faults.push(...differencesOf(engine, twin, trader));
  for (const market of engine.markets()) compareMarket(market, twin.markets.get(market.instrument.symbol)!, faults);
  const say = sayer(faults, 'venue');
  const symbolOf = new Map([...engine.markets()].map(({ instrument }) => [instrument.id, instrument.symbol]));
  const recomputed = twin.ledger.recomputed();
  for (const { id, owner, asset } of engine.venue.ledger.accounts()) {
    const name = `${owner}/${asset === RUPEES ? 'RUPEES' : symbolOf.get(asset)}`;
    say(name, engine.venue.ledger.balance(id), recomputed.get(name) ?? 0n);
  }
  const onLoss = engine.positionsOnLoss().map(({ traderId, market }) => `${traderId}/${market.instrument.symbol}`);
  say('positions on loss', onLoss.sort(), twin.onLoss().sort());
  return faults;
}

function compareMarket({ instrument, quote, book }: Market<Order>, naive: NaiveMarket, faults: string[]): void {
  const say = sayer(faults, instrument.symbol);
  say('previous close', instrument.previousClose, naive.previousClose);
  say(
    'terms',
    [instrument.tickSize, instrument.priceBand, instrument.sharesIssued],
    [naive.tick, naive.band, naive.issued],
  );
  say(
    'figures',
    [quote.last, quote.open, quote.high, quote.low, quote.volume],
    [naive.last, naive.open, naive.high, naive.low, naive.volume],
  );
  for (const side of ['buy', 'sell'] as const) {
    const queue = [...book.orders(side)].map(
      ({ id, owner, remaining, price }) => `${owner > 0 ? id : owner}: ${remaining} @ ${price}`,
    );
    const line = naive
      .inLine(side)
      .map((order) => `${isCrowd(order) ? order.owner : order.id}: ${order.left} @ ${order.limit}`);
    say(`${side} queue`, queue, line);
  }
}
