// Opens the price alerts of a stock; the bell is filled while an alert is set.
import { useQuery } from '@tanstack/react-query';
import { BellPlus, BellRing } from 'lucide-react';
import type { PriceAlert } from '../../contract/market.ts';
import { callQuery } from '../query.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { openPriceAlerts } from './alert-dialog-state.ts';

const STALE_MS = 60_000;

/** The number of alerts set on a stock; re-renders only when it changes. */
function useAlertCount(symbol: string): number {
  const { data = 0 } = useQuery({
    ...callQuery('GET /priceAlerts', {}),
    staleTime: STALE_MS,
    select: (alerts: PriceAlert[]) => alerts.filter((alert) => alert.symbol === symbol).length,
  });
  return data;
}

export interface AlertButtonProps {
  symbol: string;
  withText?: boolean;
  className?: string;
}

export function AlertButton({ symbol, withText = false, className }: AlertButtonProps) {
  const count = useAlertCount(symbol);
  const waits = count === 0 ? '' : count === 1 ? ', 1 is set' : `, ${count} are set`;
  const label = `Price alerts for ${symbol}${waits}`;
  const icon =
    count > 0 ? (
      <BellRing size={16} aria-hidden="true" className="text-accent-text" />
    ) : (
      <BellPlus size={16} aria-hidden="true" />
    );
  if (withText)
    return (
      <Button title={label} onClick={() => openPriceAlerts(symbol)} className={className}>
        {icon}
        {count > 0 ? `Alerts (${count})` : 'Set alert'}
      </Button>
    );
  return (
    <IconButton size="small" className={className} label={label} onClick={() => openPriceAlerts(symbol)}>
      {icon}
    </IconButton>
  );
}
