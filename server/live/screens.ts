// What other parts can do with sockets, whichever process they are connected to; and how pushes are numbered.
import type { CallPushName, CallPushOf, CallRequestName, CallRequestOf } from '../../contract/call.ts';
import type { Acknowledgement, PushName, PushOf } from '../../contract/events.ts';
import type { Peer } from '../call/calls.ts';

/** One socket. */
export interface Screen {
  readonly id: string;
  /** The symbols it asked to follow. */
  readonly data: { readonly watchlist: readonly string[] };
}

/** The end of one login, or (`loginId` null) of all logins of a person. */
export interface AccessEnd {
  readonly userId: string;
  readonly loginId: string | null;
}

export interface Screens {
  /** To everybody. */
  pushMarket<E extends PushName>(event: E, payload: PushOf<E>): void;
  /** To those who watch or chart a symbol. */
  pushSymbol<E extends PushName>(symbol: string, event: E, payload: PushOf<E>): void;
  /** To one person, on all their screens. */
  pushTrader<E extends PushName>(account: number, event: E, payload: PushOf<E>): void;
  /** To one socket: the state it starts from. */
  pushSocket<E extends PushName>(screen: Screen, event: E, payload: PushOf<E>): void;
  /** To one socket in a call. */
  pushCall<E extends CallPushName>(socketId: string, event: E, payload: CallPushOf<E>): void;
  isListening(account: number): boolean;
  /** The name of a connected person; empty for anybody else. */
  nameOf(account: number): string;
  /** People with a screen open now. */
  connectedAccounts(): Iterable<number>;
  /** Sockets that follow at least one symbol of a watchlist. */
  watchers(): Iterable<Screen>;
  isWatched(symbol: string): boolean;
  readonly count: number;
  /** Disconnects the sockets of people whose access has ended. */
  cut(end: AccessEnd): void;
  /** Drops cached tokens of a person, because something about that person has changed. */
  forget(userId: string): void;
  close(): void;
}

/** What sockets need from other parts. */
export interface ScreenNeeds {
  /** What a client is sent when it connects, asks for its portfolio, or follows other symbols. */
  readonly onConnected: (screen: Screen) => void;
  readonly onPortfolioRequest: (account: number) => void;
  readonly onWatchlist: (screen: Screen) => void | Promise<Acknowledgement | void>;
  readonly calls: CallLine;
}

interface CallLine {
  connected(socket: string): void;
  hear<E extends CallRequestName>(peer: Peer, event: E, payload: CallRequestOf<E>): Promise<Acknowledgement>;
  gone(socket: string, isFinal: boolean): void;
}

/** Who gets a push: those who watch or chart a symbol, one trader, or everybody. */
export type PushAudience = { readonly symbol: string } | { readonly account: number } | 'market';

/** The most sockets of one person: one more closes the oldest. */
export const MOST_SOCKETS = 8;

/** Versions grow by one with each push of one event to one audience. */
export class Versions {
  /** By audience, then by event. */
  readonly #last = new Map<string, Map<PushName, number>>();

  next(event: PushName, audience: string): number {
    const version = this.current(event, audience) + 1;
    const known = this.#last.get(audience);
    if (known === undefined) this.#last.set(audience, new Map([[event, version]]));
    else known.set(event, version);
    return version;
  }

  current(event: PushName, audience: string): number {
    return this.#last.get(audience)?.get(event) ?? 0;
  }

  /** For an audience that is empty: a socket that joins later starts from a fresh state with its version. */
  forget(audience: string): void {
    this.#last.delete(audience);
  }
}

export const MARKET_ROOM = 'market';
export const symbolRoom = (symbol: string): string => `symbol:${symbol}`;
export const traderRoom = (account: number): string => `trader:${account}`;
