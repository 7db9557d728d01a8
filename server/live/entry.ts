// The door of the sockets: with which token somebody comes in, how often they may ask, and whether an administrator may stay.
import type { IncomingMessage } from 'node:http';
import { bearerToken } from '../bearer.ts';
import { asHttpError } from '../http/reply.ts';

/** A connection on which nobody has been let in by then is closed. */
export const ENTRY_MS = 15_000;

/** The part of Engine.IO that this needs: a connection, the packets that come in on it, and its WebSocket, if it has one. */
interface Entering {
  readonly transport: Carrier;
  readonly readyState: string;
  on(event: 'packet', hear: (packet: { type: string; data?: unknown }) => void): unknown;
  on(event: 'upgrade', hear: (transport: Carrier) => void): unknown;
  on(event: 'close', hear: () => void): unknown;
  close(discard: boolean): void;
}

interface Carrier {
  readonly name: string;
  readonly socket?: { on(event: 'ping', hear: () => void): unknown; terminate(): void };
}

interface Entrances {
  on(event: 'connection', meet: (connection: Entering) => void): unknown;
}

/** More than the requests that a person may send (socket-allowances.ts), with everything that their browser says beside them. */
const MOST = { packets: 2_000, bytes: 4 * 1024 * 1024, ms: 10_000 } as const;

/** Of so many that have not asked to be let in, or were refused, the one that has been there longest makes room: it costs 5 KB, and its sender nothing. */
const MOST_IDLE = 10_000;

/** Keeps count of the connections on which nobody is being let in. */
export interface Door {
  /** Somebody was refused, and may read why. */
  refused(connection: Entering): void;
}

/**
 * Ends connections that send too much of what nothing else counts, or do nothing.
 *
 * - Each asks once to be let in. Its token is checked each time, before anybody is known on whom it could be counted: thousands in a
 *   second from one connection would keep everybody else waiting. A client that was refused opens another connection.
 * - Answers that nobody asked for, and WebSocket's own pings, are no requests, but have to be read all the same.
 */
export function guardEntrances(entrances: Entrances, hasRateLimit: boolean, mostIdle = MOST_IDLE): Door {
  const idle = new Set<Entering>();
  const addIdle = (connection: Entering): void => {
    if (connection.readyState !== 'open') return;
    idle.add(connection);
    if (!hasRateLimit || idle.size <= mostIdle) return;
    const [longest] = idle;
    idle.delete(longest);
    cutOff(longest);
  };
  entrances.on('connection', (connection) => {
    connection.on('close', () => idle.delete(connection));
    addIdle(connection);
    const isTooMuch = hasRateLimit ? meter() : () => false;
    let hasAsked = false;
    connection.on('packet', ({ type, data }) => {
      const text = typeof data === 'string' ? data : '';
      const bytes = Buffer.isBuffer(data) ? data.length : text.length;
      // Socket.IO's CONNECT, to any namespace.
      const asks = type === 'message' && text.startsWith('0');
      if (isTooMuch(bytes) || (asks && hasAsked)) cutOff(connection);
      hasAsked ||= asks;
      if (asks) idle.delete(connection);
    });
    const hearPings = ({ socket }: Carrier): void =>
      void socket?.on('ping', () => {
        if (isTooMuch(0)) cutOff(connection);
      });
    hearPings(connection.transport);
    connection.on('upgrade', hearPings);
  });
  return { refused: addIdle };
}

/** Without a goodbye: while that is waited for, everything that still comes in would be read. */
function cutOff(connection: Entering): void {
  connection.transport.socket?.terminate();
  connection.close(true);
}

/** Counts what one connection sends, and says whether it is too much. */
function meter(): (bytes: number) => boolean {
  let [packets, sum, endsAt] = [0, 0, 0];
  return (bytes) => {
    const now = performance.now();
    if (now >= endsAt) [packets, sum, endsAt] = [0, 0, now + MOST.ms];
    packets++;
    sum += bytes;
    return packets > MOST.packets || sum > MOST.bytes;
  };
}

interface Handshake {
  readonly auth: Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
}

export function tokenIn({ auth: { token }, headers }: Handshake): string {
  if (typeof token === 'string') return bearerToken(token) ?? token;
  return bearerToken(headers.authorization) ?? '';
}

const LOOK_AGAIN_MS = 2_000;

interface Admitted {
  readonly handshake: Handshake;
  disconnect(close: boolean): unknown;
}

/** Disconnects a socket whose login has ended: `npm run admin` ends it in another process, which tells this one nothing. */
export function watchLogin(socket: Admitted, session: (token: string) => Promise<unknown>): NodeJS.Timeout {
  // One at a time: a slow database is asked no more often than it answers.
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      await session(tokenIn(socket.handshake));
    } catch (error) {
      // When the database is away, that says nothing about the login.
      if ([401, 403].includes(asHttpError(error).status)) socket.disconnect(true);
    } finally {
      isLooking = false;
    }
  };
  return setInterval(() => void look(), LOOK_AGAIN_MS);
}
