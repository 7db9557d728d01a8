// How many copies of data each person has under way: counted when they are asked for, until they are read or given up.
import type { Caller } from '../../handler.ts';

/** A copy that nobody has begun to read by then is no longer counted: its requester is gone. */
const BEGUN_WITHIN_MS = 10_000;

/** One copy that is counted. Reading it late counts it again. */
interface CountedCopy {
  begin: () => void;
  end: () => void;
}

export class CopiesUnderWay {
  readonly #counts = new Map<string, number>();

  of({ id }: Caller): number {
    return this.#counts.get(id) ?? 0;
  }

  /** Counts a copy from now on, before it is read: of many requests at once none has begun to be answered. */
  count(caller: Caller): CountedCopy {
    let isCounted = false;
    const set = (isOne: boolean): void => {
      if (isOne !== isCounted) this.#change(caller, isOne ? 1 : -1);
      isCounted = isOne;
    };
    set(true);
    const timer = setTimeout(set, BEGUN_WITHIN_MS, false).unref();
    return {
      begin: () => {
        clearTimeout(timer);
        set(true);
      },
      end: () => set(false),
    };
  }

  #change(caller: Caller, more: 1 | -1): void {
    const copies = this.of(caller) + more;
    if (copies > 0) this.#counts.set(caller.id, copies);
    else this.#counts.delete(caller.id);
  }
}
