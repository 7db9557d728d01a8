// npm run load -- [part ...] ...: puts the real server under load, prints the results, and writes them to bench/RESULTS.md.
import { parseArgs } from 'node:util';
import { asked, numberOf, refuseUnknown } from '../../tests/command-line.ts';
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

const HELP = `npm run load                  every part, one after another; the results go to bench/RESULTS.md
npm run load -- orders herd   only these: ${Object.keys(PARTS).join(', ')}

--minutes N   how long the soak lasts; 20 unless told
`;

const { names, minutes } = asked(HELP, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string', default: '20' } },
  });
  refuseUnknown('part', positionals, Object.keys(PARTS));
  return {
    names: positionals.length > 0 ? positionals : Object.keys(PARTS),
    minutes: numberOf('minutes', values.minutes),
  };
});
for (const name of names) {
  say(`\n${name}: ${machine()}`);
  const { bench } = await PARTS[name]();
  const command = name === 'soak' ? `load -- ${name} --minutes ${minutes}` : `load -- ${name}`;
  publish(`load ${name}`, command, await bench({ minutes }));
}
