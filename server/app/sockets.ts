// What is pushed to connected people: quotes to watchers, and to each trader their own data.
import type { Calls } from '../call/calls.ts';
import { FirstStates } from '../live/first-states.ts';
import type { Screen, ScreenNeeds, Screens } from '../live/screens.ts';
import { presentIndex } from '../market/present.ts';
import { MarketPublisher } from '../market/publish.ts';
import { TraderPublisher } from '../trade/publish.ts';
import type { TraderPushes } from '../trade/publish.ts';
import type { Site } from './site.ts';
import type { VenueParts } from './venue.ts';

export interface SocketParts {
  readonly screens: Screens;
  readonly publisher: MarketPublisher<Screen>;
  readonly traders: TraderPublisher;
}

export interface SocketNeeds {
  readonly calls: Calls;
  /** Sockets of this process, or those of gateways. */
  readonly openScreens: (needs: ScreenNeeds) => Screens;
}

export function openSockets(site: Site, venue: VenueParts, { calls, openScreens }: SocketNeeds): SocketParts {
  const { exchange, board, stocks } = venue;
  const indexNow = () => presentIndex(board.indexLevel, board.indexPreviousClose, site.now());
  const screens = openScreens({
    onConnected: (screen) => {
      void states.send(screen, 'stockUpdate', (engine) => stocks.read(engine));
      // It is pushed when it moves: a page that comes back to a closed market would go on showing what it was before.
      if (board.indexLevel > 0) void states.send(screen, 'index-update', indexNow);
    },
    onPortfolioRequest: (account) => void traders.tell(account),
    onWatchlist: (screen) =>
      void states.send(screen, 'WatchlistStockUpdate', (engine) => publisher.watchlist(engine, screen)),
    calls,
  });
  site.closers.add(() => screens.close());
  const states = new FirstStates({ exchange, screens, log: site.log });
  site.closers.add(() => states.close());
  const publisher = new MarketPublisher<Screen>(board, stocks, screens);
  const pushes: TraderPushes = {
    send: ({ account, event, payload }) => screens.pushTrader(account, event, payload),
    isListening: (account) => screens.isListening(account),
    nameOf: (account) => screens.nameOf(account),
    connectedAccounts: () => screens.connectedAccounts(),
  };
  const traders = new TraderPublisher(exchange, pushes, site.log);
  exchange.subscribe((batch) => traders.committed(batch));
  return { screens, publisher, traders };
}
