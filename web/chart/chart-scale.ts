// How the price axis counts: in rupees, in rupees with equal steps for equal percent, or in percent since the first bar in view.

export const chartScales = ['linear', 'log', 'percent'] as const;
export type ChartScale = (typeof chartScales)[number];
