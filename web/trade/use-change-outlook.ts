// The server's preview of a change to an open order: its figures, its place in the queue, and why it would be refused.
import type { DataOf, WireInputOf } from '../../contract/routes.ts';
import type { Order } from '../../contract/trade.ts';
import { useMarketPhase, useMarketState } from '../market-phase.ts';
import { CallError, useCall } from '../query.ts';
import { useQuote } from '../quotes.ts';
import { useDebounced } from '../ui/debounce.ts';
import { objection } from './change-words.ts';
import type { ChangeSeen } from './change-words.ts';
import { CHARGES_POLL_MS } from './ticket/use-ticket-data.ts';

export type OrderChange = WireInputOf<'POST /modifyOrder/{id}'>;

export interface ChangeOutlook extends ChangeSeen {
  charges: DataOf<'GET /orders/{id}/charges'> | undefined;
  refusal: string | null;
}

const DEBOUNCE_MS = 300;

/** `isMeant`: false while nothing is changed, or the typed values cannot be read. */
export function useChangeOutlook(order: Order, change: OrderChange, isMeant = true): ChangeOutlook {
  const typed = JSON.stringify(change);
  const settled = useDebounced(typed, DEBOUNCE_MS);
  const isAsked = isMeant && settled === typed;
  const { data, error } = useCall('GET /orders/{id}/charges', JSON.parse(settled) as OrderChange, {
    enabled: isAsked,
    refetchInterval: CHARGES_POLL_MS,
    staleTime: 0,
  });
  const last = useQuote(order.stock.symbol, undefined)?.price;
  const phase = useMarketPhase();
  const isHalted = useMarketState()?.isHalted === true;
  const charges = isAsked && !error ? data : undefined;
  const refused = error instanceof CallError ? objection(error.refusal) : null;
  return {
    charges,
    // An exchange from before the upgrade says neither.
    refusal: isAsked ? (refused ?? charges?.refusal ?? null) : null,
    keepsPlace: charges?.keepsPlace,
    last,
    isTrading: !isHalted && (phase === undefined || phase.phase === 'open'),
  };
}
