// What the server asks of a place for files that people have sent: the disk (files.ts) or S3 (files-s3.ts).

export interface FileStore {
  /** An address that takes one PUT from a browser; null: this server takes the file itself. */
  readonly presign: ((name: string, contentType: string | null, seconds: number) => Promise<string>) | null;
  /** Where those addresses are, for the page's policy. */
  readonly origin: string | null;
  /** Null when there is no such file. @throws FileTooLarge, FilesAway */
  read(name: string, mostBytes: number): Promise<Buffer | null>;
  /** Whole or not at all, in place of what was there. @throws FilesAway */
  write(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Also when it is not there. @throws FilesAway */
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

/** Our own names only: a folder and random characters. Whatever else comes here is a mistake of ours. */
export function checkName(name: string): void {
  if (!/^[a-z]+\/[0-9a-f]{32}(\.webp)?$/.test(name)) throw new Error('not a name of a stored file');
}
