// The drawn lines of one stock's chart: kept in this browser, for this person and this stock, and restated by splits as bars are.
import { useEffect, useRef, useState } from 'react';
import { readOwn, writeOwn } from '../own-storage.ts';
import { useCall } from '../query.ts';
import { linesText, MOST_LINES, readLines, splitsSince, throughSplits } from './drawn-lines.ts';
import type { DrawnLine, SlopedShape } from './drawn-lines.ts';
import { changed, newHistory, redone, settled, undone } from './line-history.ts';

function nameOf(symbol: string): string {
  return `chart-lines.${symbol}`;
}

export type NewLine = SlopedShape | { kind: 'horizontal'; price: number };

export interface DrawnLines {
  drawn: readonly DrawnLine[];
  isFull: boolean;
  /** The id of the new line; null when there are as many as a chart bears. */
  add: (line: NewLine) => number | null;
  /** Puts a line elsewhere: as part of one step, until it is settled. */
  change: (line: DrawnLine) => void;
  settle: () => void;
  remove: (id: number) => void;
  clear: () => void;
  /** Null where there is nothing to undo. */
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/** The component that uses it must be of one stock: give it the symbol as its key. */
export function useDrawnLines(symbol: string): DrawnLines {
  const [stored] = useState(() => readLines(readOwn(nameOf(symbol))));
  const [history, setHistory] = useState(() => newHistory(stored.lines));
  const [split, setSplit] = useState(stored.split);
  const { lines, past, future } = history;
  const news = useCall('GET /stockNews', { symbol }, { enabled: symbol !== '' });
  const carriedOut = news.data?.past;

  useEffect(() => {
    if (carriedOut === undefined) return;
    const since = split === null ? [] : splitsSince(carriedOut, split);
    const newest = splitsSince(carriedOut, '').at(-1)?._id ?? '';
    if (newest === split) return;
    setSplit(newest);
    // What was undone belongs to the old shares.
    if (since.length > 0) setHistory((now) => newHistory(throughSplits(now.lines, since)));
  }, [carriedOut, split]);

  // What was read is there already, and a stock on which nothing is drawn needs no place in the browser.
  const kept = useRef({ lines, split });
  useEffect(() => {
    const isKept = kept.current.lines === lines && (kept.current.split === split || lines.length === 0);
    if (isKept) return;
    kept.current = { lines, split };
    writeOwn(nameOf(symbol), linesText({ lines: [...lines], split }));
  }, [symbol, lines, split]);

  const put = (next: readonly DrawnLine[], step: string | null = null): void =>
    setHistory((now) => changed(now, next, step));

  return {
    drawn: lines,
    isFull: lines.length >= MOST_LINES,
    add: (line) => {
      if (lines.length >= MOST_LINES) return null;
      const id = Math.max(0, ...lines.map((each) => each.id)) + 1;
      put([...lines, { ...line, id }]);
      return id;
    },
    change: (line) =>
      put(
        lines.map((each) => (each.id === line.id ? line : each)),
        `change ${line.id}`,
      ),
    settle: () => setHistory(settled),
    remove: (id) => put(lines.filter((line) => line.id !== id)),
    clear: () => put([]),
    undo: past.length > 0 ? () => setHistory(undone) : null,
    redo: future.length > 0 ? () => setHistory(redone) : null,
  };
}
