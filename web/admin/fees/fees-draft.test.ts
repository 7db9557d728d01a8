// Fees as they are typed: read by the call's own rules, in percent where people use percent.
import { expect, test } from 'vitest';
import type { FeesData } from '../../../contract/admin/fees.ts';
import { wireRates } from '../../../contract/trade/statutory-rates.ts';
import { DEFAULT_STATUTORY } from '../../../core/trade/settings.ts';
import { draftOf, formOf, isChanged, readFees, withRow } from './fees-draft.ts';
import { rowOfToday, withRates } from './statutory-draft.ts';

/** Those of October 2024, the only row that a site begins with. */
const rates = wireRates(DEFAULT_STATUTORY.rates[0]);

const fees: FeesData = {
  standardCommissionRate: 1,
  flatTransactionFee: 5,
  volumeDiscounts: [{ minVolume: 100, maxVolume: 500, discountRate: 0.07 }],
  promotions: [],
  statutory: { isOn: false, rates: [rates] },
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
    statutory: fees.statutory,
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

test('a discount of parts of a percent is saved as it was typed, and read again as such', () => {
  const volumes = [{ key: 0, minVolume: '100', maxVolume: '499', discount: '2.55' }];
  const { volumeDiscounts } = formOf({ ...draftOf(fees), volumes });
  expect(volumeDiscounts).toEqual([{ minVolume: 100, maxVolume: 499, discountRate: 0.0255 }]);
  expect(draftOf({ ...fees, volumeDiscounts } as typeof fees).volumes).toEqual(volumes);
});

const [row] = draftOf(fees).statutory.rows;
const withTable = (statutory: object) => {
  const draft = draftOf(fees);
  return { ...draft, statutory: { ...draft.statutory, ...statutory } };
};

test('small rates are typed without an exponent, and go back as they came', () => {
  expect(row).toMatchObject({ from: '2024-10-01', exchange: '0.00297', sebi: '0.0001', gst: '18' });
  const tiny = { ...fees, statutory: { isOn: true, rates: [{ ...rates, sebi: 0.000001, gst: 0 }] } };
  expect(draftOf(tiny).statutory.rows[0]).toMatchObject({ sebi: '0.000001', gst: '0' });
  expect(formOf(draftOf(tiny)).statutory).toEqual(tiny.statutory);
});

test('the switch, a rate and a row are each a change', () => {
  expect(isChanged(withTable({ isOn: true }), fees)).toBe(true);
  expect(isChanged(withTable({ rows: [{ ...row, gst: '12' }] }), fees)).toBe(true);
  expect(isChanged(withTable({ rows: [{ ...row, gst: '18.0' }] }), fees)).toBe(false);
  expect(isChanged(withTable({ rows: [] }), fees)).toBe(true);
});

test.each([
  [{ gst: '51' }, '1 gst'],
  [{ sebi: '' }, '1 sebi'],
  [{ exchange: '0.0000001' }, '1 exchange'],
  [{ stampIntraday: '-1' }, '1 stampIntraday'],
  [{ from: '1989-12-31' }, '1 from'],
  [{ from: '' }, '1 from'],
])('%j is a mistake at its own cell', (changes, cell) => {
  const { form, statutory } = readFees(withTable({ rows: [row, { ...row, key: 1, from: '2026-04-01', ...changes }] }));
  expect([form, [...statutory.cells.keys()], statutory.table]).toEqual([null, [cell], null]);
});

test('two rows for one day are a mistake of the table', () => {
  const { form, statutory } = readFees(withTable({ rows: [row, { ...row, key: 1 }] }));
  expect([form, statutory.cells.size]).toEqual([null, 0]);
  expect(statutory.table).toBe('The statutory table must not have two rows for one day.');
});

test('new rates are those of the newest row, from today or the day after it', () => {
  const first = withRates(draftOf(fees).statutory, '2026-11-22');
  expect(first.rows[1]).toEqual({ ...row, key: 1, from: '2026-11-22' });
  const second = withRates(first, '2026-11-22');
  expect(second.rows[2]).toMatchObject({ key: 2, from: '2026-11-23' });
  expect(readFees(withTable(second)).form).not.toBeNull();
  // With no row left the rates that a site begins with are offered again.
  expect(withRates({ isOn: true, rows: [] }, '2026-11-22').rows).toEqual([{ ...row, from: '2026-11-22' }]);
  expect(rowOfToday(second.rows, '2026-11-22')).toBe(second.rows[1]);
  expect(rowOfToday(second.rows, '2024-09-30')).toBeUndefined();
});
