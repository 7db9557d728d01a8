// The lines a person has drawn on a stock's chart, and how they are stored.
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import { MOST_LINES, MOST_RUPEES, MOST_SECONDS, slopedKinds } from '../../contract/market/drawn-line-rules.ts';
import { priceAfter } from '../../core/market/corporate-action.ts';
import type { Ratio } from '../../core/market/corporate-action.ts';

/** An instant and a price, not a bar: so it is the same at every interval. */
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

/** What the account had when this browser last heard of it. */
export interface AccountLines {
  /** 0 if it has kept nothing. */
  version: number;
  /** The account's version; its lines here are already in the same shares as those beside it. */
  split: string;
  lines: readonly DrawnLine[];
}

export interface StoredLines {
  lines: readonly DrawnLine[];
  /** The id of the newest split or bonus that the prices include, '' for none so far; null if nobody has recorded it. */
  split: string | null;
  account: AccountLines;
}

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

type Parts = Partial<Record<'lines' | 'split' | 'account', unknown>>;

function storedParts(text: string | null): Parts {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return {};
  }
  // An older version stored only prices.
  if (Array.isArray(stored)) return { lines: stored };
  return typeof stored === 'object' && stored !== null ? stored : {};
}

/** Stored data may be old or have been tampered with: only complete lines are used, and no more than a chart can show. */
export function readLines(text: string | null): StoredLines {
  const { lines, split, account } = storedParts(text);
  return { lines: linesOf(lines), split: typeof split === 'string' ? split : null, account: accountOf(account) };
}

function linesOf(lines: unknown): DrawnLine[] {
  return (Array.isArray(lines) ? lines : [])
    .map((value, index) => lineOf(value, index + 1))
    .filter((line) => line !== null)
    .slice(0, MOST_LINES);
}

/** Stored before lines were kept on the account, or damaged: what is drawn here is new to the account. */
function accountOf(value: unknown): AccountLines {
  const { version, split, lines } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (!Number.isSafeInteger(version) || typeof split !== 'string') return { version: 0, split: '', lines: [] };
  return { version: Number(version), split, lines: linesOf(lines) };
}

export function linesText({ lines, split, account }: StoredLines): string {
  const point = ({ second, price }: LinePoint) => [second, price];
  const shape = (line: DrawnLine) =>
    line.kind === 'horizontal' ? line.price : { kind: line.kind, from: point(line.from), to: point(line.to) };
  return JSON.stringify({
    split,
    lines: lines.map(shape),
    account: { ...account, lines: account.lines.map(shape) },
  });
}

/** Restates the lines for the shares after a split or bonus, as earlier bars are. */
export function restatedLines(lines: readonly DrawnLine[], ratio: Ratio): DrawnLine[] {
  const restated = (price: number): number => Math.max(1, priceAfter(Math.round(price * 100), ratio)) / 100;
  const point = ({ second, price }: LinePoint): LinePoint => ({ second, price: restated(price) });
  return lines.map((line) =>
    line.kind === 'horizontal'
      ? { ...line, price: restated(line.price) }
      : { ...line, from: point(line.from), to: point(line.to) },
  );
}

/** The id of the newest split or bonus carried out; '' if there was none. */
export function newestSplit(past: readonly CorporateActionData[]): string {
  return splitsSince(past, '').at(-1)?._id ?? '';
}

/** The splits and bonuses carried out since the known one, oldest first. */
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
