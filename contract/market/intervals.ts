// How long a candle is.

export const intervals = ['1m', '5m', '15m', '1h', '1D', '1W'] as const;
