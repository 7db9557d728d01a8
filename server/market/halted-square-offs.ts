// Notifies owners whose intraday position is due while trading is halted that it cannot be sold yet; other outcomes are notified elsewhere.
import { haltedSquareOffText } from '../../contract/messages/order-notices.ts';
import type { Engine } from '../../core/engine.ts';
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Notice, Notices } from '../notices/notices.ts';
import { firstIntradayBuy, positionsDue } from './square-off.ts';

export class HaltedSquareOffs {
  readonly #notices: Pick<Notices, 'send'>;
  /** By the sources of the notices. After a restart they are sent again, but stored only once. */
  #told = new Set<string>();

  constructor(notices: Pick<Notices, 'send'>) {
    this.#notices = notices;
  }

  async tell(exchange: Exchange, now: number, calendar: TradingCalendar): Promise<void> {
    const halted = await exchange.read((engine) => noticesOf(engine, now, calendar));
    const fresh = halted.filter(({ source }) => !this.#told.has(source));
    if (fresh.length > 0) await this.#notices.send(...fresh);
    this.#told = new Set(halted.map(({ source }) => source));
  }
}

function noticesOf(engine: Engine, at: number, calendar: TradingCalendar): Notice[] {
  const notices: Notice[] = [];
  for (const [position, cause] of positionsDue(engine, calendar.lastSquareOff(at))) {
    const { symbol } = position.market.instrument;
    if (!engine.floor(symbol)!.isHalted) continue;
    const message = haltedSquareOffText(symbol, cause);
    // Once per position, however often its trading is halted.
    const source = `square-off-halted:${firstIntradayBuy(position)}`;
    notices.push({ account: position.traderId, kind: 'square-off', message, at, source });
  }
  return notices;
}
