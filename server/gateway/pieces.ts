// At the exchange: downloads under way, sent piece by piece on request, so that none is produced faster than it is read.
import { randomUUID } from 'node:crypto';

interface UnderWay {
  readonly chunks: AsyncIterator<Uint8Array>;
  timer: NodeJS.Timeout;
}

/** A download without a request for this long is abandoned. */
const IDLE_MS = 60_000;
const LEAST_BYTES = 256 * 1024;

export class Pieces {
  readonly #underWay = new Map<string, UnderWay>();

  begin(chunks: AsyncIterable<Uint8Array>): string {
    const id = randomUUID();
    this.#underWay.set(id, { chunks: chunks[Symbol.asyncIterator](), timer: this.#giveUpLater(id) });
    return id;
  }

  /** In base64; empty after the last piece, null if there is no such download. */
  async next(id: string): Promise<string | null> {
    const download = this.#underWay.get(id);
    if (download === undefined) return null;
    clearTimeout(download.timer);
    const taken: Uint8Array[] = [];
    try {
      for (let bytes = 0; bytes < LEAST_BYTES;) {
        const { done, value } = await download.chunks.next();
        if (done) break;
        taken.push(value);
        bytes += value.length;
      }
    } catch (error) {
      this.#underWay.delete(id);
      throw error;
    }
    if (taken.length === 0) this.#underWay.delete(id);
    else download.timer = this.#giveUpLater(id);
    return Buffer.concat(taken).toString('base64');
  }

  close(): void {
    for (const id of this.#underWay.keys()) this.#giveUp(id);
  }

  #giveUpLater(id: string): NodeJS.Timeout {
    return setTimeout(() => this.#giveUp(id), IDLE_MS);
  }

  #giveUp(id: string): void {
    const download = this.#underWay.get(id);
    this.#underWay.delete(id);
    if (download === undefined) return;
    clearTimeout(download.timer);
    // Lets the producer release what it holds.
    void download.chunks.return?.().catch(() => {});
  }
}
