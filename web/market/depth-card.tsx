// The live order book of the stock on the screen; pressing a level offers the actions at its price.
import { useState } from 'react';
import type { PricePlace } from '../chart/chart-gestures.ts';
import { useCall } from '../query.ts';
import { DepthView } from '../trade/depth-view.tsx';
import { useDepth } from '../trade/use-depth.ts';
import { Card } from '../ui/card.tsx';
import { pointBelow } from '../ui/popover.tsx';
import { ErrorState } from '../ui/states.tsx';
import { PriceActions } from './chart/price-actions.tsx';

export function DepthCard({ symbol }: { symbol: string }) {
  const book = useDepth(symbol);
  const { error, retry } = book;
  const stocks = useCall('GET /stocks', {});
  const stock = stocks.data?.find((one) => one.symbol === symbol);
  const [place, setPlace] = useState<PricePlace | null>(null);

  return (
    <Card title="Order book">
      {error ? (
        <ErrorState title="The order book could not be loaded" reason={error.message} onRetry={retry} />
      ) : (
        <DepthView book={book} symbol={symbol} onChoose={(price, level) => setPlace({ price, ...pointBelow(level) })} />
      )}
      {place && stock && (
        <PriceActions
          key={`${place.clientX} ${place.clientY}`}
          stock={stock}
          place={place}
          onClose={() => setPlace(null)}
        />
      )}
    </Card>
  );
}
