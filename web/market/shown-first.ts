// Changes that are shown before the server has agreed. Of several of one kind that come before it answers, only the last is sent. Where
// one is refused, or has no answer, what the server said last stands again, and the person is told.

export interface Shown<State> {
  read: () => State | undefined;
  show: (state: State) => void;
}

export interface ShownChange<State> {
  /** Of those of one kind that wait, the last counts. */
  kind: string;
  change: (state: State) => State;
  send: () => Promise<{ ok: true; data: State } | { ok: false; message: string }>;
}

export class ShownFirst<State> {
  readonly #shown: Shown<State>;
  readonly #onRefused: (sentence: string) => void;
  readonly #waiting = new Map<string, ShownChange<State>['send']>();
  /** What the server said last, while more than that is shown. */
  #said: State | undefined;
  #isSending = false;

  constructor(shown: Shown<State>, onRefused: (sentence: string) => void) {
    this.#shown = shown;
    this.#onRefused = onRefused;
  }

  /** The server has said this by another way: what is shown and not yet said stays shown until it is answered. */
  said(state: State): void {
    if (this.#isSending) this.#said = state;
    else this.#shown.show(state);
  }

  async change({ kind, change, send }: ShownChange<State>): Promise<void> {
    const before = this.#shown.read();
    if (before === undefined) return;
    this.#shown.show(change(before));
    this.#waiting.delete(kind);
    this.#waiting.set(kind, send);
    if (this.#isSending) return;
    this.#isSending = true;
    this.#said = before;
    for (let [next] = this.#waiting; next; [next] = this.#waiting) await this.#sendOne(next);
    this.#isSending = false;
    this.#shown.show(this.#said);
  }

  async #sendOne([kind, send]: [string, ShownChange<State>['send']]): Promise<void> {
    this.#waiting.delete(kind);
    const reply = await send();
    if (reply.ok) this.#said = reply.data;
    else {
      this.#waiting.clear();
      this.#onRefused(reply.message);
    }
  }
}
