// Anybody can write an address: only values that a screen knows come through.
import { expect, test } from 'vitest';
import { auditSearch } from './audit-search.ts';
import { dashboardSearch } from './dashboard/dashboard-search.ts';
import { managementSearch, ordersOfTypeSearch } from './orders/orders-search.ts';
import { sessionsSearch } from './sessions/sessions-search.ts';
import { deskTransactionsSearch } from './transactions/transactions-search.ts';
import { portfolioSearch } from './users/portfolio-search.ts';
import { usersSearch } from './users/users-search.ts';

test('known values come through', () => {
  expect(usersSearch({ page: 3, q: 'asha', status: 'blocked', sort: '-email' })).toEqual({
    page: 3,
    q: 'asha',
    status: 'blocked',
    sort: '-email',
  });
  expect(usersSearch({ q: 1234 }).q).toBe('1234');
  expect(auditSearch({ action: 'halt-market', from: '2026-11-01', to: '2026-11-30' })).toMatchObject({
    action: 'halt-market',
    from: '2026-11-01',
    to: '2026-11-30',
  });
  expect(dashboardSearch({ days: 90, show: 'fees' })).toEqual({ days: 90, show: 'fees' });
  expect(portfolioSearch({ tab: 'transactions', page: '2' })).toEqual({ tab: 'transactions', page: 2 });
});

test.each([{ page: 0 }, { page: -3 }, { page: 1.5 }, { page: 'x' }, { page: 1e12 }, { page: {} }])(
  '%j is the first page',
  (address) => {
    expect(usersSearch(address).page).toBeUndefined();
  },
);

test('unknown values are left out', () => {
  expect(usersSearch({ status: 'gone', sort: 'password', q: ['a'] })).toEqual({});
  expect(auditSearch({ from: 'yesterday', to: 20261130 })).toEqual({});
  expect(dashboardSearch({ days: 31, show: 'secrets' })).toEqual({});
  expect(portfolioSearch({ tab: 'settings' })).toEqual({});
  expect(auditSearch({ from: '2026-02-30', to: '2026-99-99' })).toEqual({});
  expect(auditSearch({ from: '2026', to: '2026-11' })).toEqual({});
  expect(ordersOfTypeSearch({ date: '2026-02-30', status: 'GONE' })).toEqual({});
  for (const { q } of [usersSearch, managementSearch, deskTransactionsSearch, sessionsSearch].map((read) =>
    read({ q: 'x'.repeat(500) }),
  ))
    expect(q).toHaveLength(64);
});
