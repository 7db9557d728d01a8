// Which conduct surveillance flags and which it does not: for each pattern an example, and innocent conduct that looks like it.
import { expect, test } from 'vitest';
import type { Conduct, Flag, WatchedFill, WatchedMinute, WatchedOrder } from './conduct.ts';
import { findFlags } from './find-flags.ts';

const T0 = Date.UTC(2026, 10, 20, 5);
const s = (seconds: number) => T0 + seconds * 1000;

function order(id: number, more: Partial<WatchedOrder> = {}): WatchedOrder {
  const usual = { side: 'buy', limitPrice: 100_00, quantity: 10, filled: 0, endedAt: null, endReason: null } as const;
  return { id, createdAt: s(id), ...usual, ...more };
}

function fill(tradeId: number, more: Partial<WatchedFill> = {}): WatchedFill {
  const usual = { orderId: tradeId, side: 'buy', price: 100_00, quantity: 10, counterparty: null } as const;
  return { tradeId, at: s(tradeId), ...usual, ...more };
}

function found(conduct: Partial<Conduct>): Flag[] {
  return findFlags({ orders: [], fills: [], minutes: [], linked: new Set(), ...conduct });
}

const names = (flags: readonly Flag[]) => flags.map(({ pattern }) => pattern);

test('an ordinary day raises nothing', () => {
  const orders = Array.from({ length: 40 }, (_, id) =>
    order(id, {
      limitPrice: 100_00 - id,
      endedAt: s(id + 100),
      endReason: id % 3 === 0 ? 'canceled-by-trader' : 'filled',
    }),
  );
  const fills = Array.from({ length: 40 }, (_, id) => fill(id, { side: id % 2 === 0 ? 'buy' : 'sell' }));
  const minutes = [{ startAt: s(0), close: 100_00, volume: 100_000 }];
  expect(found({ orders, fills, minutes })).toEqual([]);
  expect(found({})).toEqual([]);
});

test('wash trading: a trader meets their own orders three times in ten minutes, but not in half an hour', () => {
  const met = (id: number, at: number) => order(id, { createdAt: s(0), endedAt: s(at), endReason: 'self-trade' });
  expect(found({ orders: [met(1, 10), met(2, 300), met(3, 610)] })).toMatchObject([
    { pattern: 'wash-trading', orderIds: [1, 2, 3], from: s(0), to: s(610), other: null, figures: { times: 3 } },
  ]);
  expect(found({ orders: [met(1, 10), met(2, 300), met(3, 611)] })).toEqual([]);
  expect(names(found({ orders: [met(0, 1), met(1, 900), met(2, 1000), met(3, 1100), met(4, 2000)] }))).toEqual([
    'wash-trading',
  ]);
});

test('wash trading: shares go to another and come back at one price', () => {
  const toAndFro = [
    fill(1, { side: 'sell', counterparty: 7 }),
    fill(2, { side: 'buy', counterparty: 7, price: 100_50 }),
    fill(3, { side: 'sell', counterparty: 7 }),
    fill(4, { side: 'buy', counterparty: 7, quantity: 8 }),
  ];
  expect(found({ fills: toAndFro })).toMatchObject([
    {
      pattern: 'wash-trading',
      other: 7,
      tradeIds: [1, 2, 3, 4],
      figures: { traded: 38, kept: 2, low: 100_00, high: 100_50 },
    },
  ]);
  // A fifth of what was traded stays with one of them, 10 of 50; or a share more, and one comes back only once.
  const back = (...quantities: number[]) =>
    found({
      fills: [
        fill(1, { side: 'sell', counterparty: 7, quantity: 15 }),
        fill(2, { side: 'sell', counterparty: 7, quantity: 15 }),
        ...quantities.map((quantity, n) => fill(3 + n, { counterparty: 7, quantity })),
      ],
    });
  expect(back(10, 10)).toMatchObject([{ figures: { traded: 50, kept: 10 } }]);
  expect(back(10, 9)).toEqual([]);
  expect(back(30)).toEqual([]);
  const at = (price: number) => found({ fills: toAndFro.map((one) => (one.tradeId === 2 ? { ...one, price } : one)) });
  expect([at(101_00), at(101_01)]).toMatchObject([[{ figures: { high: 101_00 } }], []]);
  // The price moved, or the shares stayed, or it was with the crowd, or with different people.
  expect(found({ fills: toAndFro.map((one) => (one.tradeId === 2 ? { ...one, price: 101_50 } : one)) })).toEqual([]);
  expect(
    found({ fills: toAndFro.map((one) => ({ ...one, side: one.tradeId < 4 ? 'sell' : 'buy' }) as const) }),
  ).toEqual([]);
  expect(found({ fills: toAndFro.map((one) => ({ ...one, counterparty: null })) })).toEqual([]);
  expect(found({ fills: toAndFro.map((one) => ({ ...one, counterparty: one.tradeId })) })).toEqual([]);
});

test('linked accounts that meet are flagged, strangers are not', () => {
  const fills = [
    fill(1, { counterparty: 7 }),
    fill(2, { counterparty: 7 }),
    fill(3),
    fill(4),
    fill(5),
    fill(6),
    fill(7),
    fill(8),
  ];
  const linked = new Set([7, 8]);
  expect(found({ fills, linked })).toMatchObject([
    { pattern: 'linked-crossing', other: 7, from: s(1), to: s(2), figures: { times: 2, shares: 20, part: 25 } },
  ]);
  expect(found({ fills, linked: new Set([8]) })).toEqual([]);
  // There and back twice is wash trading, and one flag is enough.
  const toAndFro = fills.map((one, n) => ({ ...one, counterparty: 7, side: n % 2 === 0 ? 'buy' : 'sell' }) as const);
  expect(names(found({ fills: toAndFro, linked }))).toEqual(['wash-trading']);
  // Once is chance, however little else there was, and so is a small part of much.
  expect(found({ fills: [fill(1, { counterparty: 7 }), fill(2)], linked })).toEqual([]);
  expect(found({ fills: fills.slice(1), linked })).toEqual([]);
  expect(found({ fills: [...fills, fill(9, { quantity: 3 })], linked })).toEqual([]);
});

test('layering: a wall of three prices goes when the other side has traded', () => {
  const wall = [1, 2, 3].map((id) =>
    order(id, {
      side: 'sell',
      limitPrice: 101_00 + id,
      quantity: 200,
      endedAt: s(30 + id),
      endReason: 'canceled-by-trader',
    }),
  );
  const fills = [fill(20, { quantity: 60 }), fill(21, { quantity: 60 })];
  const [flag, ...more] = found({ orders: wall, fills });
  expect(more).toEqual([]);
  expect(flag).toMatchObject({
    pattern: 'layering',
    from: s(1),
    to: s(33),
    orderIds: [1, 2, 3, 20, 21],
    tradeIds: [20, 21],
    figures: { layers: 3, shown: 600, traded: 120, gone: 600, seconds: 13 },
  });
  // What traded after the wall was gone is part of it, and does not make it stand longer.
  expect(found({ orders: wall, fills: [fills[0], fill(50, { quantity: 60 })] })).toMatchObject([
    { to: s(50), figures: { traded: 120, seconds: 13 } },
  ]);
  // Not a wall: two prices, small, on the same side, still standing, filled, canceled much later, or out of sight.
  const changed = (change: (one: WatchedOrder) => Partial<WatchedOrder>) =>
    found({ orders: wall.map((one) => ({ ...one, ...change(one) })), fills });
  expect(changed(({ id }) => ({ limitPrice: id < 3 ? 101_00 : 102_00 }))).toEqual([]);
  expect(changed(() => ({ quantity: 199 }))).toEqual([]);
  expect(changed(() => ({ side: 'buy' }))).toEqual([]);
  expect(changed(() => ({ endedAt: null, endReason: null }))).toEqual([]);
  expect(changed(() => ({ filled: 5 }))).toEqual([]);
  expect(changed(() => ({ endedAt: s(82) }))).toEqual([]);
  expect(names(changed(() => ({ endedAt: s(81) })))).toEqual(['layering']);
  expect(changed(() => ({ endReason: 'day-ended' }))).toEqual([]);
  expect(changed(() => ({ limitPrice: 0 }))).toEqual([]);
  // Four fifths of the wall go, 480 of 600, and the rest stands; or one share less.
  const standing = (quantities: readonly number[]) =>
    changed(({ id }) => ({ quantity: quantities[id - 1], ...(id === 3 ? { endedAt: null, endReason: null } : {}) }));
  expect(standing([200, 280, 120])).toMatchObject([{ figures: { shown: 600, gone: 480 } }]);
  expect(standing([200, 279, 121])).toEqual([]);
});

test('layering: an order that has stood for days and stays makes the wall neither older nor smaller against what traded', () => {
  const old = order(9, { side: 'sell', limitPrice: 115_00, createdAt: s(-200_000) });
  const wall = [1, 2, 3].map((id) => {
    const ended = { endedAt: s(30), endReason: 'canceled-by-trader' } as const;
    return order(id, { side: 'sell', limitPrice: 101_00 + id, quantity: 200, ...ended });
  });
  const earlier = fill(4, { at: s(-3000), quantity: 100 });
  expect(found({ orders: [old, ...wall], fills: [earlier, fill(20, { quantity: 100 })] })).toMatchObject([
    { pattern: 'layering', from: s(1), tradeIds: [20], figures: { shown: 610, traded: 100, gone: 600 } },
  ]);
});

test('pump: a third of the market, three percent up, and out with a gain', () => {
  const minutes: WatchedMinute[] = [
    { startAt: s(-60), close: 100_00, volume: 50 },
    { startAt: s(0), close: 102_00, volume: 150 },
    { startAt: s(60), close: 103_50, volume: 150 },
  ];
  const buys = [fill(1, { quantity: 50 }), fill(70, { quantity: 50, price: 103_00 })];
  const sale = fill(120, { side: 'sell', quantity: 60, price: 103_20 });
  expect(found({ fills: [...buys, sale], minutes })).toMatchObject([
    {
      pattern: 'pump',
      from: s(1),
      to: s(120),
      tradeIds: [1, 70, 120],
      figures: { bought: 100, sold: 60, part: 33, rise: 3, before: 100_00, top: 103_20 },
    },
  ]);
  // It goes on to the last of its trades, also where that is a further purchase.
  const more = fill(400, { quantity: 10, price: 103_00 });
  expect(found({ fills: [...buys, sale, more], minutes })).toMatchObject([
    { to: s(400), tradeIds: [1, 70, 400, 120], figures: { bought: 110, sold: 60 } },
  ]);
  // Just under a third of the market is enough, and less is not.
  const beside = (volume: number) =>
    found({ fills: [...buys, sale], minutes: minutes.map((one, n) => (n === 2 ? { ...one, volume } : one)) });
  expect([beside(183), beside(184)]).toMatchObject([[{ figures: { part: 30 } }], []]);
  // Kept, sold at a loss, a small part of the market, or no rise to speak of.
  expect(found({ fills: buys, minutes })).toEqual([]);
  expect(found({ fills: [...buys, { ...sale, quantity: 49 }], minutes })).toEqual([]);
  expect(found({ fills: [...buys, { ...sale, price: 101_00 }], minutes })).toEqual([]);
  expect(found({ fills: [...buys, sale], minutes: minutes.map((one) => ({ ...one, volume: 500 })) })).toEqual([]);
  expect(
    found({ fills: [...buys.map((one) => ({ ...one, price: 100_00 })), { ...sale, price: 102_90 }], minutes }),
  ).toEqual([]);
});
