// One's own raised hand until the server has heard of it: if the connection was already dead, it is sent again over the next one.
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

  /** Entered the room, for the first time or again. `wasUp`: whether the hand was raised in the room that this one replaces. */
  async entered(wasUp: boolean): Promise<void> {
    const wish = this.#wish ?? (wasUp ? true : null);
    if (wish !== null) await this.set(wish);
  }
}
