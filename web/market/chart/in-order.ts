// Stocks in the order in which they are looked for in a long list, which is not that of their listing.
export function inOrder<Listed extends { readonly symbol: string }>(stocks: readonly Listed[]): Listed[] {
  return [...stocks].sort((one, other) => (one.symbol < other.symbol ? -1 : 1));
}
