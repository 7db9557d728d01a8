// Why a stock is halted, for a refused order: the words the administrator gave with the halt.
import { stockMessages } from '../../contract/messages/stocks.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import type { Queryable } from '../db/open.ts';

/**
 * A sentence to append to the refusal's own; empty when there is nothing to say. `at`: when it was refused, so that a repeat of the call,
 * after the halt, gets the same; now when left out.
 */
export async function haltReason(db: Queryable, venue: number, refusal: Refusal, at?: number): Promise<string> {
  if (refusal.reason !== 'trading-halted') return '';
  const { rows } = await db.query<{ reason: string }>(
    `select h.reason from stock_halts h join instruments i on i.venue = h.venue and i.id = h.instrument
     where h.venue = $1 and i.symbol = $2 and h.halted_at <= coalesce($3::bigint, h.halted_at)
       and (h.resumed_at is null or h.resumed_at > $3::bigint)
     order by h.halted_at desc limit 1`,
    [venue, refusal.symbol, at ?? null],
  );
  const reason = rows.at(0)?.reason ?? '';
  return reason === '' ? '' : ` ${stockMessages.haltedBecause(reason)}`;
}
