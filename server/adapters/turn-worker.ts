// The thread of the embedded relay: the TURN server, which asks the guard before it opens or carries anything.
import { parentPort, workerData } from 'node:worker_threads';
import { createServer } from 'turn-server';
import type { Address, Allocation } from 'turn-server';
import type { Opening } from './media-worker.ts';
import { TurnGuard } from './turn-guard.ts';
import { listenOverTcp } from './turn-tcp.ts';

export interface TurnData {
  readonly address: string;
  readonly port: number;
  readonly relayPorts: readonly [number, number];
  readonly secret: string;
  /** The local address on which it listens and relays. */
  readonly listen: string;
}

const { address, port, relayPorts, secret, listen } = workerData as TurnData;
const UDP = 17;
const IPV6 = 2;
const MOST_CONNECTIONS = 4_000;

const guard = new TurnGuard(address, relayPorts);
const server = createServer({
  auth: { mechanism: 'long-term', realm: 'istock', secret },
  relay: { ip: listen, externalIp: address, portRange: [relayPorts[0], relayPorts[1] + 1] },
  maxConnections: MOST_CONNECTIONS,
  totalQuota: 400,
  maxPermissionsPerAllocation: 64,
  maxChannelsPerAllocation: 64,
  maxDataSize: 2_048,
  idleTimeout: 60_000,
  // The guard decides: it allows loopback only if that is the relay's own address.
  allowLoopback: address.startsWith('127.'),
});

const say = (message: Opening): void => parentPort?.postMessage(message);
type Allow = (isAllowed: boolean) => void;
interface Carried {
  username: string;
  peer: Address;
  size: number;
}

interface Asked {
  transport: number;
  requestedFamily: number | null;
  evenPort: unknown;
  reservationToken: unknown;
}

const isKnown = ({ peer }: { peer: Address }, allow: Allow): void => allow(guard.isReachable(peer.ip));
const isCarried = ({ username, peer, size }: Carried, allow: Allow): void =>
  allow(guard.mayCarry(username, peer, size, Date.now()));

server.on('quota', (username: string, allow: Allow) => allow(guard.mayOpen(username)));
// No call needs TCP relays, IPv6 addresses or reserved ports.
server.on('beforeAllocate', ({ transport, requestedFamily, evenPort, reservationToken }: Asked, allow: Allow) =>
  allow(transport === UDP && requestedFamily !== IPV6 && evenPort === null && reservationToken === null),
);
server.on('beforeConnect', (_asked: unknown, allow: Allow) => allow(false));
server.on('beforePermission', isKnown);
server.on('beforeChannelBind', isKnown);
server.on('beforeRelay', isCarried);
server.on('beforeData', isCarried);
server.on('allocate', (_socket: unknown, { username }: Allocation) => guard.opened(username ?? '', Date.now()));
server.on('allocate:expired', (_socket: unknown, { username }: Allocation) => guard.closed(username ?? ''));

let isUdpOpen = false;
let isTcpOpen = false;
const opened = (): void => {
  if (isUdpOpen && isTcpOpen) say({ kind: 'opened' });
};
// Later errors are harmless: a browser that has gone, or a network that refuses one packet.
const failed = (error: Error): void => {
  if (!isUdpOpen || !isTcpOpen) say({ kind: 'failed', reason: error.message });
};

server.on('error', failed);
server.on('listening', () => {
  isUdpOpen = true;
  opened();
});
server.listen([{ port, transport: 'udp', address: listen }]);

const tcp = listenOverTcp((connection, request) => server.handleWebSocket(connection, request));
tcp.maxConnections = MOST_CONNECTIONS;
tcp.on('error', failed);
tcp.listen(port, listen, () => {
  isTcpOpen = true;
  opened();
});
