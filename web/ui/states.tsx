// What is shown when there is nothing to show: an empty state that offers the next step, or an error with a retry.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** The next step: a link or a button. */
  action?: ReactNode;
}

export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center text-balance">
      <p className="text-md font-semibold">{title}</p>
      {text && <p className="max-w-md text-balance text-muted">{text}</p>}
      {action && <div className="mt-2 flex flex-wrap items-center justify-center gap-3">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** Plain words: what could not be done. */
  title: string;
  /** The server's own sentence, if there is one. */
  reason?: string | null;
  onRetry?: () => void;
}

export function ErrorState({ title, reason, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-12 text-center text-balance">
      <p className="text-md font-semibold">{title}</p>
      {reason && reason !== title && <p className="max-w-md text-balance text-muted">{reason}</p>}
      {onRetry && (
        <Button className="mt-2" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
