// What a program says of the error that ended it, and with what status.

export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The words of the system, of PostgreSQL, and of the program that packs files. */
export const isOfFullDisk = (error: unknown): boolean =>
  /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/i.test(sentenceOf(error));

/** PostgreSQL names the file that did not fit; the operator wants to know what to do. */
export const inWords = (error: unknown): string =>
  isOfFullDisk(error) && !sentenceOf(error).includes('is full')
    ? `The disk is full: make room on it, or set DATA_DIR to a folder on another one. ${sentenceOf(error)}`
    : sentenceOf(error);

/** The command was given words that it does not take. Its status is not 0: what a nightly line does after a backup must not happen without one. */
export class WrongUse extends Error {
  readonly exitCode = 64;

  constructor(what: string, help: string) {
    super(`${what}\n\n${help.trimEnd()}`);
  }
}

export const exitCodeOf = (error: unknown): number =>
  error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number' ? error.exitCode : 1;
