// The embedded relay over TCP, for networks that let no UDP through: cuts the stream into messages, and fills them up to whole words.
import { EventEmitter } from 'node:events';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

/** Sound and picture that come too late are of no use: whoever reads slower than this loses packets instead. */
const MOST_WAITING = 256 * 1024;
/** A connection that says nothing for so long is let go. */
const SILENCE_MS = 60_000;

/** How long the first message is: of STUN by its header, of channel data filled up to four bytes (RFC 8656, 12.5). @throws on anything else */
export function messageLength(buffer: Buffer): number {
  const length = buffer.readUInt16BE(2);
  if ((buffer[0] & 0xc0) === 0) return 20 + length;
  if (buffer[0] <= 0x4f) return 4 + Math.ceil(length / 4) * 4;
  throw new Error('neither STUN nor channel data');
}

/** One connection, in the shape in which the TURN server takes those of other transports. */
class Line extends EventEmitter {
  readyState = 1;
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.on('data', (chunk) => this.#take(chunk));
    // It closes after an error, too.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.readyState = 3;
      this.emit('close');
    });
  }

  send(message: Buffer): void {
    if (this.#socket.destroyed || this.#socket.writableLength > MOST_WAITING) return;
    const short = (4 - (message.length % 4)) % 4;
    this.#socket.write(short === 0 ? message : Buffer.concat([message, Buffer.alloc(short)]));
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    try {
      while (this.#rest.length >= 4) {
        const length = messageLength(this.#rest);
        if (this.#rest.length < length) return;
        this.emit('message', this.#rest.subarray(0, length));
        this.#rest = this.#rest.subarray(length);
      }
    } catch {
      this.#socket.destroy();
    }
  }
}

/** @param accept takes each new connection */
export function listenOverTcp(accept: (line: EventEmitter, request: { socket: Socket }) => void): Server {
  return createServer((socket) => accept(new Line(socket), { socket }));
}
