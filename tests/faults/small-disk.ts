// A disk of a few megabytes in memory that can be filled up; only if this process may mount one.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const TRIES = 20;

export class SmallDisk {
  readonly folder: string;
  readonly #filler: string;

  constructor(folder: string, megabytes: number) {
    this.folder = folder;
    this.#filler = path.join(folder, 'filler');
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder]);
  }

  /** Fills the disk except for this much. Repeated if another process writes at the same time. */
  fill(leaveKilobytes: number): void {
    for (let left = TRIES; left > 0; left--) {
      const said = execFileSync('df', ['--output=avail', '-k', this.folder]).toString();
      const free = Number(said.trim().split('\n').at(-1));
      const { status } = spawnSync('fallocate', ['-l', `${Math.max(1, free - leaveKilobytes)}KiB`, this.#filler]);
      if (status === 0) return;
    }
    throw new Error(`${this.folder} could not be filled`);
  }

  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }
}

/** Null if there can be one, or why not. */
export async function whyNoSmallDisk(): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'istock-disk-'));
  try {
    new SmallDisk(folder, 1).remove();
    return null;
  } catch {
    return 'this process may not mount a disk of its own (it needs Linux and root)';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
