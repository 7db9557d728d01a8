// The admin desk on real trading parts for one test file: an administrator, and the calls of its dashboard.
import { afterAll, beforeAll } from 'vitest';
import { startTrading, type Trading } from '../trading.ts';

export let server: Trading;
export let admin: Awaited<ReturnType<Trading['admin']>>;
beforeAll(async () => {
  server = await startTrading();
  admin = await server.admin();
});
afterAll(() => server.close());

export const asAdmin = (name: Parameters<Trading['call']>[0], input: object = {}) =>
  server.call(name, input, { token: admin.token });
export const order = (token: string, asked: object) => server.call('POST /orders', asked, { token });

export const dashboard = async () => {
  // Several screens share one count for two seconds.
  server.clock.at += 2500;
  return (await asAdmin('GET /adminDashboard', { days: 7 })).body.data;
};
