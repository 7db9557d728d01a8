// The order book of the stock on the screen, live; a level opens nothing here, it is for looking.
import { DepthView } from '../trade/depth-view.tsx';
import { useDepth } from '../trade/use-depth.ts';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/states.tsx';

export function DepthCard({ symbol }: { symbol: string }) {
  const { depth, error, retry } = useDepth(symbol);
  return (
    <Card title="Order book">
      {error ? (
        <ErrorState title="The order book could not be loaded" reason={error.message} onRetry={retry} />
      ) : (
        <DepthView depth={depth} symbol={symbol} />
      )}
    </Card>
  );
}
