// The admin desk, with what it needs from the other parts.
import { messageHandlers, Messages } from '../admin/messages.ts';
import { createAdmin } from '../admin/routes.ts';
import type { AdminOptions } from '../admin/routes.ts';
import type { Handlers } from '../handler.ts';
import { presentStock } from '../market/present.ts';
import { everyRound, MAIN_VENUE } from './site.ts';
import type { Site } from './site.ts';
import type { Speaker } from './speaker.ts';
import { StockTeller } from './stock-teller.ts';
import type { VenueParts } from './venue.ts';

/** How often to look for days that are over, to count their figures and keep them. */
const DAYS_ROUND_MS = 10 * 60_000;
/** How often to look for messages whose delivery an error or the end of a process has interrupted. */
const MESSAGES_ROUND_MS = 30_000;

type Trading = AdminOptions['reads'] & Pick<Handlers, 'GET /ledger/verify'>;

type DeskHandlers = ReturnType<typeof createAdmin>['handlers'] & ReturnType<typeof messageHandlers>;

export function openAdmin(
  site: Site,
  { exchange, notices, stocks, acts, wrongBooksAt }: VenueParts,
  speaker: Speaker,
  trading: Trading,
): { readonly handlers: DeskHandlers; readonly tellMarketState: () => void } {
  const { db, log, now, calendar, closers } = site;
  const teller = new StockTeller({ exchange, stocks, show: (list) => speaker.tellAll('stockUpdate', list), log });
  closers.add(() => teller.close());
  const admin = createAdmin({
    db,
    venue: MAIN_VENUE,
    exchange,
    acts,
    now,
    calendar,
    reads: trading,
    notices,
    prove: trading['GET /ledger/verify'],
    wrongBooksAt,
    connected: () => speaker.connected(),
    stocks: { present: presentStock, tell: () => teller.tell() },
    tellMarketState: (state) => speaker.tellAll('market-state', state),
  });
  exchange.subscribe((batch) => {
    admin.committed(batch);
    // Also what nobody here was answered, since only the answer of its commit was lost.
    if (batch.areStocksChanged) teller.tell();
  });
  // Not awaited: years of history may have to be counted, once.
  void admin.keepDays().catch((error: unknown) => log.warn({ err: error }, 'counting past days failed'));
  everyRound(site, DAYS_ROUND_MS, 'counting past days', () => admin.keepDays());
  const messages = new Messages({ db, notices, log, now });
  closers.add(() => messages.close());
  void messages.deliver().catch((error: unknown) => log.warn({ err: error }, 'messages wait for the next round'));
  everyRound(site, MESSAGES_ROUND_MS, 'delivering messages', () => messages.deliver());
  const tellMarketState = (): void =>
    void admin
      .tellMarketState()
      .catch((error: unknown) => log.warn({ err: error }, 'the phase of the market could not be told'));
  return { tellMarketState, handlers: { ...admin.handlers, ...messageHandlers(db, messages) } };
}
