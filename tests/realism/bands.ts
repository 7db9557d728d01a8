// What real daily prices look like: quantiles over 491 stocks (NSE and US), in windows of 1,000 days, computed by us.
import type { DailyMeasure } from './measures.ts';

/** The 5, 25, 75 and 95 % quantiles. */
export type Band = readonly [p5: number, p25: number, p75: number, p95: number];

export const DAILY_BANDS: Record<DailyMeasure, Band> = {
  annualVolatility: [19.2, 24.9, 37.3, 53.1],
  skew: [-1.12, -0.32, 0.25, 0.73],
  kurtosis1: [1.25, 2.25, 6.26, 18.4],
  kurtosis5: [0.23, 0.78, 2.73, 6],
  kurtosis20: [-0.64, -0.19, 1.12, 3.8],
  hill: [2.56, 3.18, 4.01, 4.77],
  acf1: [-0.067, -0.021, 0.044, 0.1],
  acfAbs1: [0.051, 0.094, 0.191, 0.28],
  acfAbs5: [-0.002, 0.032, 0.104, 0.208],
  acfAbs10: [-0.013, 0.019, 0.095, 0.193],
  acfAbs20: [-0.025, 0.007, 0.072, 0.145],
  acfAbs50: [-0.042, -0.008, 0.052, 0.112],
  acfSquare1: [0.013, 0.057, 0.172, 0.307],
  decay: [0.04, 0.21, 0.45, 0.64],
  leverage: [-0.058, -0.036, -0.008, 0.012],
  varianceRatio5: [0.82, 0.91, 1.05, 1.14],
  varianceRatio20: [0.65, 0.79, 1.02, 1.29],
  moveVolume: [0.2, 0.3, 0.45, 0.52],
  volumeDeviation: [0.37, 0.46, 0.61, 0.93],
  volumeMemory: [0.35, 0.45, 0.62, 0.75],
  overnightShare: [0.13, 0.18, 0.29, 0.4],
  overnightIntraday: [-0.49, -0.28, -0.03, 0.06],
  meanRange: [1.6, 2.2, 3.6, 5],
  parkinson: [0.95, 1.04, 1.18, 1.36],
  beyond3: [0.7, 1, 1.4, 1.7],
  beyond4: [0.1, 0.3, 0.5, 0.8],
  beyond5: [0, 0.1, 0.3, 0.4],
};

/** Of a whole market: mean correlations, the weight of the first eigenvalue, the index. */
export const PANEL_BANDS = {
  pairCorrelation: [0.18, 0.34],
  withinLessAcross: [0.08, 0.18],
  firstEigenvalue: [0.22, 0.36],
  stormyLessCalm: [0.25, 1],
  indexVolatility: [10, 22],
  indexLeverage: [-0.12, -0.03],
} as const;

export type PanelMeasure = keyof typeof PANEL_BANDS;

/** Of one stock through a session of NSE's hours, minute by minute and second by second. */
export const SESSION_BANDS = {
  // Profiles of the day, against its mean.
  volatilityFirst: [1.8, 4],
  volatilityNoon: [0.6, 0.9],
  volatilityLast: [0.9, 1.5],
  volumeFirst: [12, 25],
  volumeLast: [11, 22],
  volumeQuietest: [3, 6],
  // Minutes.
  zeroMinutes: [0.03, 0.2],
  acfMinute: [-0.1, 0.06],
  kurtosisMinute: [0.3, 7],
  acfAbsMinute1: [0.05, 0.35],
  acfAbsMinute30: [0.02, 0.3],
  moveVolumeMinute: [0.15, 0.55],
  volumeDeviationMinute: [0.6, 1.2],
  volumeMemoryMinute: [0.3, 0.9],
  minuteOverHalfHour: [0.85, 1.45],
  // Book and flow.
  spreadBasisPoints: [0.5, 4],
  spreadFirst: [1.05, 2.2],
  queueFirst: [0.3, 1],
  signMemory1: [0.05, 0.3],
  signMemory20: [0.01, 0.2],
  secondOverFiveMinutes: [0.7, 1.3],
  impactCorrelation: [0.3, 0.75],
  impactExponent: [0.4, 1],
  cancelPerLimit: [0.7, 0.95],
  limitPerTaker: [3, 8],
  tradeGapVariation: [1.3, 6],
  tradeSignMemory1: [0.3, 0.7],
  volumeOfUsual: [0.6, 1.6],
} as const;

export type SessionMeasure = keyof typeof SESSION_BANDS;
