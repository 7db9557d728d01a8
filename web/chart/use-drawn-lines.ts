// The horizontal lines of one stock's chart: kept in this browser, for this person and this stock.
import { useState } from 'react';
import { readOwn, writeOwn } from '../own-storage.ts';
import { MOST_LINES, readLines } from './drawn-lines.ts';
import type { DrawnLine } from './drawn-lines.ts';

function nameOf(symbol: string): string {
  return `chart-lines.${symbol}`;
}

export interface DrawnLines {
  drawn: readonly DrawnLine[];
  /** False when there are as many as a chart bears. */
  add: (price: number) => boolean;
  move: (id: number, price: number) => void;
  remove: (id: number) => void;
  clear: () => void;
}

/** The component that uses it must be of one stock: give it the symbol as its key. */
export function useDrawnLines(symbol: string): DrawnLines {
  const [drawn, setDrawn] = useState(() => readLines(readOwn(nameOf(symbol))));

  function keep(lines: DrawnLine[]): void {
    setDrawn(lines);
    writeOwn(nameOf(symbol), JSON.stringify(lines.map(({ price }) => price)));
  }

  function add(price: number): boolean {
    if (drawn.length >= MOST_LINES || price <= 0) return false;
    keep([...drawn, { id: Math.max(0, ...drawn.map(({ id }) => id)) + 1, price }]);
    return true;
  }
  return {
    drawn,
    add,
    move: (id, price) => keep(drawn.map((line) => (line.id === id ? { id, price } : line))),
    remove: (id) => keep(drawn.filter((line) => line.id !== id)),
    clear: () => keep([]),
  };
}
