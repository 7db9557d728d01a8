// Why a stock is halted, for a refused order: the words the administrator gave with the halt.
import { stockMessages } from '../../contract/messages/stocks.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import type { Queryable } from '../db/open.ts';

/** A sentence to append to the refusal's own; empty when there is nothing to say. */
export async function haltReason(db: Queryable, venue: number, refusal: Refusal): Promise<string> {
  if (refusal.reason !== 'trading-halted') return '';
  const { rows } = await db.query<{ reason: string }>(
    `select h.reason from stock_halts h join instruments i on i.venue = h.venue and i.id = h.instrument
     where h.venue = $1 and i.symbol = $2 and h.resumed_at is null`,
    [venue, refusal.symbol],
  );
  const reason = rows.at(0)?.reason ?? '';
  return reason === '' ? '' : ` ${stockMessages.haltedBecause(reason)}`;
}
