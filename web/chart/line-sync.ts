// The drawn lines of a chart in this browser and on the account: merges what either side has changed since they last agreed.
import type { CorporateActionData } from '../../contract/market/corporate.ts';
import { MOST_LINES } from '../../contract/market/drawn-line-rules.ts';
import type { DrawnLinesData, WireLine } from '../../contract/market/drawn-lines.ts';
import { paisaExact } from '../ui/paisa-exact.ts';
import { newestSplit, splitsSince, throughSplits } from './drawn-lines.ts';
import type { AccountLines, DrawnLine, LinePoint, StoredLines } from './drawn-lines.ts';
import { newHistory } from './line-history.ts';
import type { LineHistory } from './line-history.ts';

export interface KeptLines {
  readonly history: LineHistory;
  /** As in `StoredLines`. */
  readonly split: string | null;
  /** What the account had when last heard of; its lines are in the same shares as ours. */
  readonly account: AccountLines;
  /** The account has answered since the chart was opened. */
  readonly isHeard: boolean;
}

export function openedLines({ lines, split, account }: StoredLines): KeptLines {
  return { history: newHistory(lines), split, account, isHeard: false };
}

/** Seconds and paise are whole. */
function wireLine(line: DrawnLine): WireLine {
  const point = ({ second, price }: LinePoint) => ({ second: Math.round(second), price: paisaExact(price) });
  return line.kind === 'horizontal'
    ? { kind: line.kind, price: paisaExact(line.price) }
    : { kind: line.kind, from: point(line.from), to: point(line.to) };
}

/** What distinguishes one line from another on both sides; line numbers exist only in this chart. */
const textOf = (line: DrawnLine): string => JSON.stringify(wireLine(line));

function isSame(some: readonly DrawnLine[], others: readonly DrawnLine[]): boolean {
  const sorted = (lines: readonly DrawnLine[]): string => lines.map(textOf).toSorted().join();
  return sorted(some) === sorted(others);
}

interface Sides {
  /** When both were last the same. */
  before: readonly DrawnLine[];
  own: readonly DrawnLine[];
  theirs: readonly DrawnLine[];
}

/** The account's lines, minus those removed here, plus those drawn here, as many as a chart can show. A line moved on both sides becomes two. */
function merged({ before, own, theirs }: Sides): DrawnLine[] {
  const [known, kept, there] = [before, own, theirs].map((lines) => new Set(lines.map(textOf)));
  const ownOf = new Map(own.map((line) => [textOf(line), line]));
  let id = Math.max(0, ...own.map((line) => line.id));
  const stay = theirs
    .filter((line) => !known.has(textOf(line)) || kept.has(textOf(line)))
    .map((line) => ownOf.get(textOf(line)) ?? { ...line, id: ++id });
  const added = own.filter((line) => !known.has(textOf(line)) && !there.has(textOf(line)));
  return [...stay, ...added].slice(0, MOST_LINES);
}

/** Once the splits and bonuses of the stock are known: restates all lines for today's shares. */
export function throughNews(kept: KeptLines, past: readonly CorporateActionData[]): KeptLines {
  const newest = newestSplit(past);
  if (newest === kept.split) return kept;
  const since = kept.split === null ? [] : splitsSince(past, kept.split);
  if (since.length === 0) return { ...kept, split: newest };
  const account = { ...kept.account, lines: throughSplits(kept.account.lines, since) };
  // Undo steps belong to the old shares.
  return { ...kept, split: newest, account, history: newHistory(throughSplits(kept.history.lines, since)) };
}

/**
 * What the account has now. A version older than the known one answers a request made before our change; only right after opening
 * can it be a new beginning: the same address with another account.
 */
export function withAccount(
  kept: KeptLines,
  { version, split, lines }: DrawnLinesData,
  past: readonly CorporateActionData[],
): KeptLines {
  const { account, history } = kept;
  if (version === account.version || (kept.isHeard && version < account.version)) return { ...kept, isHeard: true };
  const numbered = lines.map((line, index): DrawnLine => ({ ...line, id: index + 1 }));
  const theirs = throughSplits(numbered, splitsSince(past, split));
  const together = merged({ before: account.lines, own: history.lines, theirs });
  return {
    ...kept,
    isHeard: true,
    account: { version, split, lines: theirs },
    history: isSame(together, history.lines) ? history : newHistory(together),
  };
}

export type SentLines = Omit<DrawnLinesData, 'symbol'>;

/** What the account does not have yet; null if there is nothing. */
export function linesToSend({ history: { lines }, split, account, isHeard }: KeptLines): SentLines | null {
  if (split === null || !isHeard) return null;
  const isKnown = isSame(lines, account.lines) && (split === account.split || lines.length === 0);
  return isKnown ? null : { version: account.version, split, lines: lines.map(wireLine) };
}

/** The account has taken them, under the next version. If there was a split meanwhile, the account is asked again. */
export function afterSending(kept: KeptLines, { version, split, lines }: SentLines): KeptLines {
  if (kept.split !== split) return kept;
  const numbered = lines.map((line, index): DrawnLine => ({ ...line, id: index + 1 }));
  return { ...kept, account: { version: version + 1, split, lines: numbered } };
}
