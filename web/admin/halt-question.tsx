// The question before a halt and before its end: what will happen, and the reason that everybody will read. It stays the question that
// was opened, even if another administrator is quicker.
import { useState } from 'react';
import type { Refusal } from '../api.ts';
import { showAlert } from '../ui/alert.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { TextInput } from '../ui/text-input.tsx';

export interface HaltChange {
  isHalted: boolean;
  reason?: string;
}

interface HaltQuestionProps {
  title: string;
  /** The effect of a halt; the effect of its end is the same everywhere. */
  consequence: string;
  confirmLabel: string;
  /** The state when the question was opened. */
  isHalted: boolean;
  /** Returns null, or why it was refused. */
  onConfirm: (change: HaltChange) => Promise<Refusal | null>;
  onClose: () => void;
}

const RESUMED =
  'Orders are accepted again at once. Waiting orders keep their places, and stops whose price has been reached are triggered.';

export function HaltQuestion({ isHalted, consequence, onConfirm, onClose, ...question }: HaltQuestionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [reason, setReason] = useState('');

  async function change(): Promise<void> {
    setIsBusy(true);
    const refusal = await onConfirm(isHalted ? { isHalted: false } : { isHalted: true, reason });
    setIsBusy(false);
    // The requested state is already in force, so there is nothing left to ask. Anything else can be retried with the same reason.
    if (refusal === null || refusal.status === 409) onClose();
    if (refusal !== null) await showAlert(refusal.message);
  }

  return (
    <Confirm
      {...question}
      isOpen
      text={isHalted ? RESUMED : consequence}
      tone={isHalted ? 'primary' : 'danger'}
      isBusy={isBusy}
      onConfirm={() => void change()}
      onCancel={onClose}
    >
      {!isHalted && (
        <TextInput
          label="Reason, shown to everybody (optional)"
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
          className="mt-4"
        />
      )}
    </Confirm>
  );
}
