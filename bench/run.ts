// npm run bench [-- part ...]: runs measurements, prints them and adds them to RESULTS.md. Every part checks its result before it names a speed.
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import type { Section } from './section.ts';

/** A new part is a file that exports `bench`, and a line here. */
const PARTS: Readonly<Record<string, () => Promise<{ bench: () => Promise<Section[]> }>>> = {
  book: () => import('./book.ts'),
  desk: () => import('./desk.ts'),
  diary: () => import('./diary.ts'),
  http: () => import('./http.ts'),
  sockets: () => import('./sockets.ts'),
};

const RESULTS = path.join(import.meta.dirname, 'RESULTS.md');

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function machine(): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} x ${first.model.trim()}, ${memory}, Node ${process.version}, commit ${commit()}`;
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

function asMarkdown({ title, columns, rows, notes }: Section): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(columns), line(columns.map(() => '---')), ...rows.map(line)];
  return ['', `#### ${title}`, '', ...table, '', ...notes.map((note) => `- ${note}`)].join('\n');
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  say(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  say(`\n${name}: ${machine()}`);
  const { bench } = await PARTS[name]();
  const sections = await bench();
  const text = sections.map(asMarkdown).join('\n');
  say(text);
  appendFileSync(RESULTS, `\n### ${name}, ${machine()}\n${text}\n`);
}
