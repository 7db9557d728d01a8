// Sells a whole holding, or as much as one order may: with the ticket filled in, or after a question if orders hold some of them.
import { Suspense, useState } from 'react';
import type { LimitsData } from '../../contract/trade.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { lazyPart, useFetchLater } from '../lazy-part.ts';
import { callKey, callQuery, queryClient } from '../query.ts';
import { quoteOf } from '../quotes.ts';
import { Button } from '../ui/button.tsx';
import { Coming } from '../ui/coming.tsx';
import { countText } from '../ui/number-text.ts';
import { openTicket } from './ticket.ts';
import { openingDraft } from './ticket/draft.ts';

const loadQuestion = () => import('./exit-question.tsx');
const ExitQuestion = lazyPart(async () => ({ default: (await loadQuestion()).ExitQuestion }));
const loadLimits = () => queryClient.prefetchQuery(callQuery('GET /limit', {}));

/** As much of the holding as one order may sell; the ticket names the limit. */
function exitQuantity(held: number): number {
  const limits = queryClient.getQueryData<LimitsData>(callKey('GET /limit', {}));
  return Math.min(held, limits?.maxSellLimit ?? held);
}

export function ExitButton({ item, children = 'Exit' }: { item: PortfolioItem; children?: string }) {
  const { symbol, quantity, availableQuantity } = item;
  const [isAsking, setIsAsking] = useState(false);
  useFetchLater(loadQuestion);
  useFetchLater(loadLimits);

  function exit(): void {
    const sold = exitQuantity(quantity);
    if (availableQuantity < sold) return setIsAsking(true);
    const opening = openingDraft(quoteOf(symbol)?.price);
    openTicket('SELL', symbol, { draft: { ...opening, quantity: String(sold) } });
  }

  return (
    <>
      <Button
        size="small"
        aria-label={`Exit ${symbol}`}
        title={quantity === 1 ? 'Sell the share' : `Sell all ${countText(quantity)} shares`}
        onClick={exit}
      >
        {children}
      </Button>
      {isAsking && (
        <Suspense fallback={<Coming />}>
          <ExitQuestion item={item} onDone={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
