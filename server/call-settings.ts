// Reads the settings of live calls: the STUN and TURN servers for browsers, the embedded relay, and the media servers of large calls.
import { isIPv4 } from 'node:net';
import type { SettingReader } from './setting-reader.ts';

export type IceServer = { urls: string[]; username?: string; credential?: string };

export interface CallSettings {
  iceServers: IceServer[];
  /** The operator has set them; otherwise it is Google's, or none. */
  areGiven: boolean;
  /** Shared with TURN servers: expiring credentials are derived from it for every turn address of ICE_SERVERS without credentials of its own. */
  turnSecret: string | undefined;
  /** The relay inside this process. */
  turn: { port: number; address: string; relayPorts: [number, number] } | undefined;
  /** The embedded media server of larger calls; `address` is what browsers are told, null for this machine's own. */
  sfu: { ports: [number, number]; address: string | null } | undefined;
}

const HERE = '127.0.0.1';

const GOOGLE_STUN = { urls: ['stun:stun.l.google.com:19302'] };

/** @param isForHere only browsers on this machine reach the site */
export function readCalls(
  read: SettingReader,
  { isForHere, port }: { isForHere: boolean; port: number },
): CallSettings {
  const turnSecret = read.text('TURN_SECRET');
  const turn = readTurn(read, isForHere);
  // The relay listens over TCP too.
  if (turn?.port === port) read.refuse(`TURN_PORT and PORT are both ${port}: give the relay a port of its own.`);
  const given = readIceServers(read);
  const needSecret = (given ?? []).filter(needsCredentials);
  if (needSecret.length > 0 && turnSecret === undefined) {
    read.refuse('ICE_SERVERS names a turn server without username and credential: give both, or set TURN_SECRET.');
  }
  if (turnSecret !== undefined && turn === undefined && needSecret.length === 0) {
    read.refuse('TURN_SECRET is for TURN=on, or for turn servers in ICE_SERVERS without username and credential.');
  }
  const iceServers = given ?? (turn === undefined ? [GOOGLE_STUN] : []);
  const ownAddress = turn?.address ?? (isForHere ? HERE : null);
  const sfu = readSfu(read, ownAddress);
  if (turn !== undefined) checkPorts(read, turn, sfu);
  return { iceServers, areGiven: given !== undefined, turnSecret, turn, sfu };
}

/** Two that choose among the same ports take them from each other, and now and then somebody in a call has no picture. */
function checkPorts(
  read: SettingReader,
  { port, relayPorts }: { port: number; relayPorts: [number, number] },
  sfu: CallSettings['sfu'],
): void {
  const ranges = { TURN_RELAY_PORTS: relayPorts, ...(sfu && { SFU_PORTS: sfu.ports }) };
  for (const [name, [first, last]] of Object.entries(ranges))
    if (port >= first && port <= last)
      read.refuse(`TURN_PORT ${port} is one of ${name}: give the relay a port of its own.`);
  if (sfu !== undefined && relayPorts[0] <= sfu.ports[1] && sfu.ports[0] <= relayPorts[1])
    read.refuse('TURN_RELAY_PORTS and SFU_PORTS have ports in common: give each its own.');
}

/** Without both, browsers refuse the turn server, and with it every call. */
export function needsCredentials({ urls, username, credential }: IceServer): boolean {
  return (username === undefined || credential === undefined) && urls.some((url) => url.startsWith('turn'));
}

function readTurn(read: SettingReader, isForHere: boolean): CallSettings['turn'] {
  const isOn = read.oneOf('TURN', ['on', 'off'], 'off') === 'on';
  const port = read.integer('TURN_PORT', { fallback: 3478, min: 1, max: 65535 });
  const relayPorts = readPorts(read, 'TURN_RELAY_PORTS', [49_152, 49_999], 10);
  const address = read.text('TURN_PUBLIC_ADDRESS') ?? (isForHere ? HERE : undefined);
  if (address !== undefined && !isIPv4(address)) {
    read.refuse('TURN_PUBLIC_ADDRESS must be an IPv4 address, such as 203.0.113.5.');
  }
  if (!isOn) return undefined;
  if (address !== undefined) return { port, address, relayPorts };
  read.refuse('TURN=on needs TURN_PUBLIC_ADDRESS, the IPv4 address at which browsers reach this machine.');
  return undefined;
}

function readSfu(read: SettingReader, ownAddress: string | null): CallSettings['sfu'] {
  const isOn = read.oneOf('SFU', ['on', 'off'], 'on') === 'on';
  const ports = readPorts(read, 'SFU_PORTS', [41_000, 41_999], 100);
  const given = read.text('SFU_PUBLIC_ADDRESS');
  if (given !== undefined && !isIPv4(given)) {
    read.refuse('SFU_PUBLIC_ADDRESS must be an IPv4 address, such as 203.0.113.5.');
  }
  if (!isOn) return undefined;
  return { ports, address: given ?? ownAddress };
}

/** A range such as `40000-40999`, of at least `least` ports. */
function readPorts(read: SettingReader, name: string, fallback: [number, number], least: number): [number, number] {
  const given = read.text(name);
  if (given === undefined) return fallback;
  const [first = 0, last = 0] = (/^(\d{1,5})-(\d{1,5})$/.exec(given) ?? []).slice(1).map(Number);
  if (first >= 1024 && last <= 65_535 && last - first >= least - 1) return [first, last];
  read.refuse(`${name} must be ${least} ports or more from 1024 to 65535, such as ${fallback.join('-')}.`);
  return fallback;
}

/** Undefined if not set: then Google's public server is used. */
function readIceServers(read: SettingReader): IceServer[] | undefined {
  const given = read.json('ICE_SERVERS');
  if (given === undefined) return undefined;
  const servers = Array.isArray(given) ? given.map(iceServer) : [undefined];
  if (servers.every((server) => server !== undefined)) return servers;
  read.refuse(
    'ICE_SERVERS must be a JSON list such as [{"urls":["turn:turn.example.org"],"username":"u","credential":"c"}], with addresses that browsers take: scheme:host or scheme:host:port, no //, and ?transport=udp or tcp after turn and turns alone.',
  );
  return [];
}

/** Browsers refuse every call for one address that is anything else. */
const ICE_HOST = String.raw`(?:\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?`;
const ICE_URL = new RegExp(`^(?:stun:${ICE_HOST}|turns?:${ICE_HOST}(?:\\?transport=(?:udp|tcp))?)$`);

function isIceUrl(url: unknown): boolean {
  const found = typeof url === 'string' ? ICE_URL.exec(url) : null;
  if (found === null) return false;
  const port = Number(found[1] ?? found[2] ?? 1);
  return port >= 1 && port <= 65_535;
}

function iceServer(given: unknown): IceServer | undefined {
  if (typeof given !== 'object' || given === null || !('urls' in given)) return undefined;
  const urls: unknown[] = Array.isArray(given.urls) ? given.urls : [given.urls];
  if (urls.length === 0 || !urls.every(isIceUrl)) return undefined;
  const server: IceServer = { urls: urls.map(String) };
  if ('username' in given && isSaid(given.username)) server.username = String(given.username);
  if ('credential' in given && isSaid(given.credential)) server.credential = String(given.credential);
  return server;
}

/** An empty one is none to browsers either. */
const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
