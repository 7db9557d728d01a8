// A changed order keeps its place in the queue only where nothing but its quantity falls: of an exit its stop belongs to that too.
import { beforeEach, expect, test } from 'vitest';
import { orderOf, stillMarket } from '../../tests/still-market.ts';
import type { Still } from '../../tests/still-market.ts';
import type { Command } from '../command.ts';
import { changeOutlook } from '../preview.ts';
import type { Order } from './order.ts';

const [ASHA, RAVI, LEELA] = [1, 2, 3];
const TCS = 'TCS';

let still: Still;

function ordered(command: Command): Order {
  const outcome = still.apply(command);
  if (!outcome.isAccepted || outcome.order === null) throw new Error(`no order: ${JSON.stringify(outcome)}`);
  return outcome.order;
}

/** Ten shares at 100, and their exit: the target at 104, the stop loss at 97. */
function exitOf(account: number): Order {
  still.quote(TCS, 'sell', 100_00, 10);
  const exits = { target: 104_00, stop: 97_00 };
  const { id } = ordered(orderOf({ account, symbol: TCS, side: 'buy', quantity: 10, exits }));
  return ordered({ kind: 'place-exit', entryId: id });
}

let [first, second]: Order[] = [];

beforeEach(() => {
  still = stillMarket({ [TCS]: 100_00 }, { [ASHA]: 10_000_00, [RAVI]: 10_000_00, [LEELA]: 10_000_00 });
  [first, second] = [exitOf(ASHA), exitOf(RAVI)];
});

test.each([
  ['fewer shares: it keeps its place', { quantity: 8 }, [8, 2]],
  ['fewer shares and another stop: it comes as if it were new', { quantity: 8, stopPrice: 96_00 }, [0, 10]],
  ['fewer shares at another price: it stands there', { quantity: 8, limitPrice: 104_50 }, [0, 10]],
  ['another stop: it comes as if it were new', { stopPrice: 96_00 }, [0, 10]],
  ['the same again: it keeps its place', {}, [10, 0]],
])('%s', (_, change, filled) => {
  const asked = { quantity: 10, limitPrice: 104_00, stopPrice: 97_00, ...change };
  ordered({ kind: 'modify-order', account: ASHA, orderId: first.id, ...asked });
  ordered(orderOf({ account: LEELA, symbol: TCS, side: 'buy', quantity: 10, orderType: 'limit', limitPrice: 104_00 }));
  expect([first.filledQuantity, second.filledQuantity]).toEqual(filled);
});

test('more shares: it comes as if it were new', () => {
  const bid = { symbol: TCS, side: 'buy', orderType: 'limit', limitPrice: 99_00, quantity: 5 } as const;
  const [before, behind] = [ordered(orderOf({ account: ASHA, ...bid })), ordered(orderOf({ account: LEELA, ...bid }))];
  ordered({ kind: 'modify-order', account: ASHA, orderId: before.id, quantity: 6, limitPrice: 99_00, stopPrice: 0 });
  ordered({ kind: 'cancel-order', account: RAVI, orderId: second.id });
  ordered(orderOf({ account: RAVI, ...bid, side: 'sell' }));
  expect([before.filledQuantity, behind.filledQuantity]).toEqual([0, 5]);
});

test('an exit that was changed at its place still has its stop, at the new price', () => {
  ordered({
    kind: 'modify-order',
    account: ASHA,
    orderId: first.id,
    quantity: 8,
    limitPrice: 104_00,
    stopPrice: 96_00,
  });
  still.quote(TCS, 'buy', 96_50, 50);
  still.mark(TCS, 97_00);
  expect([first.triggeredAt === null, second.triggeredAt === null]).toEqual([true, false]);
});

test('an exit’s target cannot be moved to the last price or below it: it would be sold at once, or wait outside the band', () => {
  const change = { kind: 'modify-order', account: ASHA, orderId: first.id, quantity: 10 } as const;
  const wrongSide = { isAccepted: false, refusal: { reason: 'exits-on-wrong-side', price: 100_00 } };
  for (const limitPrice of [100_00, 98_00, 10_00])
    expect(still.apply({ ...change, limitPrice, stopPrice: 97_00 })).toEqual(wrongSide);
  // The price passes the target while nobody buys there: the stop can still follow.
  still.clear(TCS);
  ordered({ ...change, limitPrice: 100_05, stopPrice: 97_00 });
  expect(first).toMatchObject({ limitPrice: 100_05, remaining: 10 });
  still.engine.market(TCS)!.quote.last = 101_00;
  ordered({ ...change, limitPrice: 100_05, stopPrice: 98_00 });
  expect(first).toMatchObject({ limitPrice: 100_05, stopPrice: 98_00, remaining: 10 });
});

test('the check of a change gives the same result as the change, keeps the holds, and knows the place in the queue', () => {
  const bid = { symbol: TCS, side: 'buy', orderType: 'limit', limitPrice: 99_00, quantity: 5 } as const;
  const asks = [
    [{ quantity: 4 }, 'taken', true],
    [{ quantity: 5 }, 'taken', true],
    [{ quantity: 6 }, 'taken', false],
    [{ quantity: 4, limitPrice: 98_00 }, 'taken', false],
    // Of 10,000 ten shares have cost 1,015; 102 at 99 are 10,098.
    [{ quantity: 102 }, 'insufficient-balance', false],
    [{ limitPrice: 50_00 }, 'outside-price-band', false],
    [{ quantity: 5_000 }, 'over-buy-limit', false],
    [{ quantity: 0 }, 'invalid-quantity', false],
    [{ limitPrice: 0 }, 'invalid-price', false],
    [{ account: LEELA }, 'unknown-order', false],
  ] as const;
  for (const [asked, reason, keepsPlace] of asks) {
    const { id } = ordered(orderOf({ account: RAVI, ...bid }));
    const { ledger } = still.engine.venue;
    const before = JSON.stringify(ledger.accounts());
    const change = { account: RAVI, orderId: id, quantity: 5, limitPrice: 99_00, stopPrice: 0, ...asked };
    const outlook = changeOutlook(still.engine, change, still.at);
    expect(JSON.stringify(ledger.accounts())).toBe(before);
    const outcome = still.apply({ kind: 'modify-order', ...change });
    const met = outcome.isAccepted ? 'taken' : outcome.refusal.reason;
    expect([outlook.refusal?.reason ?? met, outlook.keepsPlace, met], JSON.stringify(asked)).toEqual([
      reason,
      keepsPlace,
      reason,
    ]);
    if (outlook.refusal !== null) expect(outcome).toMatchObject({ refusal: outlook.refusal });
    still.apply({ kind: 'cancel-order', account: RAVI, orderId: id });
  }
});

test('before the opening an order keeps its place in that queue, whatever is changed', () => {
  still.apply({ kind: 'close-market' });
  const bid = { symbol: TCS, side: 'buy', orderType: 'limit', limitPrice: 99_00, quantity: 5 } as const;
  const { id } = ordered(orderOf({ account: RAVI, ...bid }));
  const change = { account: RAVI, orderId: id, quantity: 7, limitPrice: 98_00, stopPrice: 0 };
  expect(changeOutlook(still.engine, change, still.at)).toEqual({ refusal: null, keepsPlace: true });
});

test('a change that trades fires the stops that its price has reached, at once', () => {
  const bid = { symbol: TCS, side: 'buy', orderType: 'limit', limitPrice: 96_00, quantity: 1 } as const;
  const order = ordered(orderOf({ account: LEELA, ...bid }));
  still.quote(TCS, 'sell', 96_50, 1);
  expect(first.triggeredAt).toBeNull();
  ordered({ kind: 'modify-order', account: LEELA, orderId: order.id, quantity: 1, limitPrice: 96_50, stopPrice: 0 });
  expect([order.filledQuantity, first.triggeredAt, second.triggeredAt]).toEqual([1, still.at, still.at]);
});
