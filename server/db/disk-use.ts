// How full the disk of a folder is: for the figures of the process, and for those who are about to fill it.
import { statfs } from 'node:fs/promises';

/**
 * The used share of what ordinary users may fill, 0 to 1, as df counts it; not a number while it is not known. A disk that does not answer,
 * as one of a network, is not asked once more meanwhile: each question holds one of the few threads that all files share.
 */
export function diskUse(folder: string): () => Promise<number> {
  let isAsked = false;
  return async () => {
    if (isAsked) return Number.NaN;
    isAsked = true;
    try {
      const { blocks, bfree, bavail } = await statfs(folder);
      const used = blocks - bfree;
      return used / (used + bavail);
    } catch {
      return Number.NaN;
    } finally {
      isAsked = false;
    }
  };
}

/** Whole megabytes that this user may still write; none are missing where the file system tells no sizes. */
export async function freeMegabytes(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks === 0 ? Infinity : Math.floor((bavail * bsize) / 1_000_000);
}
