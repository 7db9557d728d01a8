// A small line of recent prices: only the shape, with its meaning in words for screen readers.
import { classList } from './class-list.ts';

export interface SparklineProps {
  values: readonly number[];
  /** What it shows, in words: 'MERIT, last 30 days'. */
  label: string;
  width?: number;
  height?: number;
}

function linePoints(values: readonly number[], width: number, height: number): string {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = width / Math.max(1, values.length - 1);
  return values
    .map(
      (value, index) =>
        `${(index * step).toFixed(1)},${(height - 1 - ((value - low) / span) * (height - 2)).toFixed(1)}`,
    )
    .join(' ');
}

export function Sparkline({ values, label, width = 96, height = 28 }: SparklineProps) {
  if (values.length < 2) return <svg width={width} height={height} aria-hidden="true" />;
  const isUp = values[values.length - 1] >= values[0];
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className={classList('live-picture', isUp ? 'text-up' : 'text-down')}
    >
      <polyline
        points={linePoints(values, width, height)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
