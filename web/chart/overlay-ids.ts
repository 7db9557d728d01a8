// The averages that can be drawn over the candles, by the names they have in an address.

export const overlayIds = ['sma20', 'ema20', 'ema50'] as const;
export type OverlayId = (typeof overlayIds)[number];

/** `sma20,ema50` to the averages that exist, each once. */
export function readOverlays(text: string | undefined): OverlayId[] {
  const named = new Set((text ?? '').split(','));
  return overlayIds.filter((id) => named.has(id));
}
