// Buy and Sell beside a stock: they open the ticket. Quiet colours, since they stand in every row.
import type { OrderSide } from '../../contract/trade.ts';
import { classList } from '../ui/class-list.ts';
import { openTicket } from './ticket.ts';

const looks: Record<OrderSide, { label: string; color: string }> = {
  BUY: { label: 'Buy', color: 'bg-accent-soft text-accent-text hover:bg-accent hover:text-on-accent' },
  SELL: { label: 'Sell', color: 'bg-sell-soft text-sell-text hover:bg-sell hover:text-on-accent' },
};

export interface TradeButtonProps {
  side: OrderSide;
  symbol: string;
  size?: 'small' | 'large';
  className?: string;
}

export function TradeButton({ side, symbol, size = 'small', className }: TradeButtonProps) {
  const { label, color } = looks[side];
  return (
    <button
      type="button"
      aria-label={side === 'BUY' ? `Buy ${symbol}` : `Sell ${symbol}`}
      onClick={() => openTicket(side, symbol)}
      className={classList(
        'inline-flex items-center justify-center rounded-box font-medium whitespace-nowrap select-none',
        size === 'small' ? 'h-8 px-3 text-sm' : 'h-10 min-w-24 px-5 text-md',
        color,
        className,
      )}
    >
      {label}
    </button>
  );
}
