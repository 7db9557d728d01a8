// Reserves the space of the market line before it has loaded, as this browser last saw it, so that nothing below moves.
import type { ReactNode } from 'react';

const KEY = 'istock.phase';

/** What the line says now; null where trading never closes. */
export function keepPhaseText(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Without storage the page moves once, as on a first visit.
  }
}

function keptText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function PhaseBar({ dot, children }: { dot: string; children: ReactNode }) {
  return (
    <div className="border-b border-line bg-surface print:hidden">
      <p className="mx-auto flex max-w-[90rem] items-baseline gap-2 px-4 py-1.5 text-xs text-muted sm:px-6">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
        <span className="min-w-0">{children}</span>
      </p>
    </div>
  );
}

export function PhaseSpace() {
  const text = keptText();
  return (
    text !== null && (
      <div aria-hidden="true" className="*:*:invisible">
        <PhaseBar dot="">{text}</PhaseBar>
      </div>
    )
  );
}
