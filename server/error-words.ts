// What a program says of the error that ended it.

export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The words of the system, of PostgreSQL, and of the program that packs files. */
export const isOfFullDisk = (error: unknown): boolean =>
  /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/i.test(sentenceOf(error));

/** PostgreSQL names the file that did not fit; the operator wants to know what to do. */
export const inWords = (error: unknown): string =>
  isOfFullDisk(error) && !sentenceOf(error).includes('is full')
    ? `The disk is full: make room on it, or set DATA_DIR to a folder on another one. ${sentenceOf(error)}`
    : sentenceOf(error);
