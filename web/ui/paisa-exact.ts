// Rounds sums that are computed in the page.

/** Two decimals: sums of rupees, and of prices times whole shares, without binary noise. */
export function paisaExact(rupees: number): number {
  return Math.round(rupees * 100) / 100;
}
