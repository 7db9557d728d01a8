// The picture on a course card: a few drawn lines for each field of trading, in the colours of the theme.
import type { ReactNode } from 'react';
import type { Specialization } from '../../contract/learn.ts';
import { classList } from '../ui/class-list.ts';

/** Candles: x, top of the wick, bottom of the wick, top of the body, bottom of the body. */
const candles = [
  [24, 40, 92, 52, 84],
  [60, 46, 88, 54, 76],
  [96, 34, 80, 42, 70],
  [132, 44, 84, 50, 74],
  [168, 24, 70, 32, 60],
  [204, 30, 66, 38, 58],
  [240, 14, 58, 22, 48],
  [276, 20, 50, 26, 42],
] as const;

const columns = [34, 46, 40, 58, 64, 78, 72, 92] as const;

const drawings: Record<Specialization | 'none', ReactNode> = {
  technical: candles.map(([x, high, low, top, bottom], index) => (
    <g key={x} className={index % 3 === 1 ? 'text-faint' : 'text-accent-text'}>
      <path d={`M${x} ${high}V${low}`} stroke="currentColor" strokeWidth="2" />
      <rect x={x - 8} y={top} width="16" height={bottom - top} fill="currentColor" />
    </g>
  )),
  fundamental: columns.map((height, index) => (
    <rect
      key={height}
      x={18 + index * 36}
      y={104 - height}
      width="20"
      height={height}
      fill="currentColor"
      className={index > 4 ? 'text-accent-text' : 'text-faint'}
    />
  )),
  risk: (
    <>
      <path
        d="M16 84C70 84 74 30 130 30S190 66 236 66 270 48 288 44"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        className="text-accent-text"
      />
      <path d="M16 92H288" stroke="currentColor" strokeWidth="2" strokeDasharray="6 6" className="text-faint" />
      <path d="M130 30V92M236 66V92" stroke="currentColor" strokeWidth="2" className="text-faint" />
    </>
  ),
  psychology: (
    <>
      <path
        d="M16 60C44 12 72 12 100 60S156 108 184 60 240 12 288 60"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        className="text-faint"
      />
      <path
        d="M16 60C60 44 84 44 120 56S200 66 288 58"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        className="text-accent-text"
      />
    </>
  ),
  none: (
    <path
      d="M16 92L72 66 116 78 176 40 220 54 288 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      className="text-accent-text"
    />
  ),
};

export function CourseArt({
  specialization,
  className,
}: {
  specialization: Specialization | null;
  className?: string;
}) {
  return (
    <svg
      viewBox="0 0 304 116"
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      className={classList('block w-full bg-sunken', className)}
    >
      {drawings[specialization ?? 'none']}
    </svg>
  );
}
