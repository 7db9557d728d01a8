// The live order book of the stock on the screen, or what has traded from it; pressing a level offers the actions at its price.
import { useState } from 'react';
import type { PricePlace } from '../chart/chart-gestures.ts';
import { useCall } from '../query.ts';
import { DepthView } from '../trade/depth-view.tsx';
import { useDepth } from '../trade/use-depth.ts';
import { Card } from '../ui/card.tsx';
import { pointBelow } from '../ui/popover.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { PriceActions } from './chart/price-actions.tsx';
import { RecentTrades } from './recent-trades.tsx';

type Shown = 'book' | 'trades';

export function DepthCard({ symbol }: { symbol: string }) {
  const [shown, setShown] = useState<Shown>('book');
  return (
    <Card
      title={shown === 'book' ? 'Order book' : 'Newest trades'}
      actions={
        <Segmented
          label="Show"
          value={shown}
          onChoose={setShown}
          choices={[
            { value: 'book', label: 'Book' },
            { value: 'trades', label: 'Trades' },
          ]}
        />
      }
    >
      {shown === 'book' ? <OrderBook symbol={symbol} /> : <RecentTrades symbol={symbol} />}
    </Card>
  );
}

function OrderBook({ symbol }: { symbol: string }) {
  const book = useDepth(symbol);
  const { error, retry } = book;
  const stocks = useCall('GET /stocks', {});
  const stock = stocks.data?.find((one) => one.symbol === symbol);
  const [place, setPlace] = useState<PricePlace | null>(null);

  return (
    <>
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
    </>
  );
}
