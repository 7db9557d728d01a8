// Takes in the body of a request that was refused without it, before the connection is closed.
import type { IncomingMessage } from 'node:http';

/** Longer than a proxy takes, which has the whole body already; a client that sends on for longer is cut off. */
const PATIENCE_MS = 2_000;
/** More than the longest body that is taken, so that one that is a little too long is told so. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Where a connection is closed while a body is still on its way, the answer may be lost with it: a proxy (nginx closes each connection to us) then
 * says 502 in place of "Token expired". Resolves when the rest has come, or takes too long. Null where nothing has to be waited for: from a
 * connection that stays open, Node.js reads the rest by itself.
 */
export function takeRest(request: IncomingMessage, staysOpen: boolean): Promise<void> | null {
  const { headers, complete } = request;
  const length = Number(headers['content-length'] ?? 0);
  const hasBody = length > 0 || headers['transfer-encoding'] !== undefined;
  if (staysOpen || complete || !hasBody || length > MOST_BYTES) return null;
  return new Promise((resolve) => {
    let taken = 0;
    const over = (): void => {
      clearTimeout(timer);
      request.off('data', count).off('end', over).off('close', over);
      resolve();
    };
    const count = (bytes: Buffer | string): void => {
      taken += bytes.length;
      if (taken > MOST_BYTES) over();
    };
    const timer = setTimeout(over, PATIENCE_MS);
    request.on('data', count).on('end', over).on('close', over).resume();
  });
}
