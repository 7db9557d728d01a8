// People whose connection is lost for a moment only: the others are not told. Each page's connection is replaced whenever its token expires,
// and a class in which somebody is "lost" and "back" every few minutes hears of nothing else.
import type { CallState } from '../../contract/call.ts';

/** A page returns within a second if it can return at all. */
const QUIET_MS = 3_000;

export class ShortAbsences {
  readonly #onLong: () => void;
  /** People who are away, and since when for less than `QUIET_MS`: their timers. */
  readonly #short = new Map<string, ReturnType<typeof setTimeout>>();

  /** `onLong`: somebody has been away for so long that it shows. */
  constructor(onLong: () => void) {
    this.#onLong = onLong;
  }

  /** The state as it is shown, given the one before as it was. */
  shown(before: CallState | null, state: CallState): CallState {
    const wereAway = new Set(before?.people.flatMap(({ id, isAway }) => (isAway ? [id] : [])));
    const known = new Set(before?.people.map(({ id }) => id));
    const away = new Set(state.people.flatMap(({ id, isAway }) => (isAway ? [id] : [])));
    for (const id of away)
      // One who was away before this page came is shown so at once.
      if (known.has(id) && !wereAway.has(id))
        this.#short.set(
          id,
          setTimeout(() => this.#end(id), QUIET_MS),
        );
    for (const id of this.#short.keys()) if (!away.has(id)) this.#forget(id);
    return { ...state, people: state.people.map((one) => (this.#short.has(one.id) ? { ...one, isAway: false } : one)) };
  }

  close(): void {
    for (const id of this.#short.keys()) this.#forget(id);
  }

  #end(id: string): void {
    this.#short.delete(id);
    this.#onLong();
  }

  #forget(id: string): void {
    clearTimeout(this.#short.get(id));
    this.#short.delete(id);
  }
}
