// The embedded relay as its clients see it: who is let in, where it reaches, and what it refuses.
import { createSocket } from 'node:dgram';
import type { Socket as Udp } from 'node:dgram';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Socket, wire } from 'turn-server';
import type { Address, SocketOptions } from 'turn-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../tests/free-port.ts';
import { iceServersOf, turnCredential } from './ice-servers.ts';
import { TurnGuard } from './turn-guard.ts';
import { messageLength } from './turn-tcp.ts';
import { openTurn } from './turn.ts';

const SECRET = 'shared-secret';
const OWN = '127.0.0.1';
const RELAY_PORTS: [number, number] = [50_100, 50_199];
const NOW = Date.now();
const UDP = 17;
const TCP = 6;
const RELAYED_ADDRESS = 0x16;

let port: number;
let relay: { close: () => Promise<void> };
const clients: Socket[] = [];

/** Not on one of the ports that are the relays' own, which may reach each other. */
async function bind(): Promise<Udp> {
  for (;;) {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, OWN, resolve));
    const { port: bound } = socket.address();
    if (bound < RELAY_PORTS[0] || bound > RELAY_PORTS[1]) return socket;
    socket.close();
  }
}

beforeAll(async () => {
  port = await freePort();
  relay = await openTurn({ port, address: OWN, relayPorts: RELAY_PORTS }, SECRET, pino({ level: 'silent' }));
});

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

afterAll(() => relay.close());

type Answer = { isRefused: boolean; code: number | null };

/** The relay's answer to one request. */
function answerTo(client: Socket, name: string, ask: () => void): Promise<Answer> {
  return new Promise((resolve) => {
    client.on(`${name}:success`, () => resolve({ isRefused: false, code: null }));
    client.on(`${name}:error`, (_message: unknown, error: { code?: number } | null) =>
      resolve({ isRefused: true, code: error?.code ?? null }),
    );
    ask();
  });
}

async function client(given: SocketOptions): Promise<Socket> {
  const options: SocketOptions = { server: OWN, port, transportType: 'udp', authMech: 'long-term', ...given };
  const socket = new Socket(options);
  socket.on('error', () => undefined);
  clients.push(socket);
  await new Promise<void>((resolve) => socket.connect(resolve));
  return socket;
}

const signedIn = (account: number): SocketOptions => {
  const { username, credential } = turnCredential(SECRET, account, NOW);
  return { username, password: credential };
};

/** With a relay of its own, at `at`. */
async function allocated(account: number): Promise<{ socket: Socket; at: Address }> {
  const socket = await client(signedIn(account));
  const at = new Promise<Address>((resolve) =>
    socket.on('allocate:success', (message) => resolve(message.getAttribute(RELAYED_ADDRESS))),
  );
  const answer = await answerTo(socket, 'allocate', () => socket.allocate({ transport: UDP }));
  expect(answer.isRefused).toBe(false);
  return { socket, at: await at };
}

const permission = (socket: Socket, peer: Address) =>
  answerTo(socket, 'create_permission', () => socket.createPermission([peer]));

describe('credentials', () => {
  test('they are those of the TURN REST scheme, made for every turn server that has none', () => {
    const at = 1_700_000_000_000;
    expect(turnCredential('north', 7, at)).toEqual({
      username: '1700021600:7',
      credential: 'zcJtH70rMuONO0aRtBsuHTeML2Y=',
    });
    const fixed = { urls: ['turn:a.example'], username: 'u', credential: 'c' };
    const servers = iceServersOf({ iceServers: [fixed, { urls: ['turns:b.example'] }], turn: undefined }, 'north')(
      7,
      at,
    );
    expect(servers).toEqual([fixed, { urls: ['turns:b.example'], ...turnCredential('north', 7, at) }]);
  });

  test('without one, with a wrong one and with an old one nothing is relayed', async () => {
    const { username } = turnCredential(SECRET, 1, NOW);
    const old = turnCredential(SECRET, 1, NOW - 24 * 3_600_000);
    for (const given of [
      { username, password: 'guessed' },
      { username: old.username, password: old.credential },
      { username: 'nobody', password: '' },
    ]) {
      const socket = await client(given);
      const { isRefused } = await answerTo(socket, 'allocate', () => socket.allocate({ transport: UDP }));
      expect(isRefused, username).toBe(true);
    }
  });
});

describe('no open relay', () => {
  test('private networks and this machine are out of reach, the open Internet and the other relays are not', async () => {
    const { socket } = await allocated(2);
    for (const ip of ['10.0.0.1', '192.168.1.1', '172.20.0.1', '169.254.169.254', '127.0.0.2', '100.64.0.1', '0.0.0.0'])
      expect(await permission(socket, { ip, port: 80, family: 1 }), ip).toMatchObject({ isRefused: true });
    expect(await permission(socket, { ip: '8.8.8.8', port: 80, family: 1 })).toMatchObject({ isRefused: false });
    expect(await permission(socket, { ip: OWN, port: 50_100, family: 1 })).toMatchObject({ isRefused: false });
    const mapped = { ip: '::ffff:127.0.0.1', port: 80, family: 2 };
    expect(await permission(socket, mapped)).toMatchObject({ isRefused: true });
  });

  test('two relays speak to each other; another service of the machine hears nothing', async () => {
    const [a, b] = [await allocated(3), await allocated(4)];
    const service = await bind();
    const heardByService: Buffer[] = [];
    service.on('message', (packet) => heardByService.push(packet));
    expect(a.at).toMatchObject({ ip: OWN });
    expect(a.at.port).toBeGreaterThanOrEqual(50_100);
    expect(a.at.port).toBeLessThanOrEqual(50_199);
    await permission(a.socket, b.at);
    await permission(b.socket, a.at);
    const heard = new Promise<string>((resolve) =>
      b.socket.on('data', (_peer: Address, data: Uint8Array) => resolve(Buffer.from(data).toString())),
    );
    a.socket.send({ ip: OWN, port: (service.address() as AddressInfo).port }, Buffer.from('to the machine'));
    a.socket.send(b.at, Buffer.from('to the other'));
    expect(await heard).toBe('to the other');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heardByService).toEqual([]);
    service.close();
  });

  test('no streams', async () => {
    const socket = await client(signedIn(5));
    const answer = await answerTo(socket, 'allocate', () => socket.allocate({ transport: TCP }));
    expect(answer.isRefused).toBe(true);
  });

  test('each account has so many relays, whatever credentials it uses, and so much traffic', () => {
    const guard = new TurnGuard('198.51.100.1', [50_000, 50_009]);
    for (let i = 0; i < 40; i++) {
      expect(guard.mayOpen(`${i}:9`)).toBe(true);
      guard.opened(`${i}:9`, 0);
    }
    expect(guard.mayOpen('99:9')).toBe(false);
    expect(guard.mayOpen('99:8')).toBe(true);
    guard.closed('3:9');
    expect(guard.mayOpen('99:9')).toBe(true);
    const peer = { ip: '8.8.8.8', port: 9 };
    expect(guard.mayCarry('1:9', peer, 2_000_000, 10)).toBe(true);
    expect(guard.mayCarry('1:9', peer, 1, 20)).toBe(false);
    expect(guard.mayCarry('1:9', peer, 1, 1_010)).toBe(true);
    expect(guard.mayCarry('1:7', peer, 1, 0)).toBe(false);
    expect(guard.mayCarry('1:9', { ip: '198.51.100.1', port: 5_000 }, 1, 3_000)).toBe(false);
    expect(guard.mayCarry('1:9', { ip: '198.51.100.1', port: 50_009 }, 1, 3_000)).toBe(true);
  });
});

/** Relays that are asked for and given up in one breath, `times` over, on one TCP connection. */
async function hurry(at: number, { username, credential }: Record<'username' | 'credential', string>, times: number) {
  const { ALLOCATE, REFRESH } = wire.METHOD;
  const { USERNAME, REALM, NONCE, LIFETIME, REQUESTED_TRANSPORT } = wire.ATTR;
  const { decode_message: decode } = wire as unknown as {
    decode_message: (bytes: Buffer) => { getAttribute: (type: number) => string };
  };
  const tcp = connect(at, OWN);
  const answered = new Promise<Buffer>((resolve) => tcp.once('data', resolve));
  const asked = [{ type: REQUESTED_TRANSPORT, value: UDP }];
  tcp.write(wire.encode_message({ method: ALLOCATE, attributes: asked }).buf);
  const answer = decode(await answered);
  const [realm, nonce] = [answer.getAttribute(REALM), answer.getAttribute(NONCE)];
  const key = wire.compute_long_term_key(username, realm, credential);
  const asWhom = [
    { type: USERNAME, value: username },
    { type: REALM, value: realm },
    { type: NONCE, value: nonce },
  ];
  const pair = [
    wire.encode_message({ method: ALLOCATE, key, attributes: [...asked, ...asWhom] }).buf,
    wire.encode_message({ method: REFRESH, key, attributes: [{ type: LIFETIME, value: 0 }, ...asWhom] }).buf,
  ];
  let answers = 0;
  tcp.on('data', (bytes) => {
    // Each begins with what it is of: 0x0104 for the end of a relay.
    for (let n = 0; n < bytes.length; n += 20 + bytes.readUInt16BE(n + 2)) if (bytes[n + 1] === REFRESH) answers++;
  });
  tcp.write(Buffer.concat(Array.from({ length: times }, () => pair).flat()));
  await expect.poll(() => answers, { timeout: 5_000 }).toBe(times);
  tcp.destroy();
}

test('relays that one person gives up before they have a port leave the ports to the others', async () => {
  const [few, at] = [[50_300, 50_309] as [number, number], await freePort()];
  const small = await openTurn({ port: at, address: OWN, relayPorts: few }, SECRET, pino({ level: 'silent' }));
  await hurry(at, turnCredential(SECRET, 6, NOW), 3 * 10);
  for (const account of [7, 8]) {
    const socket = await client({ ...signedIn(account), port: at });
    const answer = await answerTo(socket, 'allocate', () => socket.allocate({ transport: UDP }));
    expect(answer).toEqual({ isRefused: false, code: null });
  }
  await small.close();
});

test('over TCP the stream is cut where messages end, and invalid data ends it', () => {
  expect(messageLength(Buffer.from([0, 1, 0, 8, 0, 0]))).toBe(28);
  expect(messageLength(Buffer.from([0x40, 0, 0, 5]))).toBe(12);
  expect(() => messageLength(Buffer.from('POST /'))).toThrow('neither');
});

test('a port that is taken is named', async () => {
  const again = openTurn({ port, address: OWN, relayPorts: [50_200, 50_219] }, SECRET, pino({ level: 'silent' }));
  await expect(again).rejects.toThrow(`TURN_PORT ${port} cannot be used`);
});
