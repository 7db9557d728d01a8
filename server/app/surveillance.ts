// Surveillance: notes every commit, and examines it a little later, so that the exchange never waits for it.
import { Surveillance } from '../surveillance/surveillance.ts';
import { everyRound, MAIN_VENUE } from './site.ts';
import type { Site } from './site.ts';
import type { VenueParts } from './venue.ts';

const ROUND_MS = 15_000;

export function openSurveillance(site: Site, { exchange, notices }: VenueParts): void {
  const { db, log, now, closers } = site;
  const surveillance = new Surveillance({ db, venue: MAIN_VENUE, notices, log, now });
  exchange.subscribe((batch) => surveillance.committed(batch));
  // Not awaited: a busy hour takes a while to read.
  const ending = new AbortController();
  const recovered = surveillance.recover(ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted) log.warn({ err: error }, 'surveillance did not see what came before the start');
  });
  closers.add(() => {
    ending.abort();
    return recovered;
  });
  everyRound(site, ROUND_MS, 'surveillance', () => surveillance.look(ending.signal));
}
