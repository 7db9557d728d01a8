// The sentences about lines that are drawn on charts.

export const drawnLineMessages = {
  invalid: 'These lines cannot be kept.',
  tooMany: (most: number) => `A chart has at most ${most} lines.`,
  changed: 'The lines of this chart have been changed elsewhere.',
} as const;
