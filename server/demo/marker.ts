// Marks a data folder as a demo: by a file, written before the first person is made and changed after the last trade.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** `making`: it was begun and is not finished. */
export type DemoState = 'none' | 'making' | 'ready';

const fileIn = (dataDir: string): string => path.join(dataDir, 'demo.json');

export function readDemoState(dataDir: string): DemoState {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return 'none';
  return stateIn(readFileSync(file, 'utf8'));
}

/** Whatever else a power cut or a full disk has left there, it was not finished. */
function stateIn(text: string): DemoState {
  try {
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' && kept !== null && 'state' in kept && kept.state === 'ready' ? 'ready' : 'making';
  } catch {
    return 'making';
  }
}

export function markDemo(dataDir: string, state: Exclude<DemoState, 'none'>): void {
  // Written beside it and renamed, so that a kill leaves the one state or the other.
  const draft = `${fileIn(dataDir)}.new`;
  writeFileSync(draft, `${JSON.stringify({ state })}\n`, { mode: 0o600, flush: true });
  renameSync(draft, fileIn(dataDir));
}
