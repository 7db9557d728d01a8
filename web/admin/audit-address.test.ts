// Who has left is named in the log without the address that only the database needs.
import { expect, test } from 'vitest';
import { personText } from './audit-address.ts';

test.each([
  ['deleted-fefa3eb9e5963e4747415364@deleted.invalid', 'Deleted account fefa3eb9'],
  ['asha@example.com', 'asha@example.com'],
  ['MERIT', 'MERIT'],
])('%s', (address, text) => {
  expect(personText(address)).toBe(text);
});
