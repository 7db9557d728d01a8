// The position of the price between the day's lowest and highest.
import { useQuote } from '../quotes.ts';
import type { Quote } from '../quotes.ts';
import { NO_NUMBER, priceText } from '../ui/number-text.ts';

/** In percent from the low; the middle if nothing has moved. */
function placeInRange({ price, low, high }: Pick<Quote, 'price' | 'low' | 'high'>): number {
  if (high <= low) return 50;
  return Math.min(100, Math.max(0, ((price - low) / (high - low)) * 100));
}

/** `aligned`: figures of equal width, so that the ranges in a column line up. */
export function DayRange({ symbol, known, aligned = false }: { symbol: string; known?: Quote; aligned?: boolean }) {
  const quote = useQuote(symbol, known);
  return (
    <div className="flex items-center gap-2 text-sm text-muted">
      <span className={aligned ? 'min-w-16 text-right whitespace-nowrap' : 'min-w-12 whitespace-nowrap'}>
        <span className="sr-only">Lowest of the day </span>
        <span className="live-number">{quote ? priceText(quote.low) : NO_NUMBER}</span>
      </span>
      <span
        aria-hidden="true"
        className="relative h-1 min-w-8 flex-1 overflow-x-clip rounded-full bg-sunken forced-colors:bg-[GrayText]"
      >
        {quote && (
          // Moved by transform, not layout, so that the page stays still.
          <span className="absolute inset-0" style={{ transform: `translateX(${placeInRange(quote)}%)` }}>
            <span className="absolute top-1/2 left-0 h-2.5 w-1 -translate-1/2 rounded-full bg-edge forced-colors:bg-[CanvasText]" />
          </span>
        )}
      </span>
      <span className={aligned ? 'min-w-16 text-left whitespace-nowrap' : 'min-w-12 text-right whitespace-nowrap'}>
        <span className="sr-only">Highest of the day </span>
        <span className="live-number">{quote ? priceText(quote.high) : NO_NUMBER}</span>
      </span>
    </div>
  );
}
