// A socket that only listens and takes a kilobyte or two: enough of WebSocket, Engine.IO and Socket.IO for thousands of screens in one process.
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface LightOptions {
  readonly host: string;
  readonly port: number;
  /** Each address of this machine has its own range of ports. */
  readonly localAddress: string;
  readonly token: string;
}

/** Called as things happen to the socket. Payloads are texts of Socket.IO, such as `42["index-update",...]`. */
export interface LightEvents {
  readonly onConnected: () => void;
  readonly onEvent: (text: Buffer) => void;
  readonly onClosed: () => void;
}

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
/** Clients must mask what they send; a mask of zeros changes nothing. */
const MASK = Buffer.alloc(4);
const NOTHING = Buffer.alloc(0);
/** All sockets of a process read into this one buffer, since one each would cost more memory than the messages. */
const READ = Buffer.allocUnsafe(64 * 1024);
const ASCII = { zero: 48, two: 50, four: 52 } as const;

export class LightSocket {
  readonly #socket: Socket;
  readonly #events: LightEvents;
  #token: string;
  #rest: Buffer = NOTHING;
  #isOpen = false;

  constructor({ host, port, localAddress, token }: LightOptions, events: LightEvents) {
    this.#token = token;
    this.#events = events;
    const callback = (length: number): boolean => {
      this.#take(READ.subarray(0, length));
      return true;
    };
    this.#socket = connect({ host, port, localAddress, noDelay: true, onread: { buffer: READ, callback } });
    this.#socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => this.#events.onClosed());
  }

  /** A text of Socket.IO, such as `2["requestPortfolioUpdate"]`. */
  say(text: string): void {
    this.#send(`4${text}`);
  }

  /** Stops reading, and therefore answering. */
  fallAsleep(): void {
    this.#socket.pause();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(data: Buffer): void {
    let bytes = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    if (!this.#isOpen) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return void (this.#rest = Buffer.from(bytes));
      if (!bytes.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) return void this.#socket.destroy();
      this.#isOpen = true;
      bytes = bytes.subarray(end + 4);
    }
    let from = 0;
    for (let frame = frameAt(bytes, from); frame !== null; frame = frameAt(bytes, from)) {
      this.#hear(frame.opcode, bytes.subarray(frame.start, frame.end));
      from = frame.end;
    }
    // A copy, so that a few bytes do not keep the whole buffer in memory.
    this.#rest = from === bytes.length ? NOTHING : Buffer.from(bytes.subarray(from));
  }

  #hear(opcode: number, payload: Buffer): void {
    if (opcode === CLOSE) return void this.#socket.destroy();
    if (opcode === PING || payload.length === 0) return;
    const [first, second] = payload;
    if (first === ASCII.two) this.#send('3');
    else if (first === ASCII.zero) this.#send(`40${JSON.stringify({ token: this.#token })}`);
    else if (first === ASCII.four && second === ASCII.zero) {
      this.#token = '';
      this.#events.onConnected();
    } else if (first === ASCII.four && second === ASCII.two) this.#events.onEvent(payload);
    // `44`: the server refuses the connection.
    else if (first === ASCII.four && second === ASCII.four) this.#socket.destroy();
  }

  #send(text: string): void {
    const payload = Buffer.from(text);
    const head =
      payload.length < 126
        ? Buffer.from([0x80 | TEXT, 0x80 | payload.length])
        : Buffer.from([0x80 | TEXT, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
    this.#socket.write(Buffer.concat([head, MASK, payload]));
  }
}

/** Where the next frame's payload is; null until all of it has arrived. Servers do not mask. */
function frameAt(bytes: Buffer, from: number): { opcode: number; start: number; end: number } | null {
  if (bytes.length < from + 2) return null;
  const short = bytes[from + 1] & 0x7f;
  const more = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < from + 2 + more) return null;
  const length =
    more === 0 ? short : more === 2 ? bytes.readUInt16BE(from + 2) : Number(bytes.readBigUInt64BE(from + 2));
  const start = from + 2 + more;
  return bytes.length < start + length ? null : { opcode: bytes[from] & 0x0f, start, end: start + length };
}
