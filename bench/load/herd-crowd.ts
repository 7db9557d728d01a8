// A process of pages: the client library as our web application sets it up, which comes back by itself, and asks anew for what is its own.
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { ClientToServer, PushOf, ServerToClient } from '../../contract/events.ts';
import { Lines } from './lines.ts';

export type HerdOrder =
  | {
      readonly kind: 'open';
      readonly url: string;
      readonly tokens: readonly string[];
      readonly transports: readonly Transport[];
    }
  | { readonly kind: 'report' };

export type Transport = 'websocket' | 'polling';

export interface HerdReport {
  readonly connected: number;
  /** What some of the pages show of their own, in the order of their tokens; null while nothing has come. */
  readonly shown: readonly (string | null)[];
  /** Answers to what pages asked when they were back, other than 200. */
  readonly refused: number;
}

/** What a page asks when it is back. */
const ASKED_ANEW = ['/portfolio', '/marketState', '/getOrders?page=1&limit=20'];
const LINES = 32;
const AGAIN_MS = 10_000;
/** So many of each process tell what they show. */
export const SHOWN = 50;

interface Page {
  readonly token: string;
  readonly socket: Socket<ServerToClient, ClientToServer>;
  hasConnected: boolean;
  shown: string | null;
}

let pages: Page[] = [];
let refused = 0;

/** What does not move with the market. */
export function factsOf({ balance, heldBalance, portfolio }: PushOf<'portfolioUpdate'>): string {
  const shares = portfolio.map(({ symbol, quantity }) => `${symbol} ${quantity}`).sort();
  return JSON.stringify({ balance, heldBalance, shares });
}

function open({ url, tokens, transports }: Extract<HerdOrder, { kind: 'open' }>): void {
  const { hostname, port } = new URL(url);
  const lines = new Lines({ host: hostname, port: Number(port), count: LINES });
  pages = tokens.map((token) => {
    const socket = io(url, {
      auth: { token },
      forceNew: true,
      reconnectionDelayMax: 5_000,
      timeout: 45_000,
      transports: [...transports],
      tryAllTransports: true,
    });
    const page: Page = { token, socket, hasConnected: false, shown: null };
    socket.on('connect', () => {
      if (page.hasConnected) askAnew(lines, page);
      page.hasConnected = true;
      socket.emit('requestPortfolioUpdate', undefined);
    });
    // Refused by a server that is not ready: the library gives up, our page does not.
    socket.on('connect_error', () => void (socket.active || setTimeout(() => socket.connect(), AGAIN_MS)));
    socket.on('disconnect', () => (page.shown = null));
    socket.on('portfolioUpdate', (portfolio) => (page.shown = factsOf(portfolio)));
    return page;
  });
}

function askAnew(lines: Lines, { token }: Page): void {
  for (const where of ASKED_ANEW)
    lines.ask(`${lines.head('GET', where, token)}\r\n`, ({ status }) => (refused += Number(status !== 200)));
}

process.on('message', (order: HerdOrder) => {
  if (order.kind === 'open') open(order);
  const connected = pages.filter(({ socket }) => socket.connected).length;
  const shown = pages.slice(0, SHOWN).map((page) => page.shown);
  process.send?.({ connected, shown, refused } satisfies HerdReport);
});
