// Changes shown before the server has agreed. If several of one kind come before it answers, only the last is sent. If one is
// refused or not answered, the server's last state is shown again and the person is told.

export interface Shown<State> {
  read: () => State | undefined;
  show: (state: State) => void;
}

export interface ShownChange<State> {
  /** Of several waiting changes of one kind, the last counts. */
  kind: string;
  change: (state: State) => State;
  send: () => Promise<{ ok: true; data: State } | { ok: false; message: string }>;
}

export class ShownFirst<State> {
  readonly #shown: Shown<State>;
  readonly #onRefused: (sentence: string) => void;
  readonly #waiting = new Map<string, ShownChange<State>['send']>();
  /** The server's last state, while something newer is shown. */
  #said: State | undefined;
  #isSending = false;

  constructor(shown: Shown<State>, onRefused: (sentence: string) => void) {
    this.#shown = shown;
    this.#onRefused = onRefused;
  }

  /** The server has reported this in another way: changes that are shown but not answered yet stay shown. */
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
