// npm run bench [-- part ...]: runs measurements, prints them and writes them to RESULTS.md. Every part checks its result before it reports a speed.
import { machine, publish, say } from './report.ts';
import type { Section } from './section.ts';

/** A new part is a file that exports `bench`, and a line here. */
const PARTS: Readonly<Record<string, () => Promise<{ bench: () => Promise<Section[]> }>>> = {
  book: () => import('./book.ts'),
  calls: () => import('./calls.ts'),
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

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  say(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  say(`\n${name}: ${machine()}`);
  const { bench } = await PARTS[name]();
  publish(name, `bench -- ${name}`, await bench());
}
