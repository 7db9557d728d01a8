// Makes the name of a file last through a power cut: its content may be on the disk while the folder does not know of it yet.
import { open } from 'node:fs/promises';
import path from 'node:path';

/**
 * Call it after a rename, before anybody is told of the file. `firstMade`: the outermost folder that was made for it, if any, as `mkdir` returns it;
 * those in between are as new as the file.
 */
export async function makeNameDurable(file: string, firstMade?: string): Promise<void> {
  // Windows opens no folder for that, and keeps names in its journal.
  if (process.platform === 'win32') return;
  const outermost = path.dirname(path.resolve(firstMade ?? file));
  let folder = path.resolve(file);
  do {
    folder = path.dirname(folder);
    await sync(folder).catch(ignoreUnknown);
  } while (folder.length > outermost.length);
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Some file systems, as those of Windows machines in the network, do that for files alone. PostgreSQL lets the same errors pass. */
function ignoreUnknown(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && /^(EINVAL|EBADF|EISDIR|EACCES)$/.test(String(error.code))))
    throw error;
}
