// The running market: the simulated traders' beat, what people see of it, and how far prices went, for the diary.
import type { Engine } from '../../core/engine.ts';
import { Crowd } from '../market/crowd.ts';
import { MarketLoop } from '../market/loop.ts';
import { Ways } from '../trade/diary/ways.ts';
import { MAIN_VENUE } from './site.ts';
import type { Site } from './site.ts';
import type { SocketParts } from './sockets.ts';
import type { VenueParts } from './venue.ts';

/** The diary needs to know how far the price went while a position was open, even if the process stopped in between. */
export async function openDiary({ db, log, closers }: Site, { exchange }: VenueParts): Promise<void> {
  const ways = new Ways({ db, venue: MAIN_VENUE, log });
  exchange.subscribe((batch) => ways.committed(batch));
  closers.add(() => ways.close());
  await ways.recover();
}

/** Starts the market, and shows it to people. */
export async function openMarket(
  site: Site,
  { exchange, board, alerts, notices }: VenueParts,
  { publisher, traders }: SocketParts,
  onPhase: () => void,
): Promise<void> {
  const { config, db, log, now, calendar, closers } = site;
  const onBeat = (engine: Engine, at: number) => {
    const frame = publisher.look(engine, at);
    const tellReached = alerts.look(engine, exchange.generation, at);
    return () => {
      publisher.send(frame);
      tellReached();
    };
  };
  const crowd = await Crowd.open(db, MAIN_VENUE, {
    seed: config.marketSeed,
    calendar,
    startedAt: now(),
  });
  const parts = { exchange, board, crowd, calendar, db, venue: MAIN_VENUE, log, notices };
  const loop = new MarketLoop({ ...parts, onBeat, onPhase });
  await loop.start();
  closers.add(() => loop.stop().then(() => alerts.idle()));
  traders.start();
  closers.add(() => traders.stop());
}
