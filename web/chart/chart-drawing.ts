// What the chart needs to know for drawing: the selected tool, the sloped lines, and the handlers.
import type { DrawingTool, LinePoint, SlopedKind, SlopedLine, SlopedShape } from './drawn-lines.ts';

export interface ChartDrawing {
  /** What a press on the candles draws; null while nothing is being drawn. */
  tool: DrawingTool | null;
  sloped: readonly SlopedLine[];
  selected: number | null;
  onLevel: (price: number) => void;
  onSloped: (shape: SlopedShape) => void;
  /** The first of two points has been set or taken back; what to do next is shown elsewhere. */
  onFirst: (isPut: boolean) => void;
  onSelect: (id: number | null) => void;
  onChange: (line: SlopedLine) => void;
  /** A line has been dropped at its new place. */
  onSettle: () => void;
  onRemove: (id: number) => void;
  /** Announced for people who cannot see it. */
  onSay: (text: string) => void;
}

export const kindNames: Record<DrawingTool, string> = {
  horizontal: 'Horizontal line',
  trend: 'Trend line',
  ray: 'Ray',
  fibonacci: 'Fibonacci retracement',
};

export type LineEnd = 'from' | 'to';

/** The line with one end moved. */
export function withEnd(line: SlopedLine, end: LineEnd, point: LinePoint): SlopedLine {
  return { ...line, [end]: point };
}

/** The tool, if it needs two points. */
export function slopedTool(tool: DrawingTool | null): SlopedKind | null {
  return tool === 'horizontal' ? null : tool;
}
