// The price alerts that are set, each with a button to remove it.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PriceAlert } from '../../contract/market.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { LivePrice } from '../live-text.tsx';
import { showAlert } from '../ui/alert.tsx';
import { IconButton } from '../ui/button.tsx';
import { moneyText } from '../ui/number-text.ts';
import { changeAlerts } from './price-alerts.ts';

const words = { above: 'Rises to', below: 'Falls to' };

function Row({ alert, withSymbol }: { alert: PriceAlert; withSymbol: boolean }) {
  const [isBusy, setIsBusy] = useState(false);
  const text = `${words[alert.direction]} ${moneyText(alert.price)}`;

  async function remove(): Promise<void> {
    setIsBusy(true);
    const reply = await call('POST /priceAlerts/remove', { id: alert._id }, { idempotencyKey: newIdempotencyKey() });
    setIsBusy(false);
    // Gone already: it has fired meanwhile, or another screen removed it.
    if (reply.ok || reply.status === 404)
      await changeAlerts((alerts) => alerts.filter((other) => other._id !== alert._id));
    else await showAlert(reply.message);
  }

  return (
    <li data-symbol={alert.symbol} className="flex min-h-10 items-center justify-between gap-3">
      <span className="flex flex-wrap items-baseline gap-x-2 py-1">
        {withSymbol && <span className="font-semibold">{alert.symbol}</span>}
        <span>{text}</span>
        {withSymbol && (
          <span className="text-sm whitespace-nowrap text-faint">
            now <LivePrice symbol={alert.symbol} />
          </span>
        )}
      </span>
      <IconButton
        size="small"
        label={`Remove the alert: ${alert.symbol} ${text.toLowerCase()}`}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && void remove()}
      >
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

export function AlertList({ alerts, withSymbol = false }: { alerts: readonly PriceAlert[]; withSymbol?: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {alerts.map((alert) => (
        <Row key={alert._id} alert={alert} withSymbol={withSymbol} />
      ))}
    </ul>
  );
}
