// Notifications on a real exchange: its people, what they are told, and their choices.
import { afterAll, beforeAll } from 'vitest';
import type { Notice } from '../../server/notices/notices.ts';
import { startTrading } from '../trading.ts';
import type { Trading } from '../trading.ts';

export let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

export type Trader = Awaited<ReturnType<Trading['trader']>>;

export const choose = (trader: Trader, input: object) =>
  server.call('POST /notificationSettings', input, { token: trader.token });

/** The number of the last reward that anybody was told of. */
export let told = 0;
export const notice = ({ accountNo: account }: Trader, more: Partial<Notice> = {}): Notice => ({
  account,
  kind: 'reward',
  message: `Reward ${++told}`,
  source: `reward:${told}`,
  at: server.clock.at,
  ...more,
});
export const send = (trader: Trader, count: number, more: Partial<Notice> = {}) =>
  server.notices.send(...Array.from({ length: count }, () => notice(trader, more)));
