// Whether a request names one host, and so the same to everybody who reads it.
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
