// Where measurements go: to the screen, and to the end of RESULTS.md with the machine and the version that they are of.
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import type { Section } from './section.ts';

const RESULTS = path.join(import.meta.dirname, 'RESULTS.md');

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function machine(): string {
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

/** Prints what a part has measured, and keeps it. */
export function publish(name: string, sections: readonly Section[]): void {
  const text = sections.map(asMarkdown).join('\n');
  say(text);
  appendFileSync(RESULTS, `\n### ${name}, ${machine()}\n${text}\n`);
}
