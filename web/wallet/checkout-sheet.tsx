// The checkout of the built-in test provider: UPI or card, and clearly no real money.
import { useState } from 'react';
import type { FormEvent } from 'react';
import { rupeesFromPaise } from '../../core/money.ts';
import { checkoutInput } from '../../contract/wallet.ts';
import type { PaymentOrder } from '../../contract/wallet.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { BigMoney } from '../ui/money.tsx';
import { moneyText } from '../ui/number-text.ts';
import { Segmented } from '../ui/segmented.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Instrument, Payment } from './payment.ts';

type Method = 'upi' | 'card';

const testInstruments = {
  upi: 'Test addresses: success@upi is paid, failure@upi is declined.',
  card: 'Test cards: 4111 1111 1111 1111 is paid, 4000 0000 0000 0002 is declined. Any later date and any CVV will do.',
};

const emptyCard = { number: '', expiry: '', cvv: '', name: '' };

/** The mistakes of the sheet, by the last name of their path: `vpa`, `number`, ... */
function mistakesOf(order: PaymentOrder, instrument: Instrument): Record<string, string> {
  const parsed = checkoutInput.safeParse({ ...instrument, order_id: order.id });
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path.at(-1)), issue.message]).reverse());
}

function CardFields({
  card,
  mistakes,
  onType,
}: {
  card: typeof emptyCard;
  mistakes: Record<string, string>;
  onType: (card: typeof emptyCard) => void;
}) {
  const field = (key: keyof typeof emptyCard) => ({
    value: card[key],
    error: mistakes[key],
    onChange: (event: { currentTarget: { value: string } }) => onType({ ...card, [key]: event.currentTarget.value }),
  });
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextInput
        label="Card number"
        inputMode="numeric"
        autoComplete="off"
        className="col-span-2"
        hint={testInstruments.card}
        {...field('number')}
      />
      <TextInput label="Expiry (MM/YY)" inputMode="numeric" autoComplete="off" {...field('expiry')} />
      <TextInput label="CVV" inputMode="numeric" autoComplete="off" {...field('cvv')} />
      <TextInput label="Name on the card" autoComplete="off" className="col-span-2" {...field('name')} />
    </div>
  );
}

function Sheet({ order, payment, what }: { order: PaymentOrder; payment: Payment; what: string }) {
  const [method, setMethod] = useState<Method>('upi');
  // The paying address is filled in already: a top-up is one tap on the amount and one on Pay.
  const [vpa, setVpa] = useState('success@upi');
  const [card, setCard] = useState(emptyCard);
  const [mistakes, setMistakes] = useState<Record<string, string>>({});
  const [error, setError] = useState<string | null>(null);
  const rupees = rupeesFromPaise(order.amount);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const instrument: Instrument = method === 'upi' ? { method, vpa } : { method, card };
    const found = mistakesOf(order, instrument);
    setMistakes(found);
    setError(null);
    if (Object.keys(found).length === 0) setError(await payment.pay(instrument));
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <p className="wrap-anywhere text-muted">{what}</p>
        <BigMoney rupees={rupees} />
        <p className="rounded-box bg-warn-soft px-3 py-2 text-warn">Test mode: no money moves.</p>
      </div>
      <Segmented
        label="Pay with"
        wide
        choices={[
          { value: 'upi', label: 'UPI' },
          { value: 'card', label: 'Card' },
        ]}
        value={method}
        onChoose={(chosen) => {
          setMethod(chosen);
          setMistakes({});
          setError(null);
        }}
      />
      {method === 'upi' ? (
        <TextInput
          label="UPI address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          hint={testInstruments.upi}
          error={mistakes.vpa}
          value={vpa}
          onChange={(event) => setVpa(event.currentTarget.value)}
        />
      ) : (
        <CardFields card={card} mistakes={mistakes} onType={setCard} />
      )}
      <div aria-live="assertive">
        {error && <p className="rounded-box bg-down-soft px-3 py-2 text-down">{error}</p>}
      </div>
      <Button type="submit" tone="primary" size="large" wide busy={payment.isBusy}>
        Pay {moneyText(rupees)}
      </Button>
    </form>
  );
}

/** `what`: what is paid for, in plain words. */
export function CheckoutSheet({ payment, what }: { payment: Payment; what: string }) {
  return (
    <Dialog
      title="Istock test checkout"
      size="small"
      isOpen={payment.order !== null}
      isLocked={payment.isBusy}
      onClose={payment.leave}
    >
      {payment.order && <Sheet key={payment.order.id} order={payment.order} payment={payment} what={what} />}
    </Dialog>
  );
}
