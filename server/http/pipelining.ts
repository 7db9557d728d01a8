// Requests that come in on one connection before the ones ahead of them have been answered (HTTP pipelining).
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Browsers, proxies and the usual libraries send none: they wait, or open another connection. */
const MOST_WAITING = 20;

const waiting = new WeakMap<Socket, number>();

/**
 * Begins with a request when its answer has the connection to itself. Node.js would begin with all of them, hundreds in one packet, and
 * would tell none but the first that the client has left: files opened for the others would stay open for ever.
 */
export function inItsTurn({ raw: { socket } }: FastifyRequest, { raw: answer }: FastifyReply, begin: () => void): void {
  if (answer.socket !== null) return begin();
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > MOST_WAITING) return void socket.destroy();
  waiting.set(socket, count);
  answer.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    setImmediate(begin);
  });
}
