// Spec 8: alerts appear in a modal with an OK button. Built on the platform's own dialog, so that the first pages stay small.
import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

interface Waiting {
  text: string;
  close: () => void;
}

let queue: readonly Waiting[] = [];
const listeners = new Set<() => void>();

function setQueue(next: readonly Waiting[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a sentence over everything else; settles when the person has pressed OK. One after the other when there are several. */
export function showAlert(text: string): Promise<void> {
  return new Promise((resolve) => {
    const waiting: Waiting = {
      text,
      close: () => {
        if (!queue.includes(waiting)) return;
        setQueue(queue.filter((other) => other !== waiting));
        resolve();
      },
    };
    setQueue([...queue, waiting]);
  });
}

function AlertModal({ text, close }: Waiting) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while it is still in the page, or the focus would not return to where it was.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      role="alertdialog"
      aria-labelledby={id}
      onClose={close}
      className="reveal m-auto w-[min(24rem,calc(100vw-2rem))] rounded-box bg-raised p-6 text-ink shadow-over"
    >
      <p id={id} className="text-md">
        {text}
      </p>
      <div className="mt-6 flex justify-end">
        <Button tone="primary" autoFocus onClick={() => element.current?.close()} className="min-w-24">
          OK
        </Button>
      </div>
    </dialog>
  );
}

/** Mounted once at the root. The attribute tells the other dialogs that this one may take the focus from them. */
export function AlertHost() {
  const first = useSyncExternalStore(subscribe, () => queue[0]);
  const key = useRef({ of: first, number: 0 });
  if (key.current.of !== first) key.current = { of: first, number: key.current.number + 1 };
  return <div data-react-aria-top-layer="true">{first && <AlertModal key={key.current.number} {...first} />}</div>;
}
