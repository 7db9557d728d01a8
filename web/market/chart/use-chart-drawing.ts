// Drawing on a stock's chart: the current tool, the selected line, and what has been drawn, with undo.
import { useEffect, useMemo, useState } from 'react';
import { kindNames } from '../../chart/chart-drawing.ts';
import type { ChartDrawing } from '../../chart/chart-drawing.ts';
import type { DrawingTool, LevelLine, LinePoint, SlopedLine } from '../../chart/drawn-lines.ts';
import { onTick } from '../../chart/line-tags.tsx';
import { useDrawnLines } from '../../chart/use-drawn-lines.ts';
import type { NewLine } from '../../chart/use-drawn-lines.ts';
import { showAlert } from '../../ui/alert.tsx';
import { latinKey } from '../../ui/latin-key.ts';
import { priceText } from '../../ui/number-text.ts';

export interface OwnDrawing {
  /** For the chart. */
  chart: ChartDrawing;
  levels: readonly LevelLine[];
  /** The total number of lines. */
  count: number;
  /** The numbers of the lines drawn since the chart was opened. */
  drawnHere: ReadonlySet<number>;
  /** The first of two points has been set. */
  hasFirst: boolean;
  setTool: (tool: DrawingTool | null) => void;
  addLevel: (price: number) => void;
  moveLevel: (id: number, price: number) => void;
  clear: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/** In text fields, undo belongs to the field. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog, [role=dialog]') !== null;
}

/** Esc puts the tool away, wherever the focus is; Ctrl or Cmd with Z undoes. */
function useDrawingKeys(keys: { leave: (() => void) | null; undo: (() => void) | null; redo: (() => void) | null }) {
  const { leave, undo, redo } = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && latinKey(event) === 'z';
      const act =
        event.key === 'Escape' ? leave : isUndo && !isTyping(event.target) ? (event.shiftKey ? redo : undo) : null;
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [leave, undo, redo]);
}

function said(line: NewLine): string {
  const name = kindNames[line.kind];
  if (line.kind === 'horizontal') return `A line has been drawn at ${line.price.toFixed(2)}.`;
  return `${name} drawn from ${priceText(line.from.price)} to ${priceText(line.to.price)}. Its grip and its ends come after the chart.`;
}

export function useChartDrawing(symbol: string, tick: number, onSay: (text: string) => void): OwnDrawing {
  const lines = useDrawnLines(symbol);
  const { drawn } = lines;
  const [tool, setTool] = useState<DrawingTool | null>(null);
  const [hasFirst, setHasFirst] = useState(false);
  const [drawnHere, setDrawnHere] = useState<ReadonlySet<number>>(() => new Set());
  const [selected, setSelected] = useState<number | null>(null);
  const sloped = useMemo(() => drawn.filter((line) => line.kind !== 'horizontal'), [drawn]);
  const levels = useMemo(() => drawn.filter((line) => line.kind === 'horizontal'), [drawn]);
  const withWord = (act: (() => void) | null, word: string) =>
    act &&
    (() => {
      act();
      setSelected(null);
      onSay(word);
    });
  const undo = withWord(lines.undo, 'Undone.');
  const redo = withWord(lines.redo, 'Done again.');
  useDrawingKeys({ leave: tool === null ? null : () => setTool(null), undo, redo });

  const exact = ({ second, price }: LinePoint): LinePoint => ({ second, price: onTick(price, tick) });
  function add(line: NewLine): void {
    setTool(null);
    const id = lines.add(line);
    if (id === null) return void showAlert('A chart can have no more lines than these. Remove one first.');
    setDrawnHere(new Set([...drawnHere, id]));
    if (line.kind !== 'horizontal') setSelected(id);
    onSay(said(line));
  }
  const addLevel = (price: number): void => add({ kind: 'horizontal', price: onTick(price, tick) });

  return {
    chart: {
      tool,
      sloped,
      selected,
      onLevel: addLevel,
      onSloped: ({ kind, from, to }) => add({ kind, from: exact(from), to: exact(to) }),
      onFirst: (isPut) => {
        setHasFirst(isPut);
        if (isPut) onSay('The first point is set. Choose the second.');
      },
      onSelect: setSelected,
      onChange: (line: SlopedLine) => lines.change({ ...line, from: exact(line.from), to: exact(line.to) }),
      onSettle: lines.settle,
      onRemove: (id) => {
        lines.remove(id);
        setSelected(null);
        onSay('The line has been removed.');
      },
      onSay,
    },
    levels,
    count: drawn.length,
    drawnHere,
    hasFirst: hasFirst && tool !== null,
    setTool: (next) => {
      setTool(next);
      setSelected(null);
      if (next) onSay(`${kindNames[next]}: go to a bar with the arrow keys, and press Enter.`);
    },
    addLevel,
    moveLevel: (id, price) => lines.change({ id, kind: 'horizontal', price }),
    clear: () => {
      lines.clear();
      setSelected(null);
      onSay('All lines have been removed.');
    },
    undo,
    redo,
  };
}
