// A process of pages that reconnect by themselves and fetch their own data again: a few with the client library, as our web application
// sets it up, the others without it, because ten thousand of them with the library need more processors than the server.
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '../../contract/events.ts';
import { factsOf } from './herd-facts.ts';
import { LightPage } from './light-page.ts';
import { Lines } from './lines.ts';

export type HerdOrder =
  | {
      readonly kind: 'open';
      readonly url: string;
      readonly tokens: readonly string[];
      readonly transports: readonly Transport[];
      /** Each process has an address, and with it ports, of its own. */
      readonly localAddress: string;
    }
  | { readonly kind: 'report' };

export type Transport = 'websocket' | 'polling';

export interface HerdReport {
  readonly connected: number;
  /** What some of the pages show of their owners' data, in the order of their tokens; null before anything has arrived. */
  readonly shown: readonly (string | null)[];
  /** Replies other than 200 to what pages asked after reconnecting. */
  readonly refused: number;
}

/** The calls that a page makes after reconnecting. */
const ASKED_ANEW = ['/portfolio', '/marketState', '/getOrders?page=1&limit=20'];
const LINES = 32;
const AGAIN_MS = 10_000;
/** How many pages of each process report what they show. */
export const SHOWN = 250;
/** How many pages of each process have the library, with WebSocket first: polling needs the library. */
const FULL = 50;

interface Page {
  readonly isConnected: boolean;
  readonly shown: string | null;
}

class LibraryPage implements Page {
  readonly #socket: Socket<ServerToClient, ClientToServer>;
  shown: string | null = null;

  constructor(url: string, token: string, transports: readonly Transport[], onBack: () => void) {
    const socket: Socket<ServerToClient, ClientToServer> = io(url, {
      auth: { token },
      forceNew: true,
      reconnectionDelayMax: 5_000,
      timeout: 45_000,
      transports: [...transports],
      tryAllTransports: true,
    });
    this.#socket = socket;
    let hasConnected = false;
    socket.on('connect', () => {
      if (hasConnected) onBack();
      hasConnected = true;
      socket.emit('requestPortfolioUpdate', undefined);
    });
    // The library gives up after a refusal by a server that is not ready; our page tries again.
    socket.on('connect_error', () => void (socket.active || setTimeout(() => socket.connect(), AGAIN_MS)));
    socket.on('disconnect', () => (this.shown = null));
    socket.on('portfolioUpdate', (portfolio) => (this.shown = factsOf(portfolio)));
  }

  get isConnected(): boolean {
    return this.#socket.connected;
  }
}

let pages: Page[] = [];
let refused = 0;

function open({ url, tokens, transports, localAddress }: Extract<HerdOrder, { kind: 'open' }>): void {
  const { hostname: host, port: portText } = new URL(url);
  const port = Number(portText);
  const lines = new Lines({ host, port, count: LINES, localAddress });
  const [first] = transports;
  pages = tokens.map((token, n) => {
    const onBack = (): void => askAnew(lines, token);
    if (first === 'polling' || n < FULL) return new LibraryPage(url, token, transports, onBack);
    return new LightPage({ host, port, localAddress, token }, onBack);
  });
}

function askAnew(lines: Lines, token: string): void {
  for (const where of ASKED_ANEW)
    lines.ask(`${lines.head('GET', where, token)}\r\n`, ({ status }) => (refused += Number(status !== 200)));
}

process.on('message', (order: HerdOrder) => {
  if (order.kind === 'open') open(order);
  const connected = pages.filter(({ isConnected }) => isConnected).length;
  const shown = pages.slice(0, SHOWN).map((page) => page.shown);
  process.send?.({ connected, shown, refused } satisfies HerdReport);
});
