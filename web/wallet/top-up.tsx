// Adding practice money: an amount, typed or one of the quick ones, and then the checkout.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { paymentMessages } from '../../contract/messages/wallet.ts';
import { QUICK_TOP_UPS } from '../../contract/wallet.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { focusFirstMistake } from '../ui/form.ts';
import { wholeMoneyText } from '../ui/number-text.ts';
import { TextInput } from '../ui/text-input.tsx';
import { CheckoutSheet } from './checkout-sheet.tsx';
import { amountMistake, usePayment } from './payment.ts';

/** The typed amount in rupees; grouping commas and a rupee sign are allowed. NaN if it is not a number. */
function typedRupees(text: string): number {
  const plain = text.replace(/[\u20B9,\s]/g, '');
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : Number.NaN;
}

export function TopUp({ onDone }: { onDone?: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const payment = usePayment({ onCredited: () => void finish(), onOutside: onDone });

  async function finish(): Promise<void> {
    onDone?.();
    // The focus goes back to the button that opened the panel before the alert takes it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const read = showAlert(paymentMessages.succeeded);
    await navigate({ to: '/home' });
    await read;
    await new Promise((resolve) => setTimeout(resolve, 100));
    // If the button that opened the panel is gone, with its page or with the first step, the focus goes to the cash.
    if (document.activeElement?.id === 'content') document.getElementById('cash')?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const amount = typedRupees(text);
    const mistake = amountMistake(amount);
    if (!mistake) return payment.begin({ amount });
    // Spec 5: zero and below is reported beside the field, and the alert says that the amount is not valid.
    setError(mistake);
    await showAlert(paymentMessages.amountInvalid);
    focusFirstMistake(form);
  }

  function type(next: string): void {
    setText(next);
    const amount = typedRupees(next);
    setError(amount <= 0 ? paymentMessages.amountTooSmall : null);
  }

  return (
    <div className="flex flex-col gap-6">
      <fieldset>
        <legend className="mb-1 text-sm font-medium text-muted">Quick amounts</legend>
        <div className="grid grid-cols-2 gap-2">
          {QUICK_TOP_UPS.map((amount) => (
            <Button key={amount} size="large" onClick={() => void payment.begin({ amount })}>
              {wholeMoneyText(amount)}
            </Button>
          ))}
        </div>
      </fieldset>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextInput
          label="Amount"
          name="amount"
          prefix={'\u20B9'}
          inputMode="decimal"
          autoComplete="off"
          placeholder="Another amount"
          error={error}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Button type="submit" tone="primary" size="large" wide busy={payment.isBusy}>
          Continue to payment
        </Button>
      </form>
      <p className="text-sm text-faint">
        Practice money, test mode: no money moves. It buys stocks on the practice market, and it can never be paid out.
      </p>
      <CheckoutSheet payment={payment} what="Practice money for your wallet" />
    </div>
  );
}
