// How fresh the prices on the screen are called.
import { expect, test, vi } from 'vitest';

// A page that nobody is logged in to.
vi.stubGlobal('sessionStorage', { getItem: () => null });
vi.stubGlobal('BroadcastChannel', undefined);
const { freshness } = await import('./live-text.tsx');

test('the prices of a closed market are not called live', () => {
  expect(
    ([undefined, 'open', 'pre-open', 'opening', 'closed'] as const).map((phase) => freshness('live', phase)),
  ).toEqual(['live', 'live', 'live', 'live', 'still']);
});

test('prices that are old are called so in a closed market, too', () => {
  const connections = ['connecting', 'delayed', 'offline'] as const;
  expect(connections.map((connection) => freshness(connection, 'closed'))).toEqual(connections);
});
