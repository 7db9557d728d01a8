// What is pushed to connected people: quotes to those who watch, and to each trader what is theirs.
import type { PushName, PushOf } from '../../contract/events.ts';
import type { Engine } from '../../core/engine.ts';
import type { Server } from 'node:http';
import type { Calls } from '../call/calls.ts';
import { Live } from '../live.ts';
import type { LiveSocket } from '../live.ts';
import { presentStock } from '../market/present.ts';
import { MarketPublisher } from '../market/publish.ts';
import { TraderPublisher } from '../trade/publish.ts';
import type { AccountParts } from './accounts.ts';
import type { Site } from './site.ts';
import type { VenueParts } from './venue.ts';

export interface SocketParts {
  readonly live: Live;
  readonly publisher: MarketPublisher<LiveSocket>;
  readonly traders: TraderPublisher;
}

export interface SocketNeeds {
  readonly server: Server;
  readonly calls: Calls;
}

export function openSockets(
  site: Site,
  venue: VenueParts,
  { auth }: AccountParts,
  { server, calls }: SocketNeeds,
): SocketParts {
  const { config, log, now, closers } = site;
  const { exchange, board } = venue;
  const live = new Live({
    server,
    session: (token) => auth.access.session(token),
    log,
    now,
    hasRateLimit: config.rateLimit === 'on',
    onConnected: (socket) =>
      void sendWhenDurable(socket, 'stockUpdate', (engine) => [...engine.markets()].map(presentStock)),
    onPortfolioRequest: (account) => void traders.tell(account),
    onWatchlist: (socket) =>
      void sendWhenDurable(socket, 'WatchlistStockUpdate', (engine) => publisher.watchlist(engine, socket)),
    calls,
  });
  closers.add(() => live.close());
  const publisher = new MarketPublisher<LiveSocket>(board, live);
  const traders = new TraderPublisher(exchange, {
    send: ({ account, event, payload }) => live.pushTrader(account, event, payload),
    isListening: (account) => live.isListening(account),
    nameOf: (account) => live.nameOf(account),
    connectedAccounts: () => live.connectedAccounts(),
  });
  exchange.subscribe((batch) => traders.committed(batch));

  /** What a screen starts from. While the exchange recovers it gets nothing, and the next beat tells it all. */
  const sendWhenDurable = async <E extends PushName>(
    socket: LiveSocket,
    event: E,
    look: (engine: Engine) => PushOf<E>,
  ) => {
    const payload = await exchange.read(look).catch(() => null);
    if (payload !== null) live.pushSocket(socket, event, payload);
  };
  return { live, publisher, traders };
}
