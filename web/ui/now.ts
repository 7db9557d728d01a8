// The current time by the server's clock, which comes with every answer: the clock of this machine may be hours or days off.
const KEY = 'istock.clock';
/** Answers are late and give whole seconds, so smaller differences mean nothing. */
const LEAST_MS = 30_000;

const listeners = new Set<() => void>();

/** The difference known before a reload. Storage may contain anything, or be unavailable. */
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

/** Takes the time of an answer, from its HTTP header. */
export function takeServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  const wanted = Math.abs(difference) < LEAST_MS ? 0 : difference;
  if (wanted === correctionMs || (wanted !== 0 && Math.abs(wanted - correctionMs) < LEAST_MS)) return;
  correctionMs = wanted;
  try {
    sessionStorage.setItem(KEY, String(wanted));
  } catch {
    // The next answer brings it again.
  }
  for (const listener of listeners) listener();
}

/** Calls back when the difference changes. Returns a function that stops it. */
export function onTimeCorrected(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
