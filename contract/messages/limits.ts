// The sentences of the trading limits: spec point 5 word for word, and what it leaves open.

export const limitMessages = {
  buyTooSmall: 'Maximum Buy Limit must be greater than 0.',
  sellTooSmall: 'Maximum Sell Limit must be greater than 0.',
  hoursTooSmall: 'Timeframe (Hours) must be greater than 0.',
  buyInline: 'Please enter a valid positive number for Buy Limit.',
  sellInline: 'Please enter a valid positive number for Sell Limit.',
  hoursInline: 'Please enter a valid positive number for the timeframe.',
} as const;
