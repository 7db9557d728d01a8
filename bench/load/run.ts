// npm run load [-- part ...] [-- --minutes N]: puts the real server under load, prints the results, and writes them to bench/RESULTS.md.
import { parseArgs } from 'node:util';
import { machine, publish, say } from '../report.ts';
import type { Section } from '../section.ts';
import type { LoadOptions } from './soak.ts';

/** A new part is a file that exports `bench`, and a line here. */
const PARTS: Readonly<Record<string, () => Promise<{ bench: (options: LoadOptions) => Promise<Section[]> }>>> = {
  fairness: () => import('./fairness.ts'),
  herd: () => import('./herd.ts'),
  orders: () => import('./orders.ts'),
  screens: () => import('./screens.ts'),
  slow: () => import('./slow.ts'),
  soak: () => import('./soak.ts'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '20' } },
});
const unknown = positionals.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  say(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  say(`\n${name}: ${machine()}`);
  const { bench } = await PARTS[name]();
  const command = name === 'soak' ? `load -- ${name} --minutes ${values.minutes}` : `load -- ${name}`;
  publish(`load ${name}`, command, await bench({ minutes: Number(values.minutes) }));
}
