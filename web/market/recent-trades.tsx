// The tape of a stock: its newest trades, and which side took.
import { useCall } from '../query.ts';
import { DateTime, dateTimeText } from '../ui/date-time.tsx';
import { countText, priceText } from '../ui/number-text.ts';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';

const POLL_MS = 1000;
const SHOWN = 12;

const looks = {
  BUY: { color: 'text-up', arrow: '\u25b2', took: 'a buyer took the offer' },
  SELL: { color: 'text-down', arrow: '\u25bc', took: 'a seller took the bid' },
} as const;

/** Where trading closes, the newest ones may be days old. */
export const timeShape = (at: string, readAt: number) =>
  dateTimeText(at, 'date') === dateTimeText(readAt, 'date') ? 'time' : 'full';

export function RecentTrades({ symbol }: { symbol: string }) {
  const options = { refetchInterval: POLL_MS, staleTime: 0 };
  const { data, error, refetch, dataUpdatedAt } = useCall('GET /recentTrades', { symbol }, options);
  if (data === undefined)
    return error ? (
      <ErrorState title="The newest trades could not be loaded" reason={error.message} onRetry={() => void refetch()} />
    ) : (
      <>
        <LoadingNote what="the newest trades" />
        <Skeleton className="h-90" />
      </>
    );
  const shown = data.trades.slice(0, SHOWN);
  return (
    <div className="min-h-90">
      {shown.length === 0 ? (
        <p className="py-4 text-muted">Trades appear here as they happen.</p>
      ) : (
        <table className="live-picture w-full text-sm tabular-nums">
          <caption className="sr-only">Newest trades of {symbol}</caption>
          <thead>
            <tr className="h-7 text-muted">
              <th scope="col" className="text-left font-normal">
                Time
              </th>
              <th scope="col" className="text-right font-normal">
                Price
              </th>
              <th scope="col" className="text-right font-normal">
                Qty
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ at, price, quantity, side }, index) => (
              <tr key={index} className="h-6">
                <td className="text-muted">
                  <DateTime at={at} shape={timeShape(at, dataUpdatedAt)} />
                </td>
                <td className={`text-right ${looks[side].color}`}>
                  <span aria-hidden="true" className="text-[0.75em]">
                    {looks[side].arrow}{' '}
                  </span>
                  {priceText(price)}
                  <span className="sr-only">, {looks[side].took}</span>
                </td>
                <td className="text-right">{countText(quantity)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown.length > 0 && (
        <p className="mt-2 text-xs text-muted">
          <span aria-hidden="true">{looks.BUY.arrow}</span> a buyer took an offer,{' '}
          <span aria-hidden="true">{looks.SELL.arrow}</span> a seller took a bid. Newest first.
        </p>
      )}
    </div>
  );
}
