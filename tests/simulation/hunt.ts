// Plants a bug in a copy of the program and runs simulated worlds on it in a process of its own, until one of them goes wrong.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PlantedBug } from './planted/bug.ts';
import { SCENTS } from './scents.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Hunt {
  readonly isCaught: boolean;
  /** What the simulation printed. */
  readonly report: string;
  readonly milliseconds: number;
}

/** Where bugs are planted, and which worlds hunt them. */
export interface Ground {
  /** The room that bugs are planted in. */
  readonly room: 'core' | 'server';
  readonly level: 'A' | 'B';
  readonly seeds: number;
  readonly commands: number;
}

const PARTS = {
  core: ['core', 'tests/command-line.ts', 'tests/naive', 'tests/simulation'],
  server: [
    'core',
    'contract',
    'server',
    'tests/command-line.ts',
    'tests/naive',
    'tests/serial-order.ts',
    'tests/simulation',
  ],
} as const;

/** Copies of the program that wait for the next bug, by room; the unchanged files are compiled only once. */
const COPIES: Record<Ground['room'], string[]> = { core: [], server: [] };
const home = mkdtempSync(path.join(tmpdir(), 'istock-planted-'));
export const removeCopies = (): void => rmSync(home, { recursive: true, force: true });
let copies = 0;

function copyOf(room: Ground['room']): string {
  const waiting = COPIES[room].pop();
  if (waiting !== undefined) return waiting;
  const folder = path.join(home, `${room}-${++copies}`);
  const isSource = (source: string) => !source.endsWith('.test.ts');
  for (const part of PARTS[room]) {
    mkdirSync(path.join(folder, path.dirname(part)), { recursive: true });
    cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true, filter: isSource });
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  if (room === 'server') symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Anchors that are not in their file exactly once, before any edit: the program has moved on, and the bug must follow. */
export const misfits = ({ name, edits }: PlantedBug, room: Ground['room']): string[] =>
  edits.flatMap(({ file, anchor }) => {
    const times = readFileSync(path.join(ROOT, room, file), 'utf8').split(anchor).length - 1;
    return times === 1 ? [] : [`"${name}": "${anchor}" stands ${times} times in ${room}/${file}`];
  });

/** Returns a function that takes the bug out again. @throws if the bug does not fit */
function plant(bug: PlantedBug, roomFolder: string): () => void {
  const before = new Map<string, string>();
  const takeOut = (): void => before.forEach((text, target) => writeFileSync(target, text));
  for (const { file, anchor, replacement } of bug.edits) {
    const target = path.join(roomFolder, file);
    const text = readFileSync(target, 'utf8');
    if (!before.has(target)) before.set(target, text);
    const parts = text.split(anchor);
    if (parts.length !== 2) {
      takeOut();
      throw new Error(`"${bug.name}": "${anchor}" stands ${parts.length - 1} times in ${file}`);
    }
    writeFileSync(target, parts.join(replacement));
  }
  return takeOut;
}

export async function hunt(bug: PlantedBug, ground: Ground): Promise<Hunt> {
  const folder = copyOf(ground.room);
  try {
    const takeOut = plant(bug, path.join(folder, ground.room));
    try {
      return await run(folder, bug.name, ground);
    } finally {
      takeOut();
    }
  } finally {
    COPIES[ground.room].push(folder);
  }
}

const CRASH = /^ {2}(?:Type|Reference|Syntax)Error: /m;

/** A machine that is busy with much else may need longer for a bug that is hard to find: then the hunt says so. */
const LONGEST_MS = 60_000;

async function run(folder: string, name: string, { level, seeds, commands }: Ground): Promise<Hunt> {
  const sizes = ['--level', level, '--seeds', String(seeds), '--commands', String(commands)];
  const args = ['--no-warnings', 'tests/simulation/run.ts', ...sizes, '--brief'];
  if (name in SCENTS) args.push('--first', String(SCENTS[name]));
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(home, 'compiled') };
  const startedAt = performance.now();
  const since = () => Math.round(performance.now() - startedAt);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env, timeout: LONGEST_MS });
    return { isCaught: false, report: stdout, milliseconds: since() };
  } catch (error) {
    const { stdout, stderr, code, killed } = error as {
      stdout: string;
      stderr: string;
      code: unknown;
      killed: boolean;
    };
    if (killed)
      return { isCaught: false, report: `no world went wrong in ${LONGEST_MS / 1000} s`, milliseconds: since() };
    // The simulation itself reports a world that goes wrong. Any other exit means that the bug was badly planted, and so does an edit that
    // leaves behind what no program could run on: then nothing has looked at what the bug is about.
    const isCaught = code === 1 && stdout.startsWith('seed ') && !CRASH.test(stdout);
    return { isCaught, report: `${stdout}${isCaught ? '' : stderr}`, milliseconds: since() };
  }
}
