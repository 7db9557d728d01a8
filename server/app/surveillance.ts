// Surveillance: hears every commit, and looks a little later, off the exchange's way.
import { Surveillance } from '../surveillance/surveillance.ts';
import { everyRound, MAIN_VENUE } from './site.ts';
import type { Site } from './site.ts';
import type { VenueParts } from './venue.ts';

const ROUND_MS = 15_000;

export async function openSurveillance(site: Site, { exchange, notices }: VenueParts): Promise<void> {
  const { db, log, now } = site;
  const surveillance = new Surveillance({ db, venue: MAIN_VENUE, notices, log, now });
  exchange.subscribe((batch) => surveillance.committed(batch));
  await surveillance.recover();
  everyRound(site, ROUND_MS, 'surveillance', () => surveillance.look());
}
