// Which balances a batch writes, without a database.
import { expect, test } from 'vitest';
import { Ledger } from '../../core/ledger/ledger.ts';
import { BalancesBehind } from './balances-behind.ts';

function twoAccounts() {
  const ledger = new Ledger({ opened: () => {}, transferred: () => {} });
  const [provider, wallet] = [ledger.open('provider', 0), ledger.open(1, 0)];
  const behind = new BalancesBehind();
  const pay = (amount: number): void => {
    ledger.transfer(provider, wallet, amount, 'deposit', 1);
    behind.moved(provider, wallet);
  };
  const written = (amount: number) => [
    { id: provider, balance: -amount },
    { id: wallet, balance: amount },
  ];
  return { ledger, behind, pay, written };
}

test('the first batch writes all that was behind, in the order of the accounts', () => {
  const { ledger, behind, pay, written } = twoAccounts();
  pay(5);
  behind.begin([1, 0]);
  expect(behind.take(ledger, false)).toEqual(written(5));
});

test('a batch that is asked writes what it and those before it have moved', () => {
  const { ledger, behind, pay, written } = twoAccounts();
  behind.take(ledger, false);
  pay(5);
  expect(behind.take(ledger, false)).toBeNull();
  expect(behind.take(ledger, true)).toEqual(written(5));
  expect(behind.take(ledger, true)).toEqual([]);
});

test.each(['transfers', 'batches'])('after four thousand %s they are written unasked', (what) => {
  const { ledger, behind, pay, written } = twoAccounts();
  behind.take(ledger, true);
  pay(1);
  let steps = 1;
  if (what === 'transfers') for (; steps < 4_000; steps++) behind.moved(0, 1);
  else for (; steps < 4_000; steps++) expect(behind.take(ledger, false)).toBeNull();
  expect(behind.take(ledger, false)).toEqual(written(1));
  expect(behind.take(ledger, false)).toBeNull();
});
