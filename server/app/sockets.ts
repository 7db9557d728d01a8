// What is pushed to connected people: quotes to watchers, and to each trader their own data.
import type { PushName, PushOf } from '../../contract/events.ts';
import type { Engine } from '../../core/engine.ts';
import type { Calls } from '../call/calls.ts';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';
import type { Screen, ScreenNeeds, Screens } from '../live/screens.ts';
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
  const screens = openScreens({
    onConnected: (screen) => void sendWhenDurable(screen, 'stockUpdate', (engine) => stocks.read(engine)),
    onPortfolioRequest: (account) => void traders.tell(account),
    onWatchlist: (screen) =>
      void sendWhenDurable(screen, 'WatchlistStockUpdate', (engine) => publisher.watchlist(engine, screen)),
    calls,
  });
  site.closers.add(() => screens.close());
  const publisher = new MarketPublisher<Screen>(board, stocks, screens);
  const pushes: TraderPushes = {
    send: ({ account, event, payload }) => screens.pushTrader(account, event, payload),
    isListening: (account) => screens.isListening(account),
    nameOf: (account) => screens.nameOf(account),
    connectedAccounts: () => screens.connectedAccounts(),
  };
  const traders = new TraderPublisher(exchange, pushes, site.log);
  exchange.subscribe((batch) => traders.committed(batch));

  /** Sends the state that a screen starts from. While the exchange recovers nothing is sent; the next beat brings everything. */
  const sendWhenDurable = async <E extends PushName>(screen: Screen, event: E, look: (engine: Engine) => PushOf<E>) => {
    try {
      screens.pushSocket(screen, event, await exchange.read(look));
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable))
        site.log.error({ err: error, event }, 'a screen was not sent its first state');
    }
  };
  return { screens, publisher, traders };
}
