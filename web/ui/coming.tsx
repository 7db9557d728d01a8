// Shown after a press while the script for it is still loading: on a slow line, it says why nothing opens yet.
import { useEffect, useState } from 'react';

const SHOWN_AFTER_MS = 300;

export function Coming() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex justify-center print:hidden">
      {isShown && (
        <p className="rounded-box border border-line bg-raised px-4 py-2 text-ink shadow-over">
          Still loading. It opens as soon as Istock can be reached.
        </p>
      )}
    </div>
  );
}
