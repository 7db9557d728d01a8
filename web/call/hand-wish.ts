// The own hand, until the server has heard of it: what was said into a line that was dead already is said again over the next one.
export class HandWish {
  readonly #say: (isHandUp: boolean) => Promise<{ ok: boolean }>;
  /** Null once it has been heard. */
  #wish: boolean | null = null;

  constructor(say: (isHandUp: boolean) => Promise<{ ok: boolean }>) {
    this.#say = say;
  }

  async set(isHandUp: boolean): Promise<void> {
    this.#wish = isHandUp;
    const { ok } = await this.#say(isHandUp);
    if (ok && this.#wish === isHandUp) this.#wish = null;
  }

  /** In the room, for the first time or again. `wasUp`: in a room that this one was made in place of. */
  async entered(wasUp: boolean): Promise<void> {
    const wish = this.#wish ?? (wasUp ? true : null);
    if (wish !== null) await this.set(wish);
  }
}
