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

/** After so many failures in a row it is the store that does not work, and not a file. */
const MOST_FAILURES = 3;

/** Removes one after the other. A file that cannot be removed does not keep the others. @throws when the store does not work */
export async function removeEach(
  keys: readonly string[],
  remove: (key: string) => Promise<void>,
  log: Log,
): Promise<void> {
  let failures = 0;
  for (const key of keys)
    try {
      await remove(key);
      failures = 0;
    } catch (error) {
      if (++failures === MOST_FAILURES) throw error;
      log.warn({ err: error, key }, 'a file stays for now');
    }
}
