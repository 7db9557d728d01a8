// Messages that go to many sockets: framed once, and handed to each connection in one write.

/** `isVolatile`: it may be dropped for a client that cannot keep up, because the next of its kind replaces it. */
export interface Message {
  readonly event: string;
  readonly payload: unknown;
  readonly version: number;
  readonly isVolatile: boolean;
}

/** The parts of Engine.IO's connection, and of `ws` and the stream below it, that are used here. */
export interface Connection {
  readonly readyState: string;
  /** Messages that the transport has not accepted yet. */
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly writable: boolean; readonly socket?: WebSocketBelow };
  write(text: string, options: object): unknown;
}

interface WebSocketBelow {
  readonly readyState: number;
  readonly bufferedAmount: number;
  readonly _socket?: StreamBelow;
}

interface StreamBelow {
  readonly writableLength: number;
  readonly writableCorked: number;
  cork(): void;
  uncork(): void;
  write(bytes: Buffer): unknown;
}

interface Framed {
  readonly text: string;
  readonly frame: Buffer;
  readonly isVolatile: boolean;
}

export interface Prepared {
  readonly all: readonly Framed[];
  readonly bytes: Buffer;
}

const OPEN = 1;
const FINAL_TEXT = 0x81;

/** Encodes as Socket.IO's own parser does: `2` for an event, then name, payload and version. */
export function prepare(messages: readonly Message[]): Prepared {
  const all = messages.map(({ event, payload, version, isVolatile }) => {
    const text = `2${JSON.stringify([event, payload, version])}`;
    return { text, frame: frameOf(text), isVolatile };
  });
  return { all, bytes: all.length === 1 ? all[0].frame : Buffer.concat(all.map(({ frame }) => frame)) };
}

/** Remembers the last message, so that what many sockets get one after the other, such as the list of all stocks, is framed once. */
export class LastPrepared {
  #message: Message | null = null;
  #prepared: Prepared | null = null;

  of(message: Message): Prepared {
    const { event, payload, version } = this.#message ?? {};
    if (
      this.#prepared === null ||
      payload !== message.payload ||
      event !== message.event ||
      version !== message.version
    )
      this.#prepared = prepare([message]);
    this.#message = message;
    return this.#prepared;
  }
}

/**
 * The system call is what makes a message expensive. So all of them go to the stream in one write, past Engine.IO, unless earlier messages
 * still wait there. `hasMore`: further messages to the same client in this turn of the event loop share the call.
 */
export function write(connection: Connection, { all, bytes }: Prepared, hasMore = false): void {
  const { readyState, writeBuffer, transport } = connection;
  const socket = transport.socket;
  const stream = socket?._socket;
  if (socket === undefined || stream === undefined) return queue(connection, all, !transport.writable);
  const isBehind = stream.writableLength > 0 && stream.writableCorked === 0;
  if (writeBuffer.length > 0) return queue(connection, all, isBehind);
  if (readyState !== 'open' || socket.readyState !== OPEN) return;
  if (hasMore && stream.writableCorked === 0) gather(stream);
  if (!isBehind) stream.write(bytes);
  else for (const { frame, isVolatile } of all) if (!isVolatile) stream.write(frame);
}

function gather(stream: StreamBelow): void {
  stream.cork();
  process.nextTick(uncork, stream);
}

function uncork(stream: StreamBelow): void {
  stream.uncork();
}

function queue(connection: Connection, all: readonly Framed[], isBehind: boolean): void {
  for (const { text, frame, isVolatile } of all)
    if (!isVolatile || !isBehind) connection.write(text, { wsPreEncodedFrame: [frame] });
}

/** A frame of WebSocket, with Engine.IO's message (`4`) around the text. */
function frameOf(text: string): Buffer {
  const length = 1 + Buffer.byteLength(text);
  const more = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + more + length);
  frame[0] = FINAL_TEXT;
  frame[1] = more === 0 ? length : more === 2 ? 126 : 127;
  if (more === 2) frame.writeUInt16BE(length, 2);
  if (more === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(`4${text}`, 2 + more);
  return frame;
}
