// The interface of the store for files that people have uploaded: on the disk (files.ts) or in S3 (files-s3.ts).
import type { Log } from '../log.ts';

export interface FileStore {
  /** An address that takes one PUT from a browser; null: this server takes the file itself. */
  readonly presign: ((name: string, contentType: string | null, seconds: number) => Promise<string>) | null;
  /** The origin of those addresses, for the page's content security policy. */
  readonly origin: string | null;
  /** Null when there is no such file. @throws FileTooLarge, FilesAway */
  read(name: string, mostBytes: number): Promise<Buffer | null>;
  /** Replaces what was there; a file is never left half written. @throws FilesAway */
  write(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Succeeds if there is no such file. @throws FilesAway */
  remove(name: string): Promise<void>;
  close(): void;
}

/** The store does not answer: nothing is known, and trying again later is safe. */
export class FilesAway extends Error {}
export class FileTooLarge extends Error {}

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Names are made by the server: a folder and random characters. Any other name is a programmer's error. */
export function checkName(name: string): void {
  if (!/^[a-z]+\/[0-9a-f]{32}(\.webp)?$/.test(name)) throw new Error('not a name of a stored file');
}

/** How long a round may spend on files that cannot be removed. After that the store counts as broken, and is not asked about the others. */
const MOST_FAILING_MS = 30_000;

interface Removing {
  readonly remove: (key: string) => Promise<void>;
  readonly log: Log;
  readonly mostFailingMs?: number;
}

/** Removes files that nothing shows any more, round by round. Those that could not be removed come last in the next one: they keep no others. */
export class Removals {
  readonly #options: Removing;
  /** Could not be removed when that was tried last; the one that was tried first comes first. */
  readonly #staying = new Set<string>();

  constructor(options: Removing) {
    this.#options = options;
  }

  /** All that `find` finds, however little that is at a time. @throws when the store does not work */
  async removeAll(find: () => Promise<readonly string[]>): Promise<void> {
    while ((await this.removeEach(await find())) > 0);
  }

  /** Each file that stays is named once. Returns how many were removed. @throws when the store does not work */
  async removeEach(keys: readonly string[]): Promise<number> {
    const { remove, log, mostFailingMs = MOST_FAILING_MS } = this.#options;
    const known = [...this.#staying].filter((key) => keys.includes(key));
    let [removed, failingMs] = [0, 0];
    for (const key of [...keys.filter((each) => !this.#staying.has(each)), ...known]) {
      const startedAt = performance.now();
      try {
        await remove(key);
        removed++;
        this.#staying.delete(key);
      } catch (error) {
        if (!this.#staying.delete(key)) log.warn({ err: error, key }, 'a file stays for now');
        this.#staying.add(key);
        failingMs += performance.now() - startedAt;
        if (failingMs > mostFailingMs) throw error;
      }
    }
    return removed;
  }
}
