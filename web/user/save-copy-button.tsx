// The button that saves a copy of everything, and says when that is not possible.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import type { ButtonSize } from '../ui/button.tsx';
import { saveCopy } from './save-copy.ts';

export interface SaveCopyButtonProps {
  label: string;
  size?: ButtonSize;
  /** Whose data, for administrators. */
  userId?: string;
}

export function SaveCopyButton({ label, size, userId }: SaveCopyButtonProps) {
  const [isBusy, setIsBusy] = useState(false);

  async function save(): Promise<void> {
    setIsBusy(true);
    const refusal = await saveCopy(userId);
    setIsBusy(false);
    if (refusal !== null) await showAlert(refusal);
  }

  return (
    <Button size={size} busy={isBusy} onClick={() => void save()}>
      <Download size={16} aria-hidden="true" />
      {label}
    </Button>
  );
}
