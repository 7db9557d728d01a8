// The lines that somebody has drawn on a stock's chart, and how they are stored.
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import { priceAfter } from '../../core/market/corporate-action.ts';
import type { Ratio } from '../../core/market/corporate-action.ts';

/** An instant and a price, not a bar: the same at every interval. */
export interface LinePoint {
  second: number;
  /** In rupees. */
  price: number;
}

export interface LevelLine {
  id: number;
  kind: 'horizontal';
  /** In rupees. */
  price: number;
}

/** A trend line ends at its points, a ray goes on to the right; a retracement has levels between the prices of its points. */
const slopedKinds = ['trend', 'ray', 'fibonacci'] as const;
export type SlopedKind = (typeof slopedKinds)[number];

export interface SlopedShape {
  kind: SlopedKind;
  from: LinePoint;
  to: LinePoint;
}

export interface SlopedLine extends SlopedShape {
  id: number;
}

export type DrawnLine = LevelLine | SlopedLine;

/** What can be drawn. */
export type DrawingTool = 'horizontal' | SlopedKind;

export interface StoredLines {
  lines: DrawnLine[];
  /** The id of the newest split or bonus that the prices know of, '' for none so far; null when nobody has noted it. */
  split: string | null;
}

export const MOST_LINES = 30;
const MOST_RUPEES = 1e9;
/** The year 5138. */
const MOST_SECONDS = 1e11;

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < MOST_RUPEES;
}

function pointOf(value: unknown): LinePoint | null {
  if (!Array.isArray(value)) return null;
  const [second, price] = value as unknown[];
  const isSecond = typeof second === 'number' && second >= 0 && second < MOST_SECONDS;
  return isSecond && isPrice(price) ? { second, price } : null;
}

/** A horizontal line is stored as its price alone. */
function lineOf(value: unknown, id: number): DrawnLine | null {
  if (isPrice(value)) return { id, kind: 'horizontal', price: value };
  if (typeof value !== 'object' || value === null) return null;
  const stored = value as Record<string, unknown>;
  const kind = slopedKinds.find((known) => known === stored.kind);
  const [from, to] = [pointOf(stored.from), pointOf(stored.to)];
  return kind && from && to ? { id, kind, from, to } : null;
}

function storedParts(text: string | null): { lines: unknown; split: unknown } {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return { lines: [], split: null };
  }
  // Once there were only prices.
  if (Array.isArray(stored)) return { lines: stored, split: null };
  if (typeof stored !== 'object' || stored === null) return { lines: [], split: null };
  const { lines, split } = stored as Record<string, unknown>;
  return { lines, split };
}

/** What is stored may be of another time or of another hand: only whole lines are taken out of it, and no more than a chart bears. */
export function readLines(text: string | null): StoredLines {
  const { lines, split } = storedParts(text);
  const read = (Array.isArray(lines) ? lines : [])
    .map((value, index) => lineOf(value, index + 1))
    .filter((line) => line !== null)
    .slice(0, MOST_LINES);
  return { lines: read, split: typeof split === 'string' ? split : null };
}

export function linesText({ lines, split }: StoredLines): string {
  const point = ({ second, price }: LinePoint) => [second, price];
  return JSON.stringify({
    split,
    lines: lines.map((line) =>
      line.kind === 'horizontal' ? line.price : { kind: line.kind, from: point(line.from), to: point(line.to) },
    ),
  });
}

/** The lines in the shares after a split or bonus, as the bars of before it are. */
export function restatedLines(lines: readonly DrawnLine[], ratio: Ratio): DrawnLine[] {
  const restated = (price: number): number => Math.max(1, priceAfter(Math.round(price * 100), ratio)) / 100;
  const point = ({ second, price }: LinePoint): LinePoint => ({ second, price: restated(price) });
  return lines.map((line) =>
    line.kind === 'horizontal'
      ? { ...line, price: restated(line.price) }
      : { ...line, from: point(line.from), to: point(line.to) },
  );
}

/** The splits and bonuses that were carried out since the one that is known, the oldest first. */
export function splitsSince(past: readonly CorporateActionData[], known: string): CorporateActionData[] {
  const done = past.filter(({ kind, state }) => kind !== 'dividend' && state === 'done');
  const at = done.findIndex(({ _id }) => _id === known);
  return (at < 0 ? done : done.slice(0, at)).toReversed();
}

export function throughSplits(
  lines: readonly DrawnLine[],
  actions: readonly CorporateActionData[],
): readonly DrawnLine[] {
  return actions.reduce(
    (all, { from, to }) => (from === null || to === null ? all : restatedLines(all, { from, to })),
    lines,
  );
}
