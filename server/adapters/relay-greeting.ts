// Checks that a STUN or TURN server answers, and that a TURN server accepts our credentials: the few messages of RFC 8489 and 8656 it takes.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

interface Credentials {
  readonly username: string;
  readonly credential: string;
}

interface Message {
  readonly type: number;
  readonly attributes: ReadonlyMap<number, Buffer>;
}

type Attribute = readonly [type: number, value: Buffer];

const COOKIE = 0x2112_a442;
const HEADER_BYTES = 20;
const BINDING = 0x0001;
const ALLOCATE = 0x0003;
const REFRESH = 0x0004;
const IS_ERROR = 0x0110;
const USERNAME = 0x0006;
const INTEGRITY = 0x0008;
const ERROR_CODE = 0x0009;
const LIFETIME = 0x000d;
const REALM = 0x0014;
const NONCE = 0x0015;
const TRANSPORT = 0x0019;
/** UDP, as its protocol number. */
const OVER_UDP = Buffer.from([17, 0, 0, 0]);
const AGAIN_MS = 500;
const UNAUTHORIZED = 401;

/** @param url `stun:`, `turn:` or `turns:` with a host @throws with the reason when it does not answer, or refuses the credentials */
export async function greetRelay(url: string, credentials: Credentials | null, limitMs: number): Promise<void> {
  const [, scheme, host, port, transport] =
    /^(stun|turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(\w+))?/.exec(url) ?? [];
  if (host === undefined) throw new Error(`${url} is no address of a relay`);
  const isTls = scheme === 'turns';
  const server = { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? (isTls ? 5349 : 3478)) };
  if (isTls || transport === 'tcp') return checkConnection(server, isTls, limitMs);
  const udp = new UdpExchange(server, limitMs);
  try {
    await (credentials === null ? udp.ask(BINDING, []) : allocate(udp, credentials));
  } finally {
    udp.close();
  }
}

/** Allocates a relay address and releases it, as a browser would before a call. */
async function allocate(udp: UdpExchange, { username, credential }: Credentials): Promise<void> {
  const asked: Attribute[] = [[TRANSPORT, OVER_UDP]];
  const first = await udp.ask(ALLOCATE, asked);
  if ((first.type & IS_ERROR) !== IS_ERROR) throw new Error('it relays for anybody, without credentials');
  if (codeOf(first) !== UNAUTHORIZED) throw new Error(`it answers ${codeOf(first)}`);
  const [realm, nonce] = [first.attributes.get(REALM), first.attributes.get(NONCE)];
  if (realm === undefined || nonce === undefined)
    throw new Error('it does not ask for credentials as browsers know them');
  const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest();
  const asWhom: Attribute[] = [
    [USERNAME, Buffer.from(username)],
    [REALM, realm],
    [NONCE, nonce],
  ];
  const second = await udp.ask(ALLOCATE, [...asked, ...asWhom], key);
  if ((second.type & IS_ERROR) !== IS_ERROR)
    return void udp.send(REFRESH, [[LIFETIME, Buffer.alloc(4)], ...asWhom], key);
  const code = codeOf(second);
  throw new Error(code === UNAUTHORIZED ? 'it does not take our credentials' : `it answers ${code}`);
}

function codeOf({ attributes }: Message): number {
  const value = attributes.get(ERROR_CODE);
  return value === undefined || value.length < 4 ? 0 : value[2] * 100 + value[3];
}

interface Server {
  readonly host: string;
  readonly port: number;
}

/** Requests to one server over UDP, and its answers. */
class UdpExchange {
  readonly #socket;
  readonly #server: Server;
  readonly #until: number;

  constructor(server: Server, limitMs: number) {
    this.#server = server;
    this.#until = performance.now() + limitMs;
    this.#socket = createSocket(server.host.includes(':') ? 'udp6' : 'udp4');
  }

  send(type: number, attributes: readonly Attribute[], key?: Buffer): Buffer {
    const id = randomBytes(12);
    this.#socket.send(write(type, id, attributes, key), this.#server.port, this.#server.host);
    return id;
  }

  /** Repeats the request until it is answered, since datagrams get lost. */
  ask(type: number, attributes: readonly Attribute[], key?: Buffer): Promise<Message> {
    return new Promise((resolve, reject) => {
      const ids: Buffer[] = [];
      const end = (): void => {
        clearInterval(timer);
        // The name may still be looked up for what was sent: an error that nobody hears would end the process.
        this.#socket.removeAllListeners().on('error', () => {});
      };
      const send = (): void => {
        if (performance.now() < this.#until) return void ids.push(this.send(type, attributes, key));
        end();
        reject(new Error('it says nothing'));
      };
      const timer = setInterval(send, AGAIN_MS);
      this.#socket.on('message', (bytes) => {
        if (!ids.some((id) => bytes.subarray(8, HEADER_BYTES).equals(id))) return;
        end();
        resolve(read(bytes));
      });
      this.#socket.on('error', (error) => {
        end();
        reject(error);
      });
      send();
    });
  }

  close(): void {
    this.#socket.close();
  }
}

function write(type: number, id: Buffer, attributes: readonly Attribute[], key: Buffer | undefined): Buffer {
  const body = Buffer.concat(attributes.map(([name, value]) => attribute(name, value)));
  if (key === undefined) return Buffer.concat([header(type, body.length, id), body]);
  // The signed header's length must already include the signature that follows.
  const signed = Buffer.concat([header(type, body.length + 24, id), body]);
  return Buffer.concat([signed, attribute(INTEGRITY, createHmac('sha1', key).update(signed).digest())]);
}

function header(type: number, length: number, id: Buffer): Buffer {
  const start = Buffer.alloc(8);
  start.writeUInt16BE(type, 0);
  start.writeUInt16BE(length, 2);
  start.writeUInt32BE(COOKIE, 4);
  return Buffer.concat([start, id]);
}

function attribute(type: number, value: Buffer): Buffer {
  const start = Buffer.alloc(4);
  start.writeUInt16BE(type, 0);
  start.writeUInt16BE(value.length, 2);
  return Buffer.concat([start, value, Buffer.alloc(-value.length & 3)]);
}

function read(bytes: Buffer): Message {
  const attributes = new Map<number, Buffer>();
  for (let at = HEADER_BYTES; at + 4 <= bytes.length;) {
    const length = bytes.readUInt16BE(at + 2);
    attributes.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length + (-length & 3);
  }
  return { type: bytes.readUInt16BE(0), attributes };
}

/** Over TCP and TLS only the connection is checked. */
function checkConnection(server: Server, isTls: boolean, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = isTls ? connectTls({ ...server, servername: server.host }) : connectTcp(server);
    socket.setTimeout(limitMs, () => socket.destroy(new Error('it says nothing')));
    socket.on('error', reject);
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      resolve();
      socket.destroy();
    });
  });
}
