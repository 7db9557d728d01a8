// What a page is sent when it connects.
import { expect, test } from 'vitest';
import type { Screen, ScreenNeeds } from '../live/screens.ts';
import { Board } from '../market/board.ts';
import { openSockets } from './sockets.ts';

test('all stocks, and the index, which moves no more where the market is closed', async () => {
  const pushed: unknown[] = [];
  const screens = {
    pushSocket: ({ id }: Screen, event: string, payload: unknown) => pushed.push([id, event, payload]),
  };
  const exchange = { read: async (look: (engine: object) => unknown) => look({}), subscribe: () => {} };
  const board = Object.assign(new Board(), { indexLevel: 9_090_00, indexPreviousClose: 9_000_00 });
  const site = { closers: { add: () => {} }, log: { error: () => {} }, now: () => 0 };
  let needs: ScreenNeeds | undefined;
  const openScreens = (given: ScreenNeeds) => {
    needs = given;
    return screens;
  };
  const venue = { exchange, board, stocks: { read: () => ['every stock'] } };
  openSockets(site as never, venue as never, { calls: {}, openScreens } as never);
  needs!.onConnected({ id: 'a', data: { watchlist: [] } });
  await expect.poll(() => pushed.length).toBe(2);
  expect(pushed).toEqual([
    ['a', 'stockUpdate', ['every stock']],
    ['a', 'index-update', expect.objectContaining({ value: 9_090, change: 90 })],
  ]);
});
