// A period in the address of the fees is a first and a last day in this order, or is not there.
import { expect, test } from 'vitest';
import { feesSearch } from './fees-search.ts';

test.each([
  [{ from: '2026-01-05', to: '2026-02-01' }, true],
  [{ from: '2026-01-05', to: '2026-01-05' }, true],
  [{ from: '2026-02-01', to: '2026-01-05' }, false],
  [{ from: '2026-01-05' }, false],
  [{ to: '2026-01-05' }, false],
  [{ from: '0202-01-05', to: '2026-01-05' }, false],
  [{ from: '2026-02-30', to: '2026-03-05' }, false],
  [{ from: 5, to: '2026-03-05' }, false],
  [{}, false],
])('%j', (address, isMeant) => {
  expect(feesSearch(address)).toEqual(isMeant ? address : {});
});
