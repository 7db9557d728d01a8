// What gateways tell the exchange of their sockets, and what comes back.
import type { Caller } from '../handler.ts';

/** Who sits at a socket. */
export type Sitter = Pick<Caller, 'id' | 'accountNo' | 'role' | 'name' | 'loginId'>;

/** From a gateway. Its name is new with every line, so that nothing of an older one is mixed with it. */
export type SocketHead = { readonly gateway: string } & (
  | { readonly kind: 'entered'; readonly socket: string; readonly sitter: Sitter }
  /** It hears now what is pushed: send it what it starts from. */
  | { readonly kind: 'ready'; readonly socket: string }
  | { readonly kind: 'left'; readonly socket: string; readonly isCut: boolean }
  | { readonly kind: 'watchlist'; readonly socket: string; readonly symbols: readonly string[] }
  | { readonly kind: 'charts'; readonly socket: string; readonly symbols: readonly string[] }
  | { readonly kind: 'portfolio'; readonly account: number }
  /** A request of a live call; its payload is the body. */
  | { readonly kind: 'call'; readonly socket: string; readonly event: string }
  /** Once a second: so many sockets have entered and not left. */
  | { readonly kind: 'count'; readonly sockets: number }
);

/** To a gateway, or to all of them; a payload is the body. */
export type PushHead =
  | { readonly kind: 'push'; readonly event: string; readonly version: number }
  | { readonly kind: 'to'; readonly socket: string; readonly event: string; readonly version: number }
  /** One socket too many of somebody. */
  | { readonly kind: 'close'; readonly socket: string }
  /** The exchange does not know the gateway's sockets: all of them come back. */
  | { readonly kind: 'again' }
  | { readonly kind: 'cut'; readonly userId: string; readonly loginId: string | null }
  | { readonly kind: 'forget'; readonly userId: string };
