// One stock's figures of the day, live: open, high, low, close, volume, and when they were last updated.
import { useEffect, useState } from 'react';
import type { HistoryItem, Stock } from '../../contract/market.ts';
import { onQuote, quoteOf, useQuote } from '../quotes.ts';
import { DateTime } from '../ui/date-time.tsx';
import { FigureList } from '../ui/figure-list.tsx';
import { Money } from '../ui/money.tsx';
import { now } from '../ui/now.ts';
import { countText, NO_NUMBER } from '../ui/number-text.ts';
import { DayRange } from './day-range.tsx';
import { useYearRange } from './year-range.ts';

/** When a price of this stock last came in, or what the history said before that. */
function useLastUpdated(symbol: string, known: string | undefined): string | number | undefined {
  const [receivedAt, setReceivedAt] = useState<number>();
  useEffect(() => {
    setReceivedAt(undefined);
    // The price sent on connecting may be days old where trading closes, so only a trade updates it.
    let before = quoteOf(symbol)?.volume;
    return onQuote(symbol, () => {
      const volume = quoteOf(symbol)?.volume;
      // A new day starts from zero.
      if (before !== undefined && volume && volume !== before) setReceivedAt(now());
      before = volume;
    });
  }, [symbol]);
  return receivedAt ?? known;
}

export interface PriceOverviewProps {
  symbol: string;
  stock: Stock | undefined;
  /** The current day. */
  today: HistoryItem | undefined;
}

export function PriceOverview({ symbol, stock, today }: PriceOverviewProps) {
  const quote = useQuote(symbol, stock);
  const year = useYearRange(symbol, quote);
  const updatedAt = useLastUpdated(symbol, today?.timestamp);
  const price = (rupees: number | undefined) =>
    rupees === undefined ? NO_NUMBER : <Money rupees={rupees} className="live-number" />;
  // Before its first trade a day has no prices of its own; what comes instead is the close of the day before.
  const ofDay = (rupees: number | undefined) => price(quote?.volume === 0 ? undefined : rupees);
  return (
    <div className="flex flex-col gap-2">
      <DayRange symbol={symbol} known={stock} />
      <FigureList
        figures={[
          { name: 'Open', value: ofDay(quote?.open ?? today?.open) },
          { name: 'High', value: ofDay(quote?.high ?? today?.high) },
          { name: 'Low', value: ofDay(quote?.low ?? today?.low) },
          // During the day, its close is the last price.
          { name: 'Close', value: price(quote?.price ?? today?.close) },
          { name: 'Previous close', value: price(stock?.previousClose) },
          { name: '52-week high', value: price(year?.high) },
          { name: '52-week low', value: price(year?.low) },
          { name: 'Volume', value: quote ? <span className="live-number">{countText(quote.volume)}</span> : NO_NUMBER },
          {
            name: 'Latest Trading Day',
            value: today ? <DateTime at={`${today.latestTradingDay}T00:00:00+05:30`} shape="date" /> : NO_NUMBER,
          },
          {
            name: 'Last Updated',
            value: updatedAt === undefined ? NO_NUMBER : <DateTime at={updatedAt} shape="full" />,
          },
        ]}
      />
    </div>
  );
}
