// Marks a data folder as a demo: by a file, written before the first person is made and changed after the last trade.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** `making`: it was begun and is not finished. */
export type DemoState = 'none' | 'making' | 'ready';

const fileIn = (dataDir: string): string => path.join(dataDir, 'demo.json');

export function readDemoState(dataDir: string): DemoState {
  const file = fileIn(dataDir);
  if (!existsSync(file)) return 'none';
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof kept === 'object' && kept !== null && 'state' in kept && kept.state === 'ready' ? 'ready' : 'making';
}

export function markDemo(dataDir: string, state: Exclude<DemoState, 'none'>): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify({ state })}\n`, { mode: 0o600, flush: true });
}
