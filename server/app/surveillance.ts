// Surveillance: hears every commit, and looks a little later, off the exchange's way.
import { Surveillance } from '../surveillance/surveillance.ts';
import { everyRound, MAIN_VENUE } from './site.ts';
import type { Site } from './site.ts';
import type { VenueParts } from './venue.ts';

const ROUND_MS = 15_000;

export function openSurveillance(site: Site, { exchange, notices }: VenueParts): void {
  const { db, log, now, closers } = site;
  const surveillance = new Surveillance({ db, venue: MAIN_VENUE, notices, log, now });
  exchange.subscribe((batch) => surveillance.committed(batch));
  // A busy hour takes a while to read, and nobody waits for it.
  const ending = new AbortController();
  const recovered = surveillance.recover(ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted) log.warn({ err: error }, 'surveillance did not see what came before the start');
  });
  closers.add(() => {
    ending.abort();
    return recovered;
  });
  everyRound(site, ROUND_MS, 'surveillance', () => surveillance.look());
}
