// One trade in detail: its costs on both sides, how far it went for and against, a link to its chart, and its notes.
import { Link } from '@tanstack/react-router';
import { ChartCandlestick } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DiaryDay } from '../../../contract/trade/diary.ts';
import { buttonLook } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import type { Figure } from '../../ui/figure-list.tsx';
import { Change, Money } from '../../ui/money.tsx';
import { countText, moneyText, NO_NUMBER, priceText } from '../../ui/number-text.ts';
import { chartSpanOf } from './chart-span.ts';
import { heldText, rateText, riskText } from './figure-words.ts';

type Detail = DiaryDay['details'][number];

function costFigures(trade: Detail): Figure[] {
  return [
    { name: 'First bought', value: <DateTime at={trade.openedAt} /> },
    { name: 'Sold', value: <DateTime at={trade.time} /> },
    { name: 'Held', value: heldText(trade.heldSeconds) },
    { name: 'P&L before charges', value: <Change value={trade.pnl} /> },
    { name: 'Charges of buying', value: <Money rupees={trade.entryCharges} /> },
    { name: 'Charges of selling', value: <Money rupees={trade.charges} /> },
    { name: 'Net P&L', value: <Change value={trade.net} />, isTotal: true },
  ];
}

function point(value: number | null, price: number | null): Figure['value'] {
  if (value === null || price === null) return NO_NUMBER;
  return (
    <span>
      {value === 0 ? moneyText(0) : <Change value={value} />}{' '}
      <span className="text-sm text-muted">{`at ${priceText(price)}`}</span>
    </span>
  );
}

function wayFigures(trade: Detail): Figure[] {
  const { efficiency, stopPrice, r } = trade;
  return [
    { name: 'Worst point (MAE)', value: point(trade.mae, trade.low) },
    { name: 'Best point (MFE)', value: point(trade.mfe, trade.high) },
    { name: 'Efficiency', value: rateText(efficiency === null ? null : efficiency * 100) },
    { name: 'First stop', value: stopPrice === null ? 'None was set' : moneyText(stopPrice) },
    { name: 'R-multiple', value: riskText(r) },
  ];
}

const sourceTexts = {
  ticks: 'Every trade of the market between buying and selling was seen.',
  bars: 'Part of the way comes from minute and daily bars, because the exchange was not watched all the time.',
  unknown: 'The way between is not known: the exchange was not watched then, and there are no bars of that time.',
} as const;

/** The notes on the trade, below its figures. */
export function TradeAnatomy({ trade, children }: { trade: Detail; children: ReactNode }) {
  const { symbol } = trade;
  return (
    <div data-symbol={symbol} className="flex flex-col gap-4 bg-bg px-4 py-4 max-md:border-t max-md:border-line">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">
          {`${countText(trade.quantity)} ${symbol}: ${priceText(trade.entry)} to ${priceText(trade.exit)}`}
        </h3>
        <Link to="/tradingview" search={chartSpanOf(trade)} className={buttonLook({ size: 'small' })}>
          <ChartCandlestick size={16} aria-hidden="true" />
          Chart at entry and exit
        </Link>
      </div>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <FigureList figures={costFigures(trade)} />
        <div className="flex flex-col gap-2">
          <FigureList figures={wayFigures(trade)} />
          <p className="text-sm text-faint">{sourceTexts[trade.pathSource ?? 'unknown']}</p>
        </div>
      </div>
      {children}
    </div>
  );
}
