// Which sockets there are at which gateway, found by person, by trader and by gateway.
import { mayCall } from '../../contract/routes/route.ts';
import type { Sitter } from './socket-words.ts';

export interface FarSocket {
  readonly id: string;
  readonly gateway: string;
  readonly sitter: Sitter;
  readonly data: { watchlist: readonly string[] };
  charts: readonly string[];
  /** The login has ended: nobody comes back. */
  isCut: boolean;
}

interface Gateway {
  readonly sockets: Map<string, FarSocket>;
  heardAt: number;
}

export class FarSocketTable {
  readonly #gateways = new Map<string, Gateway>();
  readonly #sockets = new Map<string, FarSocket>();
  readonly #users = new Map<string, Set<FarSocket>>();
  /** How many lists name a symbol. */
  readonly #symbols = new Map<string, number>();
  readonly watchers = new Set<FarSocket>();
  /** Without administrators, who have no portfolio. */
  readonly traders = new Map<number, Set<FarSocket>>();

  get count(): number {
    return this.#sockets.size;
  }

  find(id: string): FarSocket | undefined {
    return this.#sockets.get(id);
  }

  /** The oldest first. */
  ofUser(userId: string): FarSocket[] {
    return [...(this.#users.get(userId) ?? [])];
  }

  isWatched(symbol: string): boolean {
    return this.#symbols.has(symbol);
  }

  countOf(gateway: string): number {
    return this.#gateways.get(gateway)?.sockets.size ?? 0;
  }

  heard(gateway: string, at: number): void {
    const known = this.#gateways.get(gateway);
    if (known) known.heardAt = at;
    else this.#gateways.set(gateway, { sockets: new Map(), heardAt: at });
  }

  silentSince(at: number): string[] {
    return [...this.#gateways].filter(([, { heardAt }]) => heardAt < at).map(([name]) => name);
  }

  /** The gateway must be known. */
  add(socket: FarSocket): void {
    this.remove(socket.id);
    this.#gateways.get(socket.gateway)?.sockets.set(socket.id, socket);
    this.#sockets.set(socket.id, socket);
    addTo(this.#users, socket.sitter.id, socket);
    if (mayCall('trader', socket.sitter.role)) addTo(this.traders, socket.sitter.accountNo, socket);
  }

  remove(id: string): FarSocket | undefined {
    const socket = this.#sockets.get(id);
    if (socket === undefined) return undefined;
    this.follow(socket, { watchlist: [], charts: [] });
    this.#sockets.delete(id);
    this.#gateways.get(socket.gateway)?.sockets.delete(id);
    removeFrom(this.#users, socket.sitter.id, socket);
    removeFrom(this.traders, socket.sitter.accountNo, socket);
    return socket;
  }

  follow(socket: FarSocket, lists: { watchlist?: readonly string[]; charts?: readonly string[] }): void {
    const { watchlist = socket.data.watchlist, charts = socket.charts } = lists;
    // The new ones first: a symbol in both never counts as left alone.
    for (const symbol of [...watchlist, ...charts]) this.#symbols.set(symbol, (this.#symbols.get(symbol) ?? 0) + 1);
    for (const symbol of [...socket.data.watchlist, ...socket.charts]) {
      const left = (this.#symbols.get(symbol) ?? 1) - 1;
      if (left > 0) this.#symbols.set(symbol, left);
      else this.#symbols.delete(symbol);
    }
    socket.data.watchlist = watchlist;
    socket.charts = charts;
    if (watchlist.length > 0) this.watchers.add(socket);
    else this.watchers.delete(socket);
  }

  /** A gateway is gone; returns the sockets that it had. */
  drop(gateway: string): FarSocket[] {
    const sockets = [...(this.#gateways.get(gateway)?.sockets.values() ?? [])];
    for (const { id } of sockets) this.remove(id);
    this.#gateways.delete(gateway);
    return sockets;
  }

  clear(): FarSocket[] {
    return [...this.#gateways.keys()].flatMap((gateway) => this.drop(gateway));
  }
}

function addTo<Key>(sets: Map<Key, Set<FarSocket>>, key: Key, socket: FarSocket): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(socket));
}

function removeFrom<Key>(sets: Map<Key, Set<FarSocket>>, key: Key, socket: FarSocket): void {
  const set = sets.get(key);
  set?.delete(socket);
  if (set?.size === 0) sets.delete(key);
}
