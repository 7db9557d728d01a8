// Fees as they are typed: read by the call's own rules, with percent where people say percent.
import { expect, test } from 'vitest';
import type { FeesData } from '../../../contract/admin/fees.ts';
import { draftOf, isChanged, readFees, withRow } from './fees-draft.ts';

const fees: FeesData = {
  standardCommissionRate: 1,
  flatTransactionFee: 5,
  volumeDiscounts: [{ minVolume: 100, maxVolume: 500, discountRate: 0.07 }],
  promotions: [],
  statutory: { isOn: false, rates: [] },
  feeSummary: { totalFeesCollected: 0, periodStart: '2026-11-01', periodEnd: '2026-11-21' },
};

test('what is in force is no change, and reads as itself', () => {
  const draft = draftOf(fees);
  expect(draft.volumes[0].discount).toBe('7');
  expect(isChanged(draft, fees)).toBe(false);
  expect(readFees(draft).form).toEqual({
    standardCommissionRate: 1,
    flatTransactionFee: 5,
    volumeDiscounts: [{ minVolume: 100, maxVolume: 500, discountRate: 0.07 }],
  });
});

test('another spelling of the same number is no change', () => {
  expect(isChanged({ ...draftOf(fees), commission: '1.0', flatFee: '5.00' }, fees)).toBe(false);
  expect(isChanged({ ...draftOf(fees), commission: '1.1' }, fees)).toBe(true);
});

test.each([
  [{ commission: '' }, 'commission'],
  [{ commission: 'x' }, 'commission'],
  [{ commission: '11' }, 'commission'],
  [{ flatFee: '-1' }, 'flatFee'],
  [{ flatFee: '1.001' }, 'flatFee'],
  [{ volumes: [{ key: 0, minVolume: '5', maxVolume: '1', discount: '2' }] }, 'volumes'],
  [{ volumes: [{ key: 0, minVolume: '', maxVolume: '1', discount: '2' }] }, 'volumes'],
  [{ volumes: [{ key: 0, minVolume: '1', maxVolume: '5', discount: '101' }] }, 'volumes'],
] as const)('%j is a mistake of %s', (changes, field) => {
  const read = readFees({ ...draftOf(fees), ...changes });
  expect(read.form).toBeNull();
  for (const name of ['commission', 'flatFee', 'volumes'] as const)
    expect([name, read[name] === null]).toEqual([name, name !== field]);
});

test('a new row begins behind the last one, and is valid', () => {
  const draft = withRow(draftOf(fees));
  expect(draft.volumes[1]).toMatchObject({ minVolume: '501', maxVolume: '900' });
  expect(readFees(draft).form).not.toBeNull();
  expect(readFees(withRow({ ...draft, volumes: [] })).form).not.toBeNull();
});
