// Worlds that once went wrong, by level: they run first, for ever.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Seeds and how many commands of them. */
export function regressionsOf(level: 'A' | 'B' | 'C'): (readonly [seed: number, commands: number])[] {
  const lines = readFileSync(path.join(import.meta.dirname, 'regressions.txt'), 'utf8').split('\n');
  return lines
    .map((line) => line.split('#')[0].trim().split(/\s+/))
    .filter(([name]) => name === level)
    .map(([, seed, commands]) => [Number(seed), Number(commands)]);
}
