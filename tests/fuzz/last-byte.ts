// Requests that arrive as nearly at once as a machine can do it: each is sent except for its last byte, and then all last bytes together.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawReply {
  readonly status: number;
  readonly body: string;
}

/** By then the server has read everything but the last bytes. */
const SETTLED_MS = 100;

/** Replies in the order of the requests; each comes over a connection of its own. */
export async function allAtOnce(port: number, requests: readonly RawRequest[]): Promise<RawReply[]> {
  const open = await Promise.all(requests.map((request) => begin(port, request)));
  await sleep(SETTLED_MS);
  for (const { socket, rest } of open) socket.write(rest);
  return Promise.all(open.map(({ reply }) => reply));
}

async function begin(port: number, { path, headers, body }: RawRequest) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const bytes = Buffer.from(body);
  const all = {
    host: 'localhost',
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`), bytes.subarray(0, -1)]));
  return { socket, rest: bytes.subarray(-1), reply: replyOf(socket) };
}

async function replyOf(socket: Socket): Promise<RawReply> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), body: text.slice(text.indexOf('\r\n\r\n') + 4) };
}
