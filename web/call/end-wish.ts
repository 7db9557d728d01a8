// Ending a call for everybody, until the server has said what became of it: without an answer it may have been done, and those who only
// came back would open a lesson again that they have ended.
import type { Acknowledgement } from '../../contract/events.ts';

/** After this long the host goes on, or asks again. */
const WISH_MS = 15_000;

export class EndWish {
  readonly #say: () => Promise<Acknowledgement> | null;
  readonly #onEnded: () => void;
  /** Since when an answer is missing. */
  #unansweredAt: number | null = null;

  /** `say` is null without a connection: then nothing has been done, and the host who was told so may have gone on. */
  constructor(say: () => Promise<Acknowledgement> | null, onEnded: () => void) {
    this.#say = say;
    this.#onEnded = onEnded;
  }

  readonly set = async (): Promise<Acknowledgement> => {
    const saying = this.#say();
    if (saying === null) return { ok: false };
    const answer = await saying;
    const { ok, reason } = answer;
    const wasUnanswered = this.#unansweredAt !== null;
    // Without a reason, the answer comes from where nobody knows: the exchange may have been too slow for a gateway.
    this.#unansweredAt = ok || reason !== undefined ? null : Date.now();
    const isDone = ok || (wasUnanswered && reason === 'not-in-call');
    if (isDone) this.#onEnded();
    return { ...answer, ok: isDone };
  };

  /** Over a new connection. */
  entered(): void {
    if (this.#unansweredAt === null) return;
    // The absolute difference, so that a clock that was set back does not end a call long after the host has gone on.
    if (Math.abs(Date.now() - this.#unansweredAt) < WISH_MS) void this.set();
    else this.#unansweredAt = null;
  }
}
