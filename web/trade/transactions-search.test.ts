// What the transaction history takes from its address: what the call would refuse is dropped, so that a mangled link still opens.
import { expect, test } from 'vitest';
import { transactionsSearch } from './transactions-search.ts';

test.each([
  ['MERIT', 'MERIT'],
  [' merit ', 'MERIT'],
  ['M&M', 'M&M'],
  ['\u{1f600}', undefined],
  ['__PROTO__', undefined],
  ['9'.repeat(41), undefined],
  [['MERIT'], undefined],
])('the stock %s', (symbol, taken) => expect(transactionsSearch({ symbol }).symbol).toBe(taken));
