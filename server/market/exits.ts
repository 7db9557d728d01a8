// Places the exits of filled bracketed buys, each by a command of its own, so that a buy never waits for the sale that follows it.
import type { Exchange } from '../exchange/exchange.ts';
import { submitAll } from '../exchange/submit-all.ts';

/** During a halt, an exit waits for its end. */
export async function placeExits(exchange: Exchange): Promise<void> {
  const due = await exchange.read(({ venue }) =>
    venue.isHalted ? [] : [...venue.exitsDue.values()].filter(({ market }) => !market.instrument.isHalted),
  );
  await submitAll(
    exchange,
    due.map(({ entryId }) => ({ kind: 'place-exit', entryId })),
  );
}
