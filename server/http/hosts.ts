// The host that a request names: one, and so the same to everybody who reads it; and whether its page is one of ours.
import type { IncomingMessage } from 'node:http';

/** Node.js passes over all but the first Host: a proxy before us may have gone by another one. Only HTTP/1.0 may do without. */
export function namesOneHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2)
    if (rawHeaders[name].length === 4 && rawHeaders[name].toLowerCase() === 'host') hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

/**
 * Browsers send the page's origin; other programs send none, and are let in. A proxy may pass on another Host than people type, as nginx does
 * unless it is told to keep it: `publicUrl`, the operator's word, counts beside it.
 */
export function isOwnOrigin(
  { origin, host }: Pick<IncomingMessage['headers'], 'origin' | 'host'>,
  publicUrl: string | null,
): boolean {
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
