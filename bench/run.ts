// npm run bench [-- part ...]: runs measurements, prints them and writes them to RESULTS.md. Every part checks its result before it reports a speed.
import { asked, refuseUnknown } from '../tests/command-line.ts';
import { machine, publish, say } from './report.ts';
import type { Section } from './section.ts';

/** A new part is a file that exports `bench`, and a line here. */
const PARTS: Readonly<Record<string, () => Promise<{ bench: () => Promise<Section[]> }>>> = {
  book: () => import('./book.ts'),
  calls: () => import('./calls.ts'),
  costs: () => import('./costs.ts'),
  desk: () => import('./desk.ts'),
  diary: () => import('./diary.ts'),
  gateways: () => import('./gateways.ts'),
  growth: () => import('./growth.ts'),
  http: () => import('./http.ts'),
  reads: () => import('./reads.ts'),
  sockets: () => import('./sockets.ts'),
  start: () => import('./start.ts'),
  web: () => import('./web.ts'),
};

const HELP = `npm run bench                 every part, one after another; the results go to bench/RESULTS.md
npm run bench -- book http    only these: ${Object.keys(PARTS).join(', ')}
`;

const chosen = asked(HELP, () => {
  const names = process.argv.slice(2);
  refuseUnknown('part', names, Object.keys(PARTS));
  return names.length > 0 ? names : Object.keys(PARTS);
});
for (const name of chosen) {
  say(`\n${name}: ${machine()}`);
  const { bench } = await PARTS[name]();
  publish(name, `bench -- ${name}`, await bench());
}
