// Numbers that nobody should send, but that somebody will.

export const HOSTILE = [
  NaN,
  Infinity,
  -Infinity,
  0,
  -0,
  -1,
  0.5,
  1.0000001,
  1e21,
  2 ** 53,
  2 ** 53 - 1,
  2 ** 31,
  -(2 ** 31),
  1e-7,
  10_000_001,
  1_000_000_001,
];
