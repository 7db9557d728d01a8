// Layering: orders at several prices that show a wall nobody means, until something trades on the other side and the wall goes.
import { MINUTE_MS } from '../market/day.ts';
import type { Instant } from '../money.ts';
import { sharesOf } from './conduct.ts';
import type { Conduct, Flag, WatchedFill, WatchedOrder } from './conduct.ts';

const LAYERS = 3;
/** The wall against what traded on the other side. */
const WALL_TIMES = 5;
const GONE_WITHIN_MS = MINUTE_MS;
/** Of the wall, in percent. */
const GONE_PART = 80;

/** One flag for each wall that went within a minute of a fill on its other side; none when all is well. */
export function layering({ orders, fills }: Conduct): Flag[] {
  const flags: Flag[] = [];
  let seenUntil = -Infinity;
  for (const fill of fills) {
    // One wall is one flag, however many fills stood against it.
    if (fill.at <= seenUntil) continue;
    const wall = wallAt(orders, fill);
    const gone = goneSoon(wall, fill.at);
    const flag = wallFlag(wall, gone, fill.at, fillsAgainst(gone, fill, fills));
    if (flag === null) continue;
    seenUntil = flag.to;
    flags.push(flag);
  }
  return flags;
}

/** What stood open on the other side of the fill, unfilled. */
function wallAt(orders: readonly WatchedOrder[], fill: WatchedFill): WatchedOrder[] {
  return orders.filter(
    ({ side, limitPrice, filled, createdAt, endedAt }) =>
      side !== fill.side && limitPrice > 0 && filled === 0 && createdAt < fill.at && (endedAt ?? Infinity) >= fill.at,
  );
}

/** What of a wall was taken away soon after `at`. */
function goneSoon(wall: readonly WatchedOrder[], at: Instant): WatchedOrder[] {
  return wall.filter(({ endReason, endedAt }) => endReason === 'canceled-by-trader' && endedAt! <= at + GONE_WITHIN_MS);
}

/** What traded on the other side since the first of what has gone stood: an order that stays may have stood for days. */
function fillsAgainst(
  gone: readonly WatchedOrder[],
  { at, side }: WatchedFill,
  fills: readonly WatchedFill[],
): WatchedFill[] {
  const since = Math.min(at, ...gone.map(({ createdAt }) => createdAt));
  return fills.filter((other) => other.side === side && other.at >= since && other.at <= at + GONE_WITHIN_MS);
}

function wallFlag(
  wall: readonly WatchedOrder[],
  gone: readonly WatchedOrder[],
  at: Instant,
  against: readonly WatchedFill[],
): Flag | null {
  const layers = new Set(wall.map(({ limitPrice }) => limitPrice)).size;
  const shown = sharesOf(wall);
  const traded = sharesOf(against);
  const isWall = layers >= LAYERS && shown >= traded * WALL_TIMES;
  if (!isWall || sharesOf(gone) * 100 < shown * GONE_PART) return null;
  const goneAt = Math.max(...gone.map(({ endedAt }) => endedAt!));
  return {
    pattern: 'layering',
    from: Math.min(...gone.map(({ createdAt }) => createdAt)),
    to: Math.max(goneAt, against.at(-1)!.at),
    other: null,
    orderIds: [...wall.map(({ id }) => id), ...new Set(against.map(({ orderId }) => orderId))],
    tradeIds: against.map(({ tradeId }) => tradeId),
    figures: { layers, shown, traded, gone: sharesOf(gone), seconds: Math.round((goneAt - at) / 1000) },
  };
}
