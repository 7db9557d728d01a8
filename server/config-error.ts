// What a start says that its settings do not allow, and the status that the process ends with.

/** The exit code for a wrong configuration (EX_CONFIG of sysexits.h), which tells a supervisor not to retry. */
const EXIT_CONFIG = 78;
/** For what another try may find mended: a disk that comes late, or has room again. */
const EXIT_RETRY = 1;

/** A file where a folder should be, the other way round, or none where one is named, is a mistake; another refusal may be that of a disk. */
const MISTAKES = /^(EEXIST|ENOTDIR|ENOENT|EISDIR|ENAMETOOLONG)$/;
const mayPassByItself = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && !MISTAKES.test(String(cause.code));

export class ConfigError extends Error {
  readonly problems: readonly string[];
  /** What the process is to end with. */
  readonly exitCode: number;

  /** `cause`: what the system refused, if the settings themselves may be right. */
  constructor(problems: readonly string[], cause?: unknown) {
    const mayPass = mayPassByItself(cause);
    const opening = `Istock cannot start${mayPass ? ' now' : ', because its settings are wrong'}:`;
    super([opening, ...problems.map((line) => `  - ${line}`)].join('\n'), { cause });
    this.name = 'ConfigError';
    this.problems = problems;
    this.exitCode = mayPass ? EXIT_RETRY : EXIT_CONFIG;
  }
}
