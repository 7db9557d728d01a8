// What can be done with a stock from a list: buy, sell, open its chart, put it on the watchlist.
import { Link } from '@tanstack/react-router';
import { ChartCandlestick } from 'lucide-react';
import { TradeButton } from '../trade/trade-buttons.tsx';
import { classList } from '../ui/class-list.ts';
import { WatchButton } from './watch-button.tsx';

export function ChartLink({ symbol, withText = false }: { symbol: string; withText?: boolean }) {
  return (
    <Link
      to="/tradingview"
      search={{ symbol }}
      aria-label={`Chart of ${symbol}`}
      title={`Chart of ${symbol}`}
      className={classList(
        'finger inline-flex h-8 items-center justify-center gap-1.5 rounded-box text-sm font-medium text-muted hover:bg-sunken hover:text-ink',
        withText ? 'px-3' : 'w-8',
      )}
    >
      <ChartCandlestick size={16} aria-hidden="true" />
      {withText && 'Chart'}
    </Link>
  );
}

export function StockActions({ symbol }: { symbol: string }) {
  return (
    <span className="inline-flex gap-1">
      <TradeButton side="BUY" symbol={symbol} />
      <TradeButton side="SELL" symbol={symbol} />
      <ChartLink symbol={symbol} />
      <WatchButton symbol={symbol} />
    </span>
  );
}
