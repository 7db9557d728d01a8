// Buy and Sell beside a stock: they open the ticket.
import type { OrderSide } from '../../contract/trade.ts';
import { classList } from '../ui/class-list.ts';
import { openTicket } from './ticket.ts';

interface Look {
  label: string;
  /** Quiet, because it is in every row. */
  small: string;
  /** For the main action of a page. */
  large: string;
}

const looks: Record<OrderSide, Look> = {
  BUY: {
    label: 'Buy',
    small: 'h-8 px-3 text-sm bg-accent-soft text-accent-text hover:bg-accent hover:text-on-accent',
    large: 'h-10 min-w-24 px-5 text-md bg-accent text-on-accent hover:bg-accent-hover',
  },
  SELL: {
    label: 'Sell',
    small: 'h-8 px-3 text-sm bg-sell-soft text-sell-text hover:bg-sell hover:text-on-accent',
    large: 'h-10 min-w-24 px-5 text-md bg-sell text-on-accent hover:bg-sell-hover',
  },
};

export interface TradeButtonProps {
  side: OrderSide;
  symbol: string;
  size?: 'small' | 'large';
  className?: string;
}

export function TradeButton({ side, symbol, size = 'small', className }: TradeButtonProps) {
  const look = looks[side];
  return (
    <button
      type="button"
      aria-label={side === 'BUY' ? `Buy ${symbol}` : `Sell ${symbol}`}
      aria-keyshortcuts={side === 'BUY' ? 'B' : 'S'}
      title={side === 'BUY' ? `Buy ${symbol} (B)` : `Sell ${symbol} (S)`}
      onClick={() => openTicket(side, symbol)}
      className={classList(
        'finger inline-flex items-center justify-center rounded-box font-medium whitespace-nowrap select-none forced-colors:border',
        look[size],
        className,
      )}
    >
      {look.label}
    </button>
  );
}
