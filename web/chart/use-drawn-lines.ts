// The drawn lines of one stock's chart: kept in this browser and on the account, for this person, and restated by splits as bars are.
import { useEffect, useRef, useState } from 'react';
import { MOST_LINES } from '../../contract/market/drawn-line-rules.ts';
import { readOwn, writeOwn } from '../own-storage.ts';
import { linesText, readLines } from './drawn-lines.ts';
import type { DrawnLine, SlopedShape } from './drawn-lines.ts';
import { changed, redone, settled, undone } from './line-history.ts';
import type { LineHistory } from './line-history.ts';
import { openedLines } from './line-sync.ts';
import { useLineSync } from './use-line-sync.ts';

function nameOf(symbol: string): string {
  return `chart-lines.${symbol}`;
}

export type NewLine = SlopedShape | { kind: 'horizontal'; price: number };

export interface DrawnLines {
  drawn: readonly DrawnLine[];
  /** The id of the new line; null if the chart already has the most it can show. */
  add: (line: NewLine) => number | null;
  /** Moves a line, as part of one step until it is settled. */
  change: (line: DrawnLine) => void;
  settle: () => void;
  remove: (id: number) => void;
  clear: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/** The component using it must be for one stock: give it the symbol as its key. */
export function useDrawnLines(symbol: string): DrawnLines {
  const [stored] = useState(() => readLines(readOwn(nameOf(symbol))));
  const [kept, setKept] = useState(() => openedLines(stored));
  const { history, split, account } = kept;
  const { lines, past, future } = history;
  useLineSync(symbol, kept, setKept);

  // What was read is already stored, and a stock without lines needs no entry in the browser.
  const written = useRef({ lines, split, account });
  useEffect(() => {
    const before = written.current;
    const isLeft = before.lines === lines && before.account === account;
    if (isLeft && (before.split === split || lines.length === 0)) return;
    written.current = { lines, split, account };
    if (symbol !== '') writeOwn(nameOf(symbol), linesText({ lines, split, account }));
  }, [symbol, lines, split, account]);

  const act = (change: (before: LineHistory) => LineHistory): void =>
    setKept((now) => ({ ...now, history: change(now.history) }));
  const put = (next: readonly DrawnLine[], step: string | null = null): void =>
    act((before) => changed(before, next, step));

  return {
    drawn: lines,
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
    settle: () => act(settled),
    remove: (id) => put(lines.filter((line) => line.id !== id)),
    clear: () => put([]),
    undo: past.length > 0 ? () => act(undone) : null,
    redo: future.length > 0 ? () => act(redone) : null,
  };
}
