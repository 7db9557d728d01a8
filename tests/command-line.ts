// What one of the developers' commands is asked to do. Whoever asks for help, or for what it does not know, is told what it takes.

/** Ends the process: with `help` where it is asked for, with the mistake and `help` where there is one. */
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

/** The number that an option stands for. @throws where it is none, or below zero */
export function numberOf(name: string, given: string): number {
  const number = given.trim() === '' ? Number.NaN : Number(given);
  if (!(number >= 0 && Number.isFinite(number))) throw new Error(`--${name} takes a number, not "${given}"`);
  return number;
}

/** @throws for a name that is not among `known` */
export function refuseUnknown(what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`There is no ${what} ${unknown.join(', ')}: there are ${known.join(', ')}`);
}
