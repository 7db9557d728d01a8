// What the trader holds of the stock on the screen and has on order: one line, with a link to more.
import { Link } from '@tanstack/react-router';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { useMarketPhase } from '../market-phase.ts';
import { dayWord } from '../phase-words.ts';
import { useOwnInStock } from '../trade/own-in-stock.ts';
import { ExitButton } from '../trade/exit-position.tsx';
import { intradayWords, profitPercent } from '../trade/live-position.ts';
import { useLivePosition } from '../trade/use-live-positions.ts';
import { Card } from '../ui/card.tsx';
import { FigureList } from '../ui/figure-list.tsx';
import { Change, Money } from '../ui/money.tsx';
import { countText } from '../ui/number-text.ts';

function Position({ item }: { item: PortfolioItem }) {
  const { currentValue, overallProfit, todaysProfit } = useLivePosition(item);
  const day = dayWord(useMarketPhase());
  return (
    <FigureList
      figures={[
        { name: 'Shares', value: countText(item.quantity) },
        item.intradayQuantity > 0 && {
          name: 'On margin',
          value: item.isIntraday ? 'All, intraday' : intradayWords(item),
        },
        item.loan > 0 && { name: 'Borrowed for them', value: <Money rupees={item.loan} /> },
        { name: 'Average price', value: <Money rupees={item.averagePrice} /> },
        { name: 'Current value', value: <Money rupees={currentValue} className="live-number" /> },
        {
          name: 'Overall profit',
          value: (
            <span className="live-number inline-flex gap-2">
              <Change value={overallProfit} />
              <Change value={profitPercent(overallProfit, currentValue)} kind="percent" arrow={false} />
            </span>
          ),
        },
        {
          name: day === 'today' ? 'Today' : 'Last trading day',
          value: <Change value={todaysProfit} className="live-number" />,
        },
      ]}
    />
  );
}

export function OwnPosition({ symbol }: { symbol: string }) {
  const { position, openOrders } = useOwnInStock(symbol);
  if (!position && openOrders.length === 0) return null;
  return (
    <Card title="Your position" actions={position && <ExitButton item={position} />}>
      {position ? <Position item={position} /> : <p className="text-muted">You hold no shares yet.</p>}
      {openOrders.length > 0 && (
        <p className="mt-2">
          <Link
            to="/myOrders"
            search={{ q: symbol, status: 'PENDING' }}
            className="font-medium text-accent-text underline-offset-2 hover:underline"
          >
            {openOrders.length === 1 ? '1 open order' : `${openOrders.length} open orders`}
          </Link>
        </p>
      )}
    </Card>
  );
}
