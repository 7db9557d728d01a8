// What trades moved is read back under the names under which it was decided: the view has the list of the code, in its order.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

test('of an intraday buy and its sale, each transfer is of the kind that its accounts and its sum say', async () => {
  const fees = await server.exchange.read((engine) => engine.venue.fees);
  const statutory = { ...fees.statutory, isOn: true };
  await server.exchange.submit({ kind: 'set-fees', fees: { ...fees, statutory } });
  const asha = await server.trader(10_000_00);
  for (const [type, side] of [
    ['BUY', 'sell'],
    ['SELL', 'buy'],
  ] as const) {
    server.quote('MERIT', side, 400_00, 10);
    const order = { stock: 'MERIT', type, quantity: 10, isIntraday: type === 'BUY' };
    await server.call('POST /orders', order, { token: asha.token });
    server.clear('MERIT');
  }
  const { rows } = await server.database.query<{ kind: string; from: string; to: string; amount: number }>(
    `select t.kind, case when d.owner ~ '^\\d' then 'asha' else d.owner end as "from",
       case when c.owner ~ '^\\d' then 'asha' else c.owner end as "to", t.amount from settled_transfers t
     join ledger_accounts d on d.venue = t.venue and d.id = t.debit
     join ledger_accounts c on c.venue = t.venue and c.id = t.credit and c.asset = 0
     where t.venue = $1 order by t.id`,
    [VENUE],
  );
  expect(rows.map(({ kind, from, to, amount }) => [kind, from, to, amount])).toEqual([
    // A fifth of 4,000 is her own.
    ['margin-loan', 'margin-loans', 'asha', 3200_00],
    ['trade', 'asha', 'crowd', 4000_00],
    ['brokerage', 'asha', 'fees', 40_00],
    ['flat-fee', 'asha', 'fees', 5_00],
    // 12 paise of the exchange, 12 of stamp duty at 0.003 %, and 18 % of 45.12.
    ['statutory', 'asha', 'statutory', 8_36],
    ['trade', 'crowd', 'asha', 4000_00],
    ['margin-repayment', 'asha', 'margin-loans', 3200_00],
    ['brokerage', 'asha', 'fees', 40_00],
    ['flat-fee', 'asha', 'fees', 5_00],
    // A rupee of transaction tax at 0.025 %, and no stamp duty.
    ['statutory', 'asha', 'statutory', 9_24],
  ]);
});
