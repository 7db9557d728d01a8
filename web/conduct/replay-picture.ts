// Lays out the picture of a replay: time from left to right, price from bottom to top.
import type { Evidence, EvidenceStep } from '../../contract/surveillance.ts';

export const WIDTH = 640;
export const HEIGHT = 220;
const EDGE = 12;

interface OrderLine {
  orderId: string;
  side: EvidenceStep['side'];
  isFlagged: boolean;
  y: number;
  fromX: number;
  toX: number;
  /** It was canceled, and not filled or still open. */
  isCanceled: boolean;
}

interface FillDot {
  key: string;
  side: EvidenceStep['side'];
  isFlagged: boolean;
  x: number;
  y: number;
}

export interface Picture {
  lines: OrderLine[];
  dots: FillDot[];
  /** Corners of the price's line, as SVG wants them. */
  price: string;
  low: number;
  high: number;
  xOf: (at: string) => number;
}

function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = to - from || 1;
  return (value) => Math.round((start + ((value - from) / span) * (end - start)) * 10) / 10;
}

/** A little before it and after it. */
const LEAST_AROUND_MS = 10_000;

/** The time and the prices that the picture is about: those of what was flagged, and where the price went meanwhile. */
function frameOf({ steps, prices }: Pick<Evidence, 'steps' | 'prices'>) {
  const flagged = steps.filter(({ isFlagged }) => isFlagged);
  const subject = flagged.length > 0 ? flagged : steps;
  const times = subject.map(({ at }) => Date.parse(at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const around = Math.max(LEAST_AROUND_MS, (last - first) / 10);
  const [from, to] = [first - around, last + around];
  // The price is a line from minute to minute, drawn even if only one of its ends is in the picture.
  const inSight = prices.filter(
    (_, index) =>
      Date.parse((prices[index + 1] ?? prices[index]).at) >= from &&
      Date.parse((prices[index - 1] ?? prices[index]).at) <= to,
  );
  const values = [...subject, ...inSight].flatMap(({ price }) => (price === null ? [] : [price]));
  return { from, to, low: Math.min(...values), high: Math.max(...values) };
}

/** Everything up to the step `until`; what comes later is not drawn yet. */
export function drawReplay(evidence: Pick<Evidence, 'steps' | 'prices'>, until: number): Picture {
  const { steps, prices } = evidence;
  const { from, to, low, high } = frameOf(evidence);
  const x = scale(from, to, EDGE, WIDTH - EDGE);
  const y = scale(low, high, HEIGHT - EDGE, EDGE);
  const xOf = (at: string) => x(Date.parse(at));
  const shown = steps.slice(0, until + 1);
  const nowX = xOf(shown.at(-1)?.at ?? steps[0].at);
  const lines = shown.flatMap((step) => {
    if (step.kind !== 'placed' || step.price === null) return [];
    const end = shown.findLast((later) => later.orderId === step.orderId && later !== step);
    return [
      {
        orderId: step.orderId,
        side: step.side,
        isFlagged: step.isFlagged,
        y: y(step.price),
        fromX: xOf(step.at),
        toX: end ? xOf(end.at) : nowX,
        isCanceled: end?.kind === 'canceled' || end?.kind === 'ended',
      },
    ];
  });
  const dots = shown.flatMap((step, index) =>
    step.kind === 'filled' && step.price !== null
      ? [{ key: String(index), side: step.side, isFlagged: step.isFlagged, x: xOf(step.at), y: y(step.price) }]
      : [],
  );
  const price = prices.map((point) => `${xOf(point.at)},${y(point.price)}`).join(' ');
  return { lines, dots, price, low, high, xOf };
}
