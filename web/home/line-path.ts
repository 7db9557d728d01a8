// The shape of a line over days and of the area between it and zero, in a square of a hundred by a hundred.

export interface LinePath {
  readonly line: string;
  readonly area: string;
  /** How far down zero lies. */
  readonly zero: number;
}

const SIZE = 100;
/** The line's own width must not be cut off above and below. */
const MARGIN = 3;

/** At least one value; a single one is reached from zero. Zero is always in the picture. */
export function linePath(given: readonly number[]): LinePath {
  const values = given.length === 1 ? [0, ...given] : given;
  const highest = Math.max(0, ...values);
  const span = highest - Math.min(0, ...values) || 1;
  const down = (value: number): number => round(MARGIN + ((highest - value) / span) * (SIZE - 2 * MARGIN));
  const along = (index: number): number => round((index / Math.max(1, values.length - 1)) * SIZE);
  const points = values.map((value, index) => `${along(index)} ${down(value)}`);
  const zero = down(0);
  const line = `M${points.join('L')}`;
  return { line, area: `${line}V${zero}H0Z`, zero };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
