// The embedded relay over TCP, for networks that block UDP: splits the stream into messages, and pads those it sends to four bytes.
import { EventEmitter } from 'node:events';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

/** Late audio and video are useless: a browser that reads too slowly loses packets instead. */
const MOST_WAITING = 256 * 1024;
/** After this long without data a connection is closed. */
const SILENCE_MS = 60_000;

/** The length of the first message: of STUN by its header, of channel data padded to four bytes (RFC 8656, 12.5). @throws on anything else */
export function messageLength(buffer: Buffer): number {
  const length = buffer.readUInt16BE(2);
  if (isStun(buffer)) return 20 + length;
  if (buffer[0] <= 0x4f) return 4 + Math.ceil(length / 4) * 4;
  throw new Error('neither STUN nor channel data');
}

/** A request, or an answer; otherwise it is channel data. */
const isStun = (message: Buffer): boolean => (message[0] & 0xc0) === 0;

/** One connection, disguised as the WebSocket that the TURN server's library accepts. */
class TcpConnection extends EventEmitter {
  readyState = 1;
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #next: NodeJS.Immediate | undefined;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
      if (this.#next === undefined) this.#take();
    });
    // 'close' follows every error.
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

  /**
   * The library opens a relay's port only after the request: another request that comes in the same turn of the event loop could give the
   * relay up before it has a port, which would then never be closed.
   */
  #take(): void {
    try {
      while (this.#rest.length >= 4) {
        const length = messageLength(this.#rest);
        if (this.#rest.length < length) return;
        const message = this.#rest.subarray(0, length);
        this.#rest = this.#rest.subarray(length);
        this.emit('message', message);
        if (isStun(message)) return this.#takeLater();
      }
    } catch {
      this.#socket.destroy();
    }
  }

  #takeLater(): void {
    this.#socket.pause();
    this.#next = setImmediate(() => {
      this.#next = undefined;
      if (this.#socket.destroyed) return;
      this.#socket.resume();
      this.#take();
    });
  }
}

/** @param accept takes each new connection */
export function listenOverTcp(accept: (connection: EventEmitter, request: { socket: Socket }) => void): Server {
  return createServer((socket) => accept(new TcpConnection(socket), { socket }));
}
