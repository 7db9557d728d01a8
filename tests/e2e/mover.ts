// Buys and sells a share at market in turn, so that a test need not wait until a quiet market moves by itself.
import type { RealServer } from '../crash/real-server.ts';

/** Each call trades once, on the other side of the book than the last call. */
export async function openMover(server: RealServer, stock: string): Promise<() => Promise<void>> {
  const token = await server.newTrader('mover', 50_000);
  let type = 'SELL';
  return async () => {
    type = type === 'BUY' ? 'SELL' : 'BUY';
    await server.call('POST', '/orders', { token, body: { stock, type, orderType: 'MARKET', quantity: 1 } });
  };
}
