// The dialog for one stock's price alerts: set, list and remove them. Mounted once, above all of a trader's screens.
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { AlertDirection } from '../../contract/market.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { LiveChange, LivePrice } from '../live-text.tsx';
import { useCall } from '../query.ts';
import { USUAL_TICK, useQuote } from '../quotes.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { NumberInput } from '../ui/number-input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { closePriceAlerts, useAlertRequest } from './alert-dialog-state.ts';
import type { AlertRequest } from './alert-dialog-state.ts';
import { mistakeIn, suggestedPrice } from './alert-draft.ts';
import { AlertList } from './alert-list.tsx';
import { changeAlerts } from './price-alerts.ts';

interface AlertFormProps {
  symbol: string;
  last: number | undefined;
  /** The initial price, if one was pointed at. */
  wanted: number | undefined;
  /** The tick, in rupees. */
  tick: number | undefined;
}

function AlertForm({ symbol, last, wanted, tick = USUAL_TICK }: AlertFormProps) {
  const [direction, setDirection] = useState<AlertDirection>(
    wanted !== undefined && last !== undefined && wanted < last ? 'below' : 'above',
  );
  // The price in the field must not move while it is being read: it keeps the price from when the dialog opened.
  const [base] = useState(last);
  const [typed, setTyped] = useState<string | null>(wanted?.toFixed(2) ?? null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const price = typed ?? (base === undefined ? '' : suggestedPrice(base, direction));

  async function set(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const mistake = mistakeIn({ symbol, price, direction }, last);
    setError(mistake);
    setDone('');
    if (mistake !== null) return;
    setIsBusy(true);
    const input = { symbol, price: Number(price), direction };
    const reply = await call('POST /priceAlerts', input, { idempotencyKey: newIdempotencyKey() });
    setIsBusy(false);
    if (!reply.ok) return setError(reply.message);
    setDone(reply.message);
    setTyped(null);
    await changeAlerts((alerts) => [reply.data, ...alerts.filter(({ _id }) => _id !== reply.data._id)]);
  }

  return (
    <form onSubmit={(event) => void set(event)} noValidate className="flex flex-col gap-3">
      <Segmented
        label="Tell me when the price"
        showLabel
        wide
        value={direction}
        onChoose={(next) => {
          setDirection(next);
          setError(null);
        }}
        choices={[
          { value: 'above', label: 'Rises to' },
          { value: 'below', label: 'Falls to' },
        ]}
      />
      <div className="flex items-start gap-2">
        <NumberInput
          label="Price"
          prefix={'\u20b9'}
          min={tick}
          step={tick}
          value={price}
          error={error}
          onType={(text) => {
            setTyped(text);
            setError(null);
          }}
          className="flex-1"
        />
        <Button tone="primary" type="submit" busy={isBusy} className="mt-6 h-11 sm:h-9">
          Set alert
        </Button>
      </div>
      <p role="status" className="mb-2 min-h-5 text-sm text-up">
        {done}
      </p>
    </form>
  );
}

function AlertDialog({ request: { symbol, price } }: { request: AlertRequest }) {
  const stock = useCall('GET /stocks', {}).data?.find((one) => one.symbol === symbol);
  const quote = useQuote(symbol, stock);
  const alerts = useCall('GET /priceAlerts', {}).data?.filter((alert) => alert.symbol === symbol) ?? [];
  return (
    <Dialog title={`Price alerts for ${symbol}`} size="small" symbol={symbol} isOpen onClose={closePriceAlerts}>
      <p className="mb-4 flex items-baseline gap-2">
        <LivePrice symbol={symbol} known={stock} className="text-lg font-semibold" />
        <LiveChange symbol={symbol} known={stock} />
      </p>
      <AlertForm
        key={quote === undefined ? 'waiting' : 'ready'}
        symbol={symbol}
        last={quote?.price}
        wanted={price}
        tick={stock?.tickSize}
      />
      {alerts.length > 0 && (
        <section>
          <h3 className="text-sm font-medium text-muted">Waiting</h3>
          <AlertList alerts={alerts} />
        </section>
      )}
      <p className="mt-2 text-sm text-faint">Each alert is shown once, here and under Notifications, and then ends.</p>
    </Dialog>
  );
}

export function AlertDialogHost() {
  const request = useAlertRequest();
  return request && <AlertDialog key={request.number} request={request} />;
}
