// Wash trading: dealing with oneself, or to and fro with another, so that shares change hands and nothing changes.
import { MINUTE_MS } from '../market/day.ts';
import { sharesOf } from './conduct.ts';
import type { Conduct, Flag, WatchedFill, WatchedOrder } from './conduct.ts';

/** How often one's own order has to stand in the way before it looks like a plan. */
const OWN_MEETINGS = 3;
const STRETCH_MS = 10 * MINUTE_MS;
/** Two there and two back. */
const EACH_WAY = 2;
/** Of what two people traded with each other, at most this part stays with one of them, in percent. */
const KEPT_PART = 20;
/** Highest against lowest price, in percent: trading the same shares to and fro at one price carries no risk. */
const PRICE_SPREAD = 1;

/** The exchange never lets two orders of one person trade: it ends the resting one. A trader to whom that happens again and again is flagged. */
export function ownMeetings({ orders }: Conduct): Flag[] {
  const met = orders.filter(({ endReason }) => endReason === 'self-trade');
  const stretch = longestStretch(met);
  if (stretch.length < OWN_MEETINGS) return [];
  return [
    {
      pattern: 'wash-trading',
      from: stretch[0].createdAt,
      to: Math.max(...stretch.map(endOf)),
      other: null,
      orderIds: stretch.map(({ id }) => id),
      tradeIds: [],
      figures: { times: stretch.length },
    },
  ];
}

const endOf = ({ createdAt, endedAt }: WatchedOrder): number => endedAt ?? createdAt;

/** The most of them that ended within one stretch. */
function longestStretch(met: readonly WatchedOrder[]): WatchedOrder[] {
  const byEnd = met.toSorted((a, b) => endOf(a) - endOf(b));
  let best: WatchedOrder[] = [];
  for (let first = 0, end = 0; first < byEnd.length; first++) {
    while (end < byEnd.length && endOf(byEnd[end]) - endOf(byEnd[first]) <= STRETCH_MS) end++;
    if (end - first > best.length) best = byEnd.slice(first, end);
  }
  return best;
}

/** Shares that go to another person and come back at much the same price. */
export function toAndFro({ fills }: Conduct): Flag[] {
  const flags: Flag[] = [];
  for (const [other, shared] of byCounterparty(fills)) {
    const bought = shared.filter(({ side }) => side === 'buy');
    const sold = shared.filter(({ side }) => side === 'sell');
    if (bought.length < EACH_WAY || sold.length < EACH_WAY) continue;
    const traded = sharesOf(shared);
    const kept = Math.abs(sharesOf(bought) - sharesOf(sold));
    const prices = shared.map(({ price }) => price);
    const [low, high] = [Math.min(...prices), Math.max(...prices)];
    if (kept * 100 > traded * KEPT_PART || (high - low) * 100 > low * PRICE_SPREAD) continue;
    flags.push({ pattern: 'wash-trading', ...evidence(other, shared), figures: { traded, kept, low, high } });
  }
  return flags;
}

/** Fills by the other person; those with simulated traders are left out. */
export function byCounterparty(fills: readonly WatchedFill[]): Map<number, WatchedFill[]> {
  const people = new Map<number, WatchedFill[]>();
  for (const fill of fills) {
    if (fill.counterparty === null) continue;
    const shared = people.get(fill.counterparty) ?? [];
    shared.push(fill);
    people.set(fill.counterparty, shared);
  }
  return people;
}

/** Who, when and which, of fills that two people had with each other. */
export function evidence(other: number, fills: readonly WatchedFill[]): Omit<Flag, 'pattern' | 'figures'> {
  return {
    from: fills[0].at,
    to: fills.at(-1)!.at,
    other,
    orderIds: [...new Set(fills.map(({ orderId }) => orderId))],
    tradeIds: fills.map(({ tradeId }) => tradeId),
  };
}
