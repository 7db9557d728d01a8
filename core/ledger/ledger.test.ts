// The ledger: two sides to everything, nobody spends what is held, refused movements leave nothing behind.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Ledger, NO_ACCOUNT, RUPEES } from './ledger.ts';
import type { Account, Transfer } from './ledger.ts';

const TCS = 1;

function fresh() {
  const opened: Account[] = [];
  const transfers: Transfer[] = [];
  const ledger = new Ledger({
    opened: (account) => void opened.push(account),
    transferred: (transfer) => void transfers.push({ ...transfer }),
  });
  const provider = ledger.open('provider', RUPEES);
  const asha = ledger.open(1, RUPEES);
  const ravi = ledger.open(2, RUPEES);
  return { ledger, provider, asha, ravi, opened, transfers };
}

describe('accounts', () => {
  test('opened once, numbered from 0, announced once', () => {
    const { ledger, asha, opened } = fresh();
    expect(ledger.open(1, RUPEES)).toBe(asha);
    expect(ledger.open(1, TCS)).toBe(3);
    expect(opened.map(({ id, owner, asset }) => [id, owner, asset])).toEqual([
      [0, 'provider', RUPEES],
      [1, 1, RUPEES],
      [2, 2, RUPEES],
      [3, 1, TCS],
    ]);
    expect(opened.map(({ isOverdraftAllowed }) => isOverdraftAllowed)).toEqual([true, false, false, false]);
  });

  test('an account that is not there has nothing', () => {
    expect(fresh().ledger.available(NO_ACCOUNT)).toBe(0);
  });
});

describe('transfers', () => {
  test('one side loses what the other gains', () => {
    const { ledger, provider, asha, ravi, transfers } = fresh();
    ledger.transfer(provider, asha, 500, 'deposit', 77);
    ledger.transfer(asha, ravi, 200, 'trade', 78);
    expect([provider, asha, ravi].map((account) => ledger.balance(account))).toEqual([-500, 300, 200]);
    expect(transfers).toEqual([
      { id: 1, debit: provider, credit: asha, amount: 500, kind: 'deposit', reference: 77 },
      { id: 2, debit: asha, credit: ravi, amount: 200, kind: 'trade', reference: 78 },
    ]);
    expect(ledger.lastTransferId).toBe(2);
  });

  test.for([0, -1, 0.5, NaN, Infinity, -0, 2 ** 53])('an amount of %f is no transfer', (amount) => {
    const { ledger, provider, asha, transfers } = fresh();
    expect(() => ledger.transfer(provider, asha, amount, 'deposit', 1)).toThrow('whole amount');
    expect([ledger.balance(asha), transfers.length]).toEqual([0, 0]);
  });

  test('not to oneself, and not from rupees into shares', () => {
    const { ledger, provider, asha } = fresh();
    ledger.transfer(provider, asha, 500, 'deposit', 1);
    expect(() => ledger.transfer(asha, asha, 1, 'trade', 1)).toThrow('two accounts of one asset');
    expect(() => ledger.transfer(asha, ledger.open(2, TCS), 1, 'trade', 1)).toThrow('two accounts of one asset');
  });

  test('a person spends no more than there is, the venue may', () => {
    const { ledger, provider, asha, ravi } = fresh();
    ledger.transfer(provider, asha, 500, 'deposit', 1);
    expect(() => ledger.transfer(asha, ravi, 501, 'trade', 1)).toThrow('only what is free');
    ledger.transfer(asha, ravi, 500, 'trade', 1);
    expect(ledger.balance(asha)).toBe(0);
  });
});

describe('holds', () => {
  test('held money can be neither spent nor held again, until it is released', () => {
    const { ledger, provider, asha, ravi } = fresh();
    ledger.transfer(provider, asha, 500, 'deposit', 1);
    ledger.hold(asha, 300);
    expect([ledger.balance(asha), ledger.held(asha), ledger.available(asha)]).toEqual([500, 300, 200]);
    expect(() => ledger.transfer(asha, ravi, 201, 'trade', 1)).toThrow('only what is free');
    expect(() => ledger.hold(asha, 201)).toThrow('only what is free');
    ledger.release(asha, 1);
    ledger.transfer(asha, ravi, 201, 'trade', 1);
    expect([ledger.balance(asha), ledger.held(asha)]).toEqual([299, 299]);
    expect(() => ledger.release(asha, 300)).toThrow('only what is held');
  });

  test.for([-1, 0.5, NaN, -0])('a hold of %f is refused', (amount) => {
    const { ledger, provider, asha } = fresh();
    ledger.transfer(provider, asha, 500, 'deposit', 1);
    expect(() => ledger.hold(asha, amount)).toThrow('assertion failed');
    expect(ledger.held(asha)).toBe(0);
  });
});

test('whatever is tried, an asset adds up to zero and nobody has less than nothing', () => {
  const step = fc.record({
    verb: fc.constantFrom('transfer', 'hold', 'release'),
    from: fc.nat(3),
    to: fc.nat(3),
    amount: fc.integer({ min: -5, max: 200 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { ledger } = fresh();
      ledger.open(3, RUPEES);
      for (const { verb, from, to, amount } of steps) {
        try {
          if (verb === 'transfer') ledger.transfer(from, to, amount, 'trade', 1);
          else ledger[verb as 'hold' | 'release'](from, amount);
        } catch {
          continue;
        }
      }
      const accounts = ledger.accounts();
      expect(accounts.reduce((sum, { id }) => sum + ledger.balance(id), 0)).toBe(0);
      for (const { id, isOverdraftAllowed } of accounts) {
        expect(ledger.held(id)).toBeGreaterThanOrEqual(0);
        expect(isOverdraftAllowed || ledger.available(id) >= 0).toBe(true);
      }
    }),
  );
});

describe('restored', () => {
  test('balances and numbers go on where they were', () => {
    const { ledger, provider, asha } = fresh();
    ledger.transfer(provider, asha, 500, 'deposit', 1);
    const stored = ledger.accounts().map((account) => ({ account, balance: ledger.balance(account.id) }));
    const again = new Ledger({ opened: () => {}, transferred: () => {} });
    again.open('provider', RUPEES);
    again.restore(stored, ledger.lastTransferId);
    expect(again.accounts()).toEqual(ledger.accounts());
    expect([again.balance(provider), again.balance(asha), again.lastTransferId]).toEqual([-500, 500, 1]);
    expect(() => again.restore(stored, 1)).toThrow('restored once');
  });

  test('never under other numbers', () => {
    const ledger = new Ledger({ opened: () => {}, transferred: () => {} });
    ledger.open('fees', RUPEES);
    const account = { id: 0, owner: 'house', asset: RUPEES, isOverdraftAllowed: true } as const;
    expect(() => ledger.restore([{ account, balance: 1 }], 1)).toThrow('under their own ids');
  });
});
