// The door of the sockets: from where a connection may come, with which token, and how often it may ask to be let in.
import type { IncomingMessage } from 'node:http';
import { bearerToken } from '../bearer.ts';

/** A connection on which nobody has been let in by then is closed. */
export const ENTRY_MS = 15_000;

/** The part of Engine.IO that this needs: a connection and the packets that come in on it. */
interface Entering {
  on(event: 'packet', hear: (packet: { type: string; data?: unknown }) => void): unknown;
  close(discard: boolean): void;
}

interface Entrances {
  on(event: 'connection', meet: (connection: Entering) => void): unknown;
}

/**
 * A connection asks once. Each time its token is checked, before anybody is known on whom it could be counted: thousands in a
 * second from one connection would keep everybody else waiting. A client that was refused opens another connection.
 */
export function letAskOnce(entrances: Entrances): void {
  entrances.on('connection', (connection) => {
    let hasAsked = false;
    connection.on('packet', ({ type, data }) => {
      // Socket.IO's CONNECT, to any namespace.
      if (type !== 'message' || typeof data !== 'string' || !data.startsWith('0')) return;
      if (hasAsked) connection.close(true);
      hasAsked = true;
    });
  });
}

/** Browsers send the page's origin; other programs send none, and are let in. */
export function isSameOrigin({ origin, host }: IncomingMessage['headers']): boolean {
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

interface Handshake {
  readonly auth: Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
}

export function tokenIn({ auth: { token }, headers }: Handshake): string {
  if (typeof token === 'string') return bearerToken(token) ?? token;
  return bearerToken(headers.authorization) ?? '';
}
