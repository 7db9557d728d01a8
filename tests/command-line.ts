// The options of the developers' commands. For --help, and for an option that it does not know, a command prints what it takes.

/** Returns what `read` returns. Ends the process with `help` on --help, and with the mistake and `help` if `read` throws. */
export function asked<Options>(help: string, read: () => Options): Options {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(help);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    const [what] = (error instanceof Error ? error.message : String(error)).split('. ');
    process.stderr.write(`${what}.\n\n${help}`);
    process.exit(2);
  }
}

/** The number given for an option. @throws if it is not a number, or is below `least` */
export function numberOf(name: string, given: string, least = 0): number {
  const number = given.trim() === '' ? Number.NaN : Number(given);
  if (number >= least && Number.isFinite(number)) return number;
  throw new Error(`--${name} takes a number${least > 0 ? ` of ${least} or more` : ''}, not "${given}"`);
}

/** @throws for a name that is not among `known` */
export function refuseUnknown(what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${what} ${unknown.join(', ')}: there are ${known.join(', ')}`);
}
