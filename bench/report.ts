// Prints measurements, and writes them to RESULTS.md with the machine, the version and the command.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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

/** Prints the results of a part, and stores them in place of its earlier ones. @param command as typed after `npm run` */
export function publish(name: string, command: string, sections: readonly Section[]): void {
  const text = sections.map(asMarkdown).join('\n');
  say(text);
  const asked = [...chosen(), 'npm run', command].join(' ');
  writeFileSync(RESULTS, withPart(readFileSync(RESULTS, 'utf8'), name, `${machine()}\n\n\`${asked}\`\n${text}`));
}

/** The results with the newest measurement of a part: in the place of its earlier one, or else at the end. */
export function withPart(results: string, name: string, measured: string): string {
  const [head, ...parts] = results.trimEnd().split(/\n+(?=### )/);
  const part = `### ${name}, ${measured}`;
  const at = parts.findIndex((known) => known.startsWith(`### ${name}, `));
  if (at === -1) parts.push(part);
  else parts[at] = part;
  return `${[head, ...parts].join('\n\n')}\n`;
}

/** The settings chosen for this run. */
function chosen(): string[] {
  return Object.entries(process.env).flatMap(([name, value]) =>
    /^(?:BENCH|HERD|SOAK)_/.test(name) ? [`${name}=${value}`] : [],
  );
}
