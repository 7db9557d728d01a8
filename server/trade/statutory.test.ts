// Statutory charges end to end: set by an administrator, shown before an order, held, posted, itemised on receipts, and never counted as earned.
import { beforeAll, describe, expect, test } from 'vitest';
import type { RouteName } from '../../contract/routes.ts';
import { get, goToDay, server, today, tradeOnKnownDays } from '../../tests/scenes/diary.ts';
import type { Trader } from '../../tests/scenes/diary.ts';

const NSE = {
  from: '2024-10-01',
  sttDelivery: 0.1,
  sttIntradaySell: 0.025,
  exchange: 0.00297,
  sebi: 0.0001,
  stampDelivery: 0.015,
  stampIntraday: 0.003,
  gst: 18,
};
const FEES = { standardCommissionRate: 1, flatTransactionFee: 5, volumeDiscounts: [] };

let admin: Awaited<ReturnType<typeof server.admin>>;

const ask = (name: RouteName, input: object = {}) => server.call(name, input, { token: admin.token });
const set = (isOn: boolean, rates: object[] = [NSE], fees = FEES) =>
  ask('POST /updateFees', { ...fees, statutory: { isOn, rates } });

beforeAll(async () => {
  admin = await server.admin();
  await goToDay(1);
});

/** Asks what it costs, places it over a book of one price, and returns both. */
async function placed({ token }: Trader, asked: { type: string; quantity: number; isIntraday?: boolean }) {
  const isBuy = asked.type === 'BUY';
  server.clear('MERIT');
  server.mark('MERIT', 400_00);
  server.quote('MERIT', isBuy ? 'sell' : 'buy', 400_00, asked.quantity);
  const preview = (await server.call('GET /charges', { symbol: 'MERIT', ...asked }, { token })).body.data;
  const order = (await server.call('POST /orders', { stock: 'MERIT', ...asked }, { token })).body.data;
  expect(order).toMatchObject({ status: 'COMPLETED', filledQuantity: asked.quantity });
  expect(order.charges).toBe(preview.totalCharges);
  expect([order.statutoryCharges, order.statutoryItems]).toEqual([preview.statutoryCharges, preview.statutoryItems]);
  return { preview, order };
}

test('off by default, with the public rates ready', async () => {
  const fees = (await ask('GET /getFees')).body.data;
  expect(fees.statutory).toEqual({ isOn: false, rates: [NSE] });
  const asha = await server.trader(100_000_00);
  const { preview, order } = await placed(asha, { type: 'BUY', quantity: 10 });
  expect(preview).toMatchObject({ statutoryCharges: 0, statutoryItems: [], statutoryRates: null, totalCharges: 45 });
  expect(order).toMatchObject({ charges: 45, statutoryCharges: 0, statutoryItems: [] });
});

describe('on', () => {
  beforeAll(() => set(true));

  test('the table reads as it was set', async () => {
    expect((await ask('GET /getFees')).body.data.statutory).toEqual({ isOn: true, rates: [NSE] });
  });

  test('a delivery buy, its sale, and what an order of 4,000 rupees pays for each', async () => {
    const asha = await server.trader(100_000_00);
    const { preview } = await placed(asha, { type: 'BUY', quantity: 10 });
    // 0.1 % of 4000; 0.00297 % = 0.1188; 0.0001 % = 0.004; 0.015 % = 0.60; 18 % of 40 + 5 + 0.12 = 8.1216.
    expect(preview.statutoryItems).toEqual([
      { name: 'Securities transaction tax', amount: 4 },
      { name: 'Exchange transaction charge', amount: 0.12 },
      { name: 'Stamp duty', amount: 0.6 },
      { name: 'GST', amount: 8.12 },
    ]);
    expect(preview).toMatchObject({ statutoryCharges: 12.84, totalCharges: 57.84, statutoryRates: NSE });
    const { order } = await placed(asha, { type: 'SELL', quantity: 10 });
    expect(order.statutoryItems.map(({ amount }: { amount: number }) => amount)).toEqual([4, 0.12, 8.12]);
    expect(order.charges).toBe(57.24);
    const { transactions } = (await server.call('GET /transactions', {}, { token: asha.token })).body.data;
    expect(transactions).toMatchObject([
      { charges: 57.24, statutoryCharges: 12.24 },
      { charges: 57.84, statutoryCharges: 12.84 },
    ]);
    const portfolio = (await server.call('GET /portfolio', {}, { token: asha.token })).body.data;
    expect(portfolio.balance).toBe(100_000 - 57.84 - 57.24);
  });

  test('which tax a sale pays is decided by the shares, whatever it calls itself', async () => {
    const asha = await server.trader(100_000_00);
    const tax = ({ order }: Awaited<ReturnType<typeof placed>>) =>
      order.statutoryItems.find(({ name }: { name: string }) => name === 'Securities transaction tax')?.amount ?? 0;
    expect(tax(await placed(asha, { type: 'BUY', quantity: 10, isIntraday: true }))).toBe(0);
    expect(tax(await placed(asha, { type: 'BUY', quantity: 10 }))).toBe(4);
    // 6 of the intraday shares: 0.025 % of 2400.
    expect(tax(await placed(asha, { type: 'SELL', quantity: 6 }))).toBe(0.6);
    // The other 4, and 5 for delivery: 0.40 and 2.00.
    expect(tax(await placed(asha, { type: 'SELL', quantity: 9 }))).toBe(2.4);
    const sale = await placed(asha, { type: 'SELL', quantity: 5, isIntraday: true });
    expect([tax(sale), sale.order.isIntraday]).toEqual([2, false]);
  });

  test('an order keeps the rates of its day, and is itemised day by day', async () => {
    const asha = await server.trader(100_000_00);
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const terms = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', price: 399, quantity: 10, timeInForce: 'GTC' };
    const { orderId } = (await server.call('POST /orders', terms, { token: asha.token })).body.data;
    const story = (await server.call('GET /orders/{id}/events', { id: orderId }, { token: asha.token })).body.data;
    // 3990: 39.90 + 5; 3.99 + 0.12 + 0 + 0.60 + 8.10.
    expect(story[1].text).toContain('charges of ₹57.71');
    const fill = (quantity: number) =>
      server.turn((engine) => void engine.desk('MERIT', server.clock.at).take(-9, 'sell', quantity, 399_00));
    fill(4);
    const first = today();
    await set(true, [NSE, { ...NSE, from: first, gst: 28 }]);
    await goToDay(1, 0);
    fill(6);
    const notes = [
      await get(asha, 'GET /contractNote', { day: first }),
      await get(asha, 'GET /contractNote', { day: today() }),
    ];
    // 1596: 1.60 + 0.05 + 0.24 + 18 % of 15.96 + 5 + 0.05; then what is left of the whole.
    expect(notes.map(({ orders: [order] }) => order.statutoryItems)).toEqual([
      [
        { name: 'Securities transaction tax', amount: 1.6 },
        { name: 'Exchange transaction charge', amount: 0.05 },
        { name: 'Stamp duty', amount: 0.24 },
        { name: 'GST', amount: 3.78 },
      ],
      [
        { name: 'Securities transaction tax', amount: 2.39 },
        { name: 'Exchange transaction charge', amount: 0.07 },
        { name: 'Stamp duty', amount: 0.36 },
        { name: 'GST', amount: 4.32 },
      ],
    ]);
    for (const note of notes) {
      const [order] = note.orders;
      const sum = order.statutoryItems.reduce(
        (all: number, { amount }: { amount: number }) => all + Math.round(amount * 100),
        0,
      );
      expect(sum).toBe(Math.round(note.statutoryCharges * 100));
      expect(note.statutoryItems).toEqual(order.statutoryItems);
      expect(order.fills[0].statutoryCharges).toBe(note.statutoryCharges);
      expect(note.charges).toBeCloseTo(note.brokerage + note.flatFee + note.statutoryCharges, 9);
      expect(note.net).toBeCloseTo(-note.bought - note.charges, 9);
    }
    await set(true);
  });

  test('the diary and the profit report count them; known trades of ABC', async () => {
    await set(true, [NSE], { ...FEES, standardCommissionRate: 0, flatTransactionFee: 0 });
    const asha = await server.trader(100_000_00);
    await tradeOnKnownDays(asha);
    const diary = await get(asha, 'GET /tradeDiary');
    // The sum of five orders, each part to the paisa: see core/trade/statutory.test.ts.
    expect(diary).toMatchObject({
      overallPL: 3000,
      brokerage: 0,
      charges: 125.13,
      statutoryCharges: 125.13,
      netPL: 2874.87,
    });
    expect(diary.trades[0]).toMatchObject({ charges: 26.43, statutoryCharges: 26.43 });
    const analytics = await get(asha, 'GET /diaryAnalytics');
    expect(analytics).toMatchObject({ netPL: 2874.87, charges: 125.13 });
    const { balance } = (await server.call('GET /portfolio', {}, { token: asha.token })).body.data;
    expect(balance).toBe(102_874.87);
    await set(true);
  });

  test('an administrator sees what was earned, and apart from it what was passed on', async () => {
    const span = { from: today(), to: today() };
    const before = (await ask('GET /feeReport', span)).body.data;
    const asha = await server.trader(100_000_00);
    await placed(asha, { type: 'BUY', quantity: 10 });
    const after = (await ask('GET /feeReport', span)).body.data;
    expect(after.totalFeesCollected).toBeCloseTo(before.totalFeesCollected + 45, 9);
    expect(after.statutory).toBeCloseTo(before.statutory + 12.84, 9);
    expect(after.days.at(-1).total).toBeCloseTo(after.days.at(-1).commission + after.days.at(-1).flatFees, 9);
    const proof = (await ask('GET /ledger/verify')).body.data;
    expect(proof.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    const money = (await ask('GET /userMoney/{id}', { id: asha.id })).body.data;
    expect(money).toMatchObject({ unexplained: 0, balance: 100_000 - 4000 - 57.84 });
    const preview = (await ask('POST /feePreview', { ...FEES, statutory: { isOn: false, rates: [] } })).body.data;
    expect(preview.statutoryThen).toBe(0);
    expect(preview.statutoryPaid).toBeGreaterThan(150);
    const same = (await ask('POST /feePreview', FEES)).body.data;
    expect(same.statutoryThen).toBeGreaterThan(150);
  });
});

describe('setting the table', () => {
  test('what does not name it leaves it; a form over another table is refused', async () => {
    await set(true);
    expect((await ask('POST /updateFees', FEES)).body.data.statutory.isOn).toBe(true);
    const seen = { ...FEES, statutory: { isOn: true, rates: [NSE] } };
    const off = { isOn: false, rates: [NSE] };
    expect((await ask('POST /updateFees', { ...FEES, statutory: off, seen })).status).toBe(200);
    const late = await ask('POST /updateFees', { ...FEES, statutory: { isOn: true, rates: [] }, seen });
    expect([late.status, late.body.error?.code]).toEqual([409, 'changed-meanwhile']);
    expect((await ask('POST /updateFees', { ...FEES, seen: FEES })).status).toBe(200);
  });

  test('rows come back the first day first, and the log says what changed', async () => {
    const later = { ...NSE, from: '2026-04-01', sttDelivery: 0.125 };
    expect((await set(true, [later, NSE])).body.data.statutory.rates).toEqual([NSE, later]);
    const { entries } = (await ask('GET /auditLog', { page: 1, limit: 1 })).body.data;
    const change = entries[0].changes.find(({ field }: { field: string }) => field === 'statutory');
    expect(change.after).toContain('from 2026-04-01: sttDelivery 0.125%');
  });

  test.each([
    [{ isOn: 'yes', rates: [] }, /say whether it is on/],
    [{ isOn: true }, /list its rates/],
    [true, /list its rates/],
    [{ isOn: true, rates: [{ ...NSE, from: 'soon' }] }, /a first day like/],
    [{ isOn: true, rates: [{ ...NSE, from: '1989-12-31' }] }, /not before 1990/],
    [{ isOn: true, rates: [{ ...NSE, sttDelivery: 10.1 }] }, /from 0 to 10/],
    [{ isOn: true, rates: [{ ...NSE, exchange: -0.1 }] }, /from 0 to 10/],
    [{ isOn: true, rates: [{ ...NSE, exchange: 0.0000001 }] }, /six decimals/],
    [{ isOn: true, rates: [{ ...NSE, sebi: '0.1' }] }, /from 0 to 10/],
    [{ isOn: true, rates: [{ ...NSE, gst: 50.5 }] }, /from 0 to 50/],
    [{ isOn: true, rates: [{ from: '2026-01-01' }] }, /from 0 to 10/],
    [{ isOn: true, rates: [NSE, { ...NSE, gst: 1 }] }, /two rows for one day/],
    [
      { isOn: true, rates: Array.from({ length: 21 }, (_, n) => ({ ...NSE, from: `20${10 + n}-01-01` })) },
      /at most 20 rows/,
    ],
  ])('%j is refused with a sentence', async (statutory, sentence) => {
    const hash = await server.stateHash();
    const { status, body } = await ask('POST /updateFees', { ...FEES, statutory });
    expect([status, body.message]).toEqual([400, expect.stringMatching(sentence)]);
    expect(await server.stateHash()).toBe(hash);
  });
});
