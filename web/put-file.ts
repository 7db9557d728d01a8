// Sends a file to a signed address, and gives it up on a line that has died.
import { SLOW_ANSWER_MS } from './api.ts';

/** About 320 kbit/s: of the largest file the server takes no longer than its address is valid. */
const SLOWEST_BYTES_PER_MS = 40;

/** `sentence`: of the refusal; null when there was no answer, and the file may or may not have arrived. */
export type Put = { ok: true } | { ok: false; sentence: string | null };

/** The address may belong to another service, with answers of its own. */
export async function putFile(address: string, file: Blob, type: string): Promise<Put> {
  try {
    const reply = await fetch(address, {
      method: 'PUT',
      headers: { 'Content-Type': type },
      body: file,
      credentials: 'omit',
      signal: AbortSignal.timeout(SLOW_ANSWER_MS + Math.ceil(file.size / SLOWEST_BYTES_PER_MS)),
    });
    if (reply.ok) return { ok: true };
    const said = (await reply.json().catch(() => null)) as { message?: unknown } | null;
    return { ok: false, sentence: typeof said?.message === 'string' ? said.message : null };
  } catch {
    return { ok: false, sentence: null };
  }
}
