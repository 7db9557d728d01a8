// The current time, as the server reports it with every answer: the clock of this machine may be hours or days off.
const KEY = 'istock.clock';
/** An answer comes late and names whole seconds: a smaller difference says nothing. */
const LEAST_MS = 30_000;

const listeners = new Set<() => void>();

/** What a page that was reloaded begins with. Storage may hold anything, or be closed. */
function remembered(): number {
  try {
    return Number(sessionStorage.getItem(KEY)) || 0;
  } catch {
    return 0;
  }
}

/** To be added to the clock of this machine. */
let correctionMs = remembered();

/** Epoch ms by the server's clock. */
export function now(): number {
  return Date.now() + correctionMs;
}

/** Told by each answer at what time it was made, as HTTP writes it. */
export function takeServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  const wanted = Math.abs(difference) < LEAST_MS ? 0 : difference;
  if (wanted === correctionMs || (wanted !== 0 && Math.abs(wanted - correctionMs) < LEAST_MS)) return;
  correctionMs = wanted;
  try {
    sessionStorage.setItem(KEY, String(wanted));
  } catch {
    // The next answer tells it again.
  }
  for (const listener of listeners) listener();
}

/** Tells when another time holds from now on. Returns what ends it. */
export function onTimeCorrected(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
