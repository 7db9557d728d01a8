// Cuts a text that is too large for one message into parts, and puts parts together again.
import { randomUUID } from 'node:crypto';

export const PART_HEADER = 'Istock-Part';

export interface Part {
  /** `id/number/count`, numbered from 1. */
  readonly label: string;
  readonly bytes: Uint8Array;
}

/** Parts that are incomplete after this long stay so: one was lost with the line. */
const FORGOTTEN_AFTER_MS = 10_000;

export function cut(whole: Uint8Array, mostBytes: number): Part[] {
  const count = Math.max(1, Math.ceil(whole.length / mostBytes));
  const id = randomUUID();
  return Array.from({ length: count }, (_, n) => ({
    label: `${id}/${n + 1}/${count}`,
    bytes: whole.subarray(n * mostBytes, (n + 1) * mostBytes),
  }));
}

export class Parts {
  readonly #begun = new Map<string, { parts: Uint8Array[]; at: number }>();

  /** Returns the whole text with its last part, null before. Parts arrive in order. */
  take(label: string, bytes: Uint8Array): string | null {
    const [id, number, count] = label.split('/');
    const now = performance.now();
    for (const [old, { at }] of this.#begun) if (now - at > FORGOTTEN_AFTER_MS) this.#begun.delete(old);
    const parts: Uint8Array[] = this.#begun.get(id)?.parts ?? [];
    // An earlier part was lost.
    if (parts.length !== Number(number) - 1) return null;
    parts.push(bytes);
    if (parts.length < Number(count)) {
      this.#begun.set(id, { parts, at: now });
      return null;
    }
    this.#begun.delete(id);
    return Buffer.concat(parts).toString();
  }
}
