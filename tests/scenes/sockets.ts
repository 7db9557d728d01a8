// The socket layer by itself: everybody who brings a token comes in, as the next account.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Live } from '../../server/live.ts';

export interface SocketScene {
  readonly live: Live;
  readonly port: number;
  /** The account of who came last. */
  accounts: number;
  /** Awaited before somebody comes in. */
  letIn: () => Promise<void>;
  close(): void;
}

export async function openSockets(): Promise<SocketScene> {
  const connected: string[] = [];
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const live = new Live({
    server: http,
    session: async (token) => {
      await scene.letIn();
      const role = token === 'admin' ? 'admin' : 'user';
      const caller = { id: token, loginId: token, accountNo: ++scene.accounts, role, name: '', email: '' } as const;
      return { caller, expiresAt: Date.now() + 60_000 };
    },
    log: pino({ level: 'silent' }),
    now: Date.now,
    hasRateLimit: true,
    publicUrl: 'https://istock.example',
    onConnected: () => {},
    onPortfolioRequest: () => {},
    onWatchlist: () => {},
    calls: {
      connected: (socket) => void connected.push(socket),
      hear: async ({ socket }) => ({ ok: connected.includes(socket) }),
      gone: () => {},
    },
  });
  const scene: SocketScene = {
    live,
    port: (http.address() as AddressInfo).port,
    accounts: 0,
    letIn: async () => {},
    close: () => {
      live.close();
      http.close();
    },
  };
  return scene;
}
