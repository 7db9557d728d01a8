// Sells a whole holding: with the ticket and its quantity filled in, or after a question if orders hold shares back.
import { Suspense, useState } from 'react';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { lazyPart, useFetchLater } from '../lazy-part.ts';
import { quoteOf } from '../quotes.ts';
import { Button } from '../ui/button.tsx';
import { Coming } from '../ui/coming.tsx';
import { countText } from '../ui/number-text.ts';
import { openTicket } from './ticket.ts';
import { openingDraft } from './ticket/draft.ts';

const loadQuestion = () => import('./exit-question.tsx');
const ExitQuestion = lazyPart(async () => ({ default: (await loadQuestion()).ExitQuestion }));

export function ExitButton({ item, children = 'Exit' }: { item: PortfolioItem; children?: string }) {
  const { symbol, quantity, availableQuantity } = item;
  const [isAsking, setIsAsking] = useState(false);
  useFetchLater(loadQuestion);

  function exit(): void {
    if (availableQuantity < quantity) return setIsAsking(true);
    openTicket('SELL', symbol, { draft: { ...openingDraft(quoteOf(symbol)?.price), quantity: String(quantity) } });
  }

  return (
    <>
      <Button
        size="small"
        aria-label={`Exit ${symbol}`}
        title={`Sell all ${countText(quantity)} shares`}
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
