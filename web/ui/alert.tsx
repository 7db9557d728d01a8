// Spec 8: alerts appear in a modal with an OK button. Built on the platform's own dialog, so that the first pages stay small.
import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useBackCloses } from './back-closes.ts';
import { Button } from './button.tsx';
import { originNow, takeUpAfterAlert } from './kept-focus.ts';

/** What can be done next, besides OK. */
export interface NextStep {
  label: string;
  act: () => void;
}

interface Waiting {
  number: number;
  text: string;
  next?: NextStep;
  close: () => void;
}

let queue: readonly Waiting[] = [];
let count = 0;
const listeners = new Set<() => void>();

function setQueue(next: readonly Waiting[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a sentence over everything else; resolves when OK is pressed. Several are shown one after another. */
export function showAlert(text: string, next?: NextStep): Promise<void> {
  return new Promise((resolve) => {
    count += 1;
    const waiting: Waiting = {
      number: count,
      text,
      next,
      close: () => {
        if (!queue.includes(waiting)) return;
        setQueue(queue.filter((other) => other !== waiting));
        resolve();
      },
    };
    setQueue([...queue, waiting]);
  });
}

/** Whatever is or was about to be shown, as if OK had been pressed. */
export function closeAlerts(): void {
  for (const { close } of queue) close();
}

function AlertModal({ text, next, close }: Waiting) {
  const element = useRef<HTMLDialogElement>(null);
  const ok = useRef<HTMLButtonElement>(null);
  const id = useId();
  useBackCloses(close, false);
  // Closed while still in the page, or the focus would not return to where it was.
  useLayoutEffect(() => {
    const dialog = element.current;
    const openedAt = performance.now();
    const origin = originNow();
    dialog?.showModal();
    // The browser would focus the first button, and Enter would then open the next step.
    ok.current?.focus();
    return () => {
      dialog?.close();
      // The browser notices only a moment later that the previously focused element is gone.
      setTimeout(() => takeUpAfterAlert(openedAt, origin), 50);
    };
  }, []);
  return (
    <dialog
      ref={element}
      role="alertdialog"
      aria-labelledby={id}
      // Not on its close event, which a page loading behind it may undo.
      onCancel={close}
      className="reveal m-auto w-[min(24rem,calc(100vw-2rem))] rounded-box bg-raised p-6 text-ink shadow-over"
    >
      <p id={id} className="text-md">
        {text}
      </p>
      <div className="mt-6 flex justify-end gap-2">
        {next && (
          <Button
            tone="quiet"
            onClick={() => {
              close();
              next.act();
            }}
          >
            {next.label}
          </Button>
        )}
        <Button ref={ok} tone="primary" onClick={close} className="min-w-24">
          OK
        </Button>
      </div>
    </dialog>
  );
}

/** Mounted once at the root. The attribute tells other dialogs that this one may take the focus from them. */
export function AlertHost() {
  const first = useSyncExternalStore(subscribe, () => queue[0]);
  return <div data-react-aria-top-layer="true">{first && <AlertModal key={first.number} {...first} />}</div>;
}
