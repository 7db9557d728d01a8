// A server that does nothing but answer, in a process of its own: its delays at the same moment are the machine's, not ours.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Bare {
  readonly url: string;
  close(): void;
}

export async function openBare(): Promise<Bare> {
  const server = fork(import.meta.filename);
  const [url] = (await once(server, 'message')) as [string];
  return { url, close: () => void server.kill() };
}

if (process.argv[1] === import.meta.filename) {
  const body = JSON.stringify({ success: true, data: 'x'.repeat(1_000) });
  const server = createServer((_request, response) => response.end(body));
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}
