// Two administrators with the same form: neither loses work, and neither undoes the other's.
import { expect, test } from 'vitest';
import { draftBefore, rebased } from './rebased.ts';

test('the other\u2019s change shows where nothing was typed; what was typed stays', () => {
  const base = { buy: '1000', sell: '1000', hours: '24' };
  const typed = { ...base, sell: '70' };
  expect(rebased(typed, base, { buy: '500', sell: '1000', hours: '24' })).toEqual({
    buy: '500',
    sell: '70',
    hours: '24',
  });
  // Both have changed the same field: the text being typed stays.
  expect(rebased(typed, base, { ...base, sell: '80' })).toEqual(typed);
});

test('parts of parts are looked at one by one, lists as a whole', () => {
  const base = { texts: { amount: '50', days: '30' }, on: { signup: true }, rows: [{ min: '1' }] };
  const typed = { ...base, texts: { amount: '60', days: '30' } };
  const saved = { texts: { amount: '50', days: '7' }, on: { signup: false }, rows: [{ min: '1' }, { min: '9' }] };
  expect(rebased(typed, base, saved)).toEqual({ ...saved, texts: { amount: '60', days: '7' } });
  const rowsTyped = { ...base, rows: [{ min: '2' }] };
  expect(rebased(rowsTyped, base, saved).rows).toEqual([{ min: '2' }]);
});

test('text typed while a save was under way stays, and everything else is as saved', () => {
  const sent = { commission: '1.50', flatFee: '5', statutory: { gst: '18' } };
  const saved = { commission: '1.5', flatFee: '5', statutory: { gst: '18' } };
  expect(rebased({ ...sent, statutory: { gst: '12' } }, sent, saved)).toEqual({ ...saved, statutory: { gst: '12' } });
});

test('what was typed before goes over what is in force by now, unless it is not of this form', () => {
  const base = { buy: '1000', rows: [{ min: '1' }] };
  const draft = { ...base, rows: [{ min: '2' }] };
  expect(draftBefore({ draft, base }, { buy: '500', rows: [] })).toEqual({ buy: '500', rows: [{ min: '2' }] });
  for (const kept of [
    undefined,
    'text',
    { draft },
    { draft: { buy: '7' }, base },
    { draft: { ...draft, rows: ['2'] }, base },
  ])
    expect([kept, draftBefore(kept, base)]).toEqual([kept, null]);
});
