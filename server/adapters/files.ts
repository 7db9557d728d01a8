// Stores files that people have uploaded: on the disk under DATA_DIR, or in S3 when the settings name a bucket.
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeNameDurable } from '../durable-name.ts';
import { checkName, FilesAway, FileTooLarge, type FileStore, type S3Settings } from './file-store.ts';
import { sharedReads } from './shared-reads.ts';

/** The libraries of S3 are heavy: loaded only where there is a bucket. */
export async function openFiles({ s3, dataDir }: { s3: S3Settings | undefined; dataDir: string }): Promise<FileStore> {
  if (s3 === undefined) return sharedReads(diskFiles(path.join(dataDir, 'files')));
  const { s3Files } = await import('./files-s3.ts');
  return sharedReads(s3Files(s3));
}

const away = (cause: unknown): FilesAway => new FilesAway('The disk does not do what it is asked.', { cause });
/** Each file is written once, by the one request that has claimed its row. */
const draftOf = (file: string): string => `${file}.draft`;
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

export function diskFiles(root: string): FileStore {
  const placeOf = (name: string): string => {
    checkName(name);
    return path.join(root, name);
  };

  return {
    presign: null,
    origin: null,
    async read(name, mostBytes) {
      const file = placeOf(name);
      try {
        if ((await stat(file)).size > mostBytes) throw new FileTooLarge();
        return await readFile(file);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error instanceof FileTooLarge ? error : away(error);
      }
    },
    async write(name, bytes) {
      const file = placeOf(name);
      const draft = draftOf(file);
      try {
        const made = await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        const handle = await open(draft, 'w', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, file);
        await makeNameDurable(file, made);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw away(error);
      }
    },
    async remove(name) {
      const file = placeOf(name);
      try {
        await rm(file, { force: true });
        // Of a process that was killed while it wrote the file.
        await rm(draftOf(file), { force: true });
      } catch (error) {
        throw away(error);
      }
    },
    close() {},
  };
}
