// Reads all files of an import, and collects all refusals instead of stopping at the first.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { counted, FileRefused, MAX_FILE_BYTES, MAX_FILES, MAX_ROWS_IN_ALL, shown } from './read/series.ts';
import type { ReadOptions } from './check/options.ts';
import type { Progress } from './progress.ts';
import { readImportFile } from './check/read-file.ts';
import type { ReadFile } from './check/read-file.ts';
import { refusalOf } from './report.ts';
import type { Refusal } from './report.ts';

export interface Gathered {
  readonly files: readonly ReadFile[];
  /** Files that cannot be read at all. */
  readonly refusals: readonly Refusal[];
  /** Files with broken rows: refused too, unless the operator wants such rows left out. */
  readonly broken: readonly Refusal[];
  readonly rowCount: number;
}

export function gatherFiles(paths: readonly string[], options: ReadOptions, progress: Progress): Gathered {
  const files: ReadFile[] = [];
  const refusals: Refusal[] = [];
  let rowCount = 0;
  if (paths.length > MAX_FILES)
    return refuseAll(`there are ${counted(paths.length, 'file')}; the limit is ${MAX_FILES} at once`);
  for (const [index, each] of paths.entries()) {
    const fileName = path.basename(each);
    progress.show(`Reading ${index + 1} of ${paths.length}: ${shown(fileName)} (${counted(rowCount, 'row')} so far)`);
    try {
      const file = readImportFile(fileName, readBytes(each), options);
      rowCount += file.rowCount;
      if (rowCount > MAX_ROWS_IN_ALL)
        return refuseAll(`the files hold more than ${counted(MAX_ROWS_IN_ALL, 'row')}; import them in parts`);
      files.push(file);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      refusals.push({ fileName: shown(fileName, 120), reasons: [error.placedMessage] });
    }
  }
  return { files, refusals, broken: files.map(refusalOf).filter((refusal) => refusal !== null), rowCount };

  function refuseAll(reason: string): Gathered {
    return { files: [], refusals: [{ fileName: 'all', reasons: [reason] }], broken: [], rowCount };
  }
}

/** Checks the size first, so that a huge file is refused without loading it. */
export function readBytes(file: string): Buffer {
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) throw new FileRefused('is a folder; name the files in it');
    if (stat.size > MAX_FILE_BYTES) throw new FileRefused(`is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new FileRefused(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`);
  }
}
