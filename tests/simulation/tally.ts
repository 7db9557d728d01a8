// Counts how often each kind of event has happened.

export class Tally {
  readonly #times = new Map<string, number>();

  add(kind: string, times = 1): void {
    this.#times.set(kind, (this.#times.get(kind) ?? 0) + times);
  }

  addAll(other: Tally): void {
    for (const [kind, times] of other.#times) this.add(kind, times);
  }

  get kinds(): string[] {
    return [...this.#times.keys()];
  }

  /** The most frequent first. */
  get sorted(): [string, number][] {
    return [...this.#times].sort(([, one], [, other]) => other - one);
  }
}
