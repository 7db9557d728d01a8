// Measures of how market data behave: tails, memory, volume, ranges, correlation. Used by the realism tests only.

export interface DailyBars {
  readonly open: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly close: ArrayLike<number>;
  readonly volume: ArrayLike<number>;
}

export type DailyMeasure =
  | 'annualVolatility'
  | 'skew'
  | 'kurtosis1'
  | 'kurtosis5'
  | 'kurtosis20'
  | 'hill'
  | 'acf1'
  | 'acfAbs1'
  | 'acfAbs5'
  | 'acfAbs10'
  | 'acfAbs20'
  | 'acfAbs50'
  | 'acfSquare1'
  | 'decay'
  | 'leverage'
  | 'varianceRatio5'
  | 'varianceRatio20'
  | 'moveVolume'
  | 'volumeDeviation'
  | 'volumeMemory'
  | 'overnightShare'
  | 'overnightIntraday'
  | 'meanRange'
  | 'parkinson'
  | 'beyond3'
  | 'beyond4'
  | 'beyond5';

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

export function variance(values: ArrayLike<number>): number {
  const centre = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i] - centre) * (values[i] - centre);
  return sum / values.length;
}

export function deviation(values: ArrayLike<number>): number {
  return Math.sqrt(variance(values));
}

function standardMoment(values: ArrayLike<number>, power: number): number {
  const centre = mean(values);
  const scale = deviation(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += ((values[i] - centre) / scale) ** power;
  return sum / values.length;
}

function skew(values: ArrayLike<number>): number {
  return standardMoment(values, 3);
}

export function excessKurtosis(values: ArrayLike<number>): number {
  return standardMoment(values, 4) - 3;
}

export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const meanA = mean(a);
  const meanB = mean(b);
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    ab += (a[i] - meanA) * (b[i] - meanB);
    aa += (a[i] - meanA) * (a[i] - meanA);
    bb += (b[i] - meanB) * (b[i] - meanB);
  }
  return ab / Math.sqrt(aa * bb);
}

/** Autocorrelation at a lag, over the whole sample's mean and variance. */
export function autocorrelation(values: ArrayLike<number>, lag: number): number {
  return autocorrelations(values, [lag])[0];
}

function autocorrelations(values: ArrayLike<number>, lags: readonly number[]): number[] {
  const centre = mean(values);
  const centred = Float64Array.from(values, (value) => value - centre);
  const scale = centred.reduce((sum, value) => sum + value * value, 0);
  return lags.map((lag) => {
    let sum = 0;
    for (let i = lag; i < centred.length; i++) sum += centred[i] * centred[i - lag];
    return sum / scale;
  });
}

export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}

export function logReturns(prices: ArrayLike<number>, step = 1): Float64Array {
  const count = Math.floor((prices.length - 1) / step);
  return Float64Array.from({ length: count }, (_, i) => Math.log(prices[(i + 1) * step] / prices[i * step]));
}

/** Variance of `step`-day returns (overlapping) over `step` times that of one-day returns. */
function varianceRatio(returns: Float64Array, step: number): number {
  const sums: number[] = [];
  let sum = 0;
  for (let i = 0; i < returns.length; i++) {
    sum += returns[i] - (i >= step ? returns[i - step] : 0);
    if (i >= step - 1) sums.push(sum);
  }
  return variance(sums) / (step * variance(returns));
}

/** Hill's estimate of the tail index from the largest `share` of absolute values. */
function hillIndex(absolute: Float64Array, share: number): number {
  const sorted = Float64Array.from(absolute).sort().reverse();
  const count = Math.floor(share * sorted.length);
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.log(sorted[i] / sorted[count]);
  return count / sum;
}

/** Exponent of the power law by which the autocorrelations of absolute returns decay, where they stand out of the noise. */
function decayExponent(absolute: Float64Array): number {
  const lags = Array.from({ length: 100 }, (_, i) => i + 1);
  const values = autocorrelations(absolute, lags);
  const clear = lags.filter((lag) => values[lag - 1] > 0.01);
  return -slope(
    clear.map((lag) => Math.log(lag)),
    clear.map((lag) => Math.log(values[lag - 1])),
  );
}

export function slope(x: ArrayLike<number>, y: ArrayLike<number>): number {
  return (correlation(x, y) * deviation(y)) / deviation(x);
}

/** Log volume less its mean over the 20 days before. */
function detrend(logVolume: Float64Array): Float64Array {
  const window = 20;
  return Float64Array.from({ length: logVolume.length - window }, (_, i) => {
    return logVolume[i + window] - mean(logVolume.subarray(i, i + window));
  });
}

export function measureDaily(bars: DailyBars): Record<DailyMeasure, number> {
  const { open, high, low, close } = bars;
  const returns = logReturns(close);
  const absolute = returns.map(Math.abs);
  const square = returns.map((value) => value * value);
  const count = returns.length;
  const overnight = Float64Array.from({ length: count }, (_, i) => Math.log(open[i + 1] / close[i]));
  const intraday = Float64Array.from({ length: count }, (_, i) => Math.log(close[i + 1] / open[i + 1]));
  const ranges = Float64Array.from({ length: count }, (_, i) => Math.log(high[i + 1] / low[i + 1]));
  const logVolume = Float64Array.from({ length: count }, (_, i) => Math.log(Math.max(1, bars.volume[i + 1])));
  const unusual = detrend(logVolume);
  const centre = mean(returns);
  const scale = deviation(returns);
  const beyond = (limit: number): number =>
    (100 * returns.filter((value) => Math.abs((value - centre) / scale) > limit).length) / count;
  const [acfAbs1, acfAbs5, acfAbs10, acfAbs20, acfAbs50] = autocorrelations(absolute, [1, 5, 10, 20, 50]);
  let leverage = 0;
  for (let lag = 1; lag <= 10; lag++) leverage += correlation(returns.subarray(0, -lag), absolute.subarray(lag)) / 10;
  return {
    annualVolatility: 100 * scale * Math.sqrt(252),
    skew: skew(returns),
    kurtosis1: excessKurtosis(returns),
    kurtosis5: excessKurtosis(logReturns(close, 5)),
    kurtosis20: excessKurtosis(logReturns(close, 20)),
    hill: hillIndex(absolute, 0.05),
    acf1: autocorrelation(returns, 1),
    acfAbs1,
    acfAbs5,
    acfAbs10,
    acfAbs20,
    acfAbs50,
    acfSquare1: autocorrelation(square, 1),
    decay: decayExponent(absolute),
    leverage,
    varianceRatio5: varianceRatio(returns, 5),
    varianceRatio20: varianceRatio(returns, 20),
    moveVolume: correlation(absolute.subarray(20), unusual),
    volumeDeviation: deviation(unusual),
    volumeMemory: autocorrelation(logVolume, 1),
    overnightShare: variance(overnight) / (variance(overnight) + variance(intraday)),
    overnightIntraday: correlation(overnight, intraday),
    meanRange: 100 * mean(ranges),
    parkinson: mean(ranges.map((value) => value * value)) / (4 * Math.LN2) / variance(intraday),
    beyond3: beyond(3),
    beyond4: beyond(4),
    beyond5: beyond(5),
  };
}

/** The largest eigenvalue of a correlation matrix as a share of all, by power iteration. */
export function firstEigenvalueShare(matrix: readonly ArrayLike<number>[]): number {
  let vector = matrix.map(() => 1);
  let value = 0;
  for (let round = 0; round < 60; round++) {
    const next = matrix.map((row) => vector.reduce((sum, each, j) => sum + row[j] * each, 0));
    value = Math.sqrt(next.reduce((sum, each) => sum + each * each, 0));
    vector = next.map((each) => each / value);
  }
  return value / matrix.length;
}
