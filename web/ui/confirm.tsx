// Asks once before something that cannot be undone, and says what will happen.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmProps {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  isOpen: boolean;
  /** The confirmed work is under way: both buttons wait. */
  isBusy?: boolean;
  /** Below the text: fields that belong to the question. */
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

export function Confirm({
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  isOpen,
  isBusy = false,
  children,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title}
      isOpen={isOpen}
      isLocked={isBusy}
      onClose={onCancel}
      footer={
        <>
          <Button autoFocus disabled={isBusy} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button tone={tone} busy={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
    </Dialog>
  );
}
