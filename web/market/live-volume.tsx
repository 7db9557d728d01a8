// How many shares of a stock have traded today.
import { useQuote } from '../quotes.ts';
import type { Quote } from '../quotes.ts';
import { countText, NO_NUMBER, shortCountText } from '../ui/number-text.ts';

export function LiveVolume({ symbol, known, short = false }: { symbol: string; known?: Quote; short?: boolean }) {
  const quote = useQuote(symbol, known);
  if (!quote) return <span className="text-faint">{NO_NUMBER}</span>;
  return <span className="live-number">{short ? shortCountText(quote.volume) : countText(quote.volume)}</span>;
}
