// The socket: lets people in, puts them into the rooms they may hear, hears their few requests, and pushes. Owns Socket.IO.
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { callRequestNames } from '../contract/call.ts';
import type { CallPushName, CallPushOf } from '../contract/call.ts';
import { pushes, requests } from '../contract/events.ts';
import type { Acknowledgement, ClientToServer, PushName, PushOf, RequestName, ServerToClient } from '../contract/events.ts';
import type { QuoteChange } from '../contract/market.ts';
import type { Session } from './auth/access.ts';
import { bearerToken } from './bearer.ts';
import type { Calls } from './call/calls.ts';
import { HttpError } from './http-error.ts';
import { Slices } from './live/slices.ts';
import type { Log } from './log.ts';

interface SocketData {
  session: Session;
  /** What this socket asked to follow; rooms follow from both lists. */
  watchlist: readonly string[];
  charts: readonly string[];
  /** What may still be sent at once: of calls, whose browsers have much to say to each other, and of everything else. */
  bucket: Bucket;
  callBucket: Bucket;
  /** Which part of everybody it belongs to. */
  slice: number;
  /** The login has ended: nobody comes back. */
  isCut: boolean;
}

/** Tokens left, and when it was last filled. */
interface Bucket {
  tokens: number;
  filledAt: number;
}

type LiveServer = Server<ServerToClient, ClientToServer, Record<string, never>, SocketData>;
export type LiveSocket = Socket<ServerToClient, ClientToServer, Record<string, never>, SocketData>;

/** What waits for a client: messages not yet handed to its transport, and bytes that its WebSocket has not got rid of. */
interface Connection {
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly socket?: { readonly bufferedAmount?: number } };
}

export interface LiveOptions {
  readonly server: HttpServer;
  readonly session: (token: string) => Promise<Session>;
  readonly log: Log;
  readonly now: () => number;
  readonly hasRateLimit: boolean;
  /** What a client gets when it has connected, asks for its portfolio, or follows other symbols. */
  readonly onConnected: (socket: LiveSocket) => void;
  readonly onPortfolioRequest: (account: number) => void;
  readonly onWatchlist: (socket: LiveSocket) => void;
  readonly calls: Pick<Calls, 'connected' | 'hear' | 'gone'>;
}

const MOST_SOCKETS = 8;
const MOST_BYTES = 64 * 1024;
/** A client that leaves more than this untaken is dropped: it starts afresh when it is back. */
const MOST_WAITING = { bytes: 1024 * 1024, messages: 2_000 };
const LOOK_FOR_SLOW_MS = 1_000;
const RATE = { perSecond: 20, burst: 60 };
/** Whoever enters a call of six has a hundred addresses to name within a second. */
const CALL_RATE = { perSecond: 40, burst: 500 };
const ofCalls: ReadonlySet<string> = new Set(callRequestNames);

const symbolRoom = (symbol: string): string => `symbol:${symbol}`;
const traderRoom = (account: number): string => `trader:${account}`;
const userRoom = (userId: string): string => `user:${userId}`;
const loginRoom = (loginId: string): string => `login:${loginId}`;
/** The audience of what everybody is told. */
const MARKET_ROOM = 'market';

export class Live {
  readonly #io: LiveServer;
  readonly #options: LiveOptions;
  /** The version of the last push, by event and audience. */
  readonly #versions = new Map<string, number>();
  readonly #slices = new Slices();
  /** What everybody will be told when those before it have been told to all: newer news of its kind takes its place. */
  #quotes: ReadonlyMap<string, QuoteChange> | null = null;
  #index: PushOf<'index-update'> | null = null;
  readonly #slowTimer: NodeJS.Timeout;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#io = new Server(options.server, {
      transports: ['websocket', 'polling'],
      maxHttpBufferSize: MOST_BYTES,
      perMessageDeflate: false,
      serveClient: false,
      // Deltas and versions make a client whole again; what it missed is not kept here.
      connectionStateRecovery: undefined,
      allowRequest: (request, decide) => decide(null, isSameOrigin(request.headers.origin, request.headers.host)),
    });
    this.#io.use((socket, next) => void this.#authenticate(socket).then(() => next(), (error: Error) => next(error)));
    this.#io.on('connection', (socket) => this.#welcome(socket));
    this.#slowTimer = setInterval(() => this.#dropSlow(), LOOK_FOR_SLOW_MS);
  }

  /**
   * To everybody, slice by slice. Quotes are lost on clients that cannot keep up: the next ones tell all that these did. Only they may
   * be: of two volatile messages in one beat the second always finds the socket busy with the first, and is never sent.
   */
  pushMarket<E extends PushName>(event: E, payload: PushOf<E>): void {
    if (event === 'stock-update') this.#pushQuotes(payload as PushOf<'stock-update'>);
    else if (event === 'index-update') this.#pushIndex(payload as PushOf<'index-update'>);
    else this.#slices.send(() => this.#everybody(event, payload));
  }

  /** Where sockets are too many for four beats a second, a beat tells what several did. */
  #pushQuotes(changes: PushOf<'stock-update'>): void {
    const isWaiting = this.#quotes !== null;
    this.#quotes = new Map([...(this.#quotes ?? []), ...changes.map((change) => [change.symbol, change] as const)]);
    if (isWaiting) return;
    this.#slices.send(() => {
      const quotes = [...this.#quotes!.values()];
      this.#quotes = null;
      return this.#everybody('stock-update', quotes);
    });
  }

  #pushIndex(index: PushOf<'index-update'>): void {
    const isWaiting = this.#index !== null;
    this.#index = index;
    if (isWaiting) return;
    this.#slices.send(() => {
      const newest = this.#index!;
      this.#index = null;
      return this.#everybody('index-update', newest);
    });
  }

  /** One version for all slices. */
  #everybody<E extends PushName>(event: E, payload: PushOf<E>): (room: string) => void {
    const version = this.#nextVersion(event, MARKET_ROOM);
    return (room) => {
      const slice = this.#io.to(room);
      send(event === 'stock-update' ? slice.volatile : slice, event, payload, version);
    };
  }

  /** To those who watch or chart a symbol. */
  pushSymbol<E extends PushName>(symbol: string, event: E, payload: PushOf<E>): void {
    const room = symbolRoom(symbol);
    if (this.#io.sockets.adapter.rooms.has(room)) this.#emit(this.#io.to(room), event, payload, room);
  }

  /** To one person, on all their screens. */
  pushTrader<E extends PushName>(account: number, event: E, payload: PushOf<E>): void {
    const room = traderRoom(account);
    if (this.#io.sockets.adapter.rooms.has(room)) this.#emit(this.#io.to(room), event, payload, room);
    // Nobody listens: who connects later starts from a fresh state and its version.
    else this.#versions.delete(`${event} ${room}`);
  }

  /** To one socket: the state it starts from. */
  pushSocket<E extends PushName>(socket: LiveSocket, event: E, payload: PushOf<E>): void {
    const room = pushes[event].audience === 'market' ? MARKET_ROOM : traderRoom(socket.data.session.caller.accountNo);
    (socket.emit as (event: string, payload: unknown, version: number) => void)(event, payload, this.#versions.get(`${event} ${room}`) ?? 0);
  }

  /** To one socket in a call. */
  pushCall<E extends CallPushName>(socketId: string, event: E, payload: CallPushOf<E>): void {
    const socket = this.#io.sockets.sockets.get(socketId);
    if (socket) (socket.emit as (event: string, payload: unknown, version: number) => void)(event, payload, 0);
  }

  isListening(account: number): boolean {
    return this.#io.sockets.adapter.rooms.has(traderRoom(account));
  }

  /** The name of somebody who is connected; empty for anybody else. */
  nameOf(account: number): string {
    const [id] = this.#io.sockets.adapter.rooms.get(traderRoom(account)) ?? [];
    return id === undefined ? '' : (this.#io.sockets.sockets.get(id)?.data.session.caller.name ?? '');
  }

  /** People with a screen open now. */
  *connectedAccounts(): Generator<number> {
    for (const room of this.#io.sockets.adapter.rooms.keys()) {
      if (room.startsWith('trader:')) yield Number(room.slice('trader:'.length));
    }
  }

  /** Sockets that follow at least one symbol of a watchlist. */
  *watchers(): Generator<LiveSocket> {
    for (const socket of this.#io.sockets.sockets.values()) if (socket.data.watchlist.length > 0) yield socket;
  }

  isWatched(symbol: string): boolean {
    return this.#io.sockets.adapter.rooms.has(symbolRoom(symbol));
  }

  get count(): number {
    return this.#io.sockets.sockets.size;
  }

  /** Access has ended: of one login, or of all logins of a person. */
  cut({ userId, loginId }: { userId: string; loginId: string | null }): void {
    const room = loginId === null ? userRoom(userId) : loginRoom(loginId);
    for (const id of this.#io.sockets.adapter.rooms.get(room) ?? []) {
      const socket = this.#io.sockets.sockets.get(id);
      if (socket) socket.data.isCut = true;
    }
    this.#io.in(room).disconnectSockets(true);
  }

  close(): void {
    clearInterval(this.#slowTimer);
    // Neither the whole of it, which would wait for the end of every HTTP connection, nor a farewell, after which no page comes back.
    this.#io.engine.close();
  }

  #emit(target: { emit: unknown }, event: PushName, payload: unknown, audience: string): void {
    send(target, event, payload, this.#nextVersion(event, audience));
  }

  #nextVersion(event: PushName, audience: string): number {
    const key = `${event} ${audience}`;
    const version = (this.#versions.get(key) ?? 0) + 1;
    this.#versions.set(key, version);
    return version;
  }

  /** Nothing is buffered without end for somebody who does not read. */
  #dropSlow(): void {
    for (const socket of this.#io.sockets.sockets.values()) {
      const { writeBuffer, transport } = socket.conn as unknown as Connection;
      const untaken = transport.socket?.bufferedAmount ?? 0;
      if (untaken > MOST_WAITING.bytes || writeBuffer.length > MOST_WAITING.messages) socket.disconnect(true);
    }
  }

  async #authenticate(socket: LiveSocket): Promise<void> {
    const token = tokenOf(socket);
    try {
      const session = await this.#options.session(token);
      const filledAt = this.#options.now();
      const bucket = { tokens: RATE.burst, filledAt };
      const callBucket = { tokens: CALL_RATE.burst, filledAt };
      Object.assign(socket.data, { session, watchlist: [], charts: [], bucket, callBucket, slice: 0, isCut: false });
    } catch (error) {
      if (!(error instanceof HttpError)) this.#options.log.error({ err: error }, 'a socket could not be let in');
      throw new Error(error instanceof HttpError ? error.message : 'Unauthorized', { cause: error });
    }
  }

  #welcome(socket: LiveSocket): void {
    const { caller, expiresAt } = socket.data.session;
    const timer = setTimeout(() => socket.disconnect(true), Math.min(expiresAt - this.#options.now(), 2 ** 31 - 1));
    this.#options.calls.connected(socket.id);
    socket.on('disconnect', () => {
      clearTimeout(timer);
      this.#slices.leave(socket.data.slice);
      this.#options.calls.gone(socket.id, socket.data.isCut);
    });
    socket.on('error', () => socket.disconnect(true));
    this.#closeOldest(caller.id);
    const { slice, room } = this.#slices.enter();
    socket.data.slice = slice;
    void socket.join([room, userRoom(caller.id), loginRoom(caller.loginId)]);
    // Administrators look on; only traders have a portfolio to be told of.
    if (caller.role !== 'admin') void socket.join(traderRoom(caller.accountNo));
    socket.use(([event, ...rest], next) => (this.#isAllowed(socket, event, rest) ? next() : undefined));
    this.#hear(socket);
    this.#options.onConnected(socket);
  }

  /** The eighth screen of a person closes the first. */
  #closeOldest(userId: string): void {
    const ids = [...(this.#io.sockets.adapter.rooms.get(userRoom(userId)) ?? [])];
    for (const id of ids.slice(0, Math.max(0, ids.length - MOST_SOCKETS + 1))) this.#io.sockets.sockets.get(id)?.disconnect(true);
  }

  /** Floods end the connection; unknown events and binary are dropped. */
  #isAllowed(socket: LiveSocket, event: string, payload: unknown[]): boolean {
    const isOfCall = ofCalls.has(event);
    const rate = isOfCall ? CALL_RATE : RATE;
    const bucket = isOfCall ? socket.data.callBucket : socket.data.bucket;
    const now = this.#options.now();
    bucket.tokens = Math.min(rate.burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * rate.perSecond);
    bucket.filledAt = now;
    bucket.tokens--;
    if (bucket.tokens < 0 && this.#options.hasRateLimit) {
      socket.disconnect(true);
      return false;
    }
    return Object.hasOwn(requests, event) && !payload.some((part) => Buffer.isBuffer(part));
  }

  #hear(socket: LiveSocket): void {
    const { caller } = socket.data.session;
    this.#on(socket, 'requestPortfolioUpdate', () => this.#options.onPortfolioRequest(caller.accountNo));
    this.#on(socket, 'subscribeWatchlist', (symbols: string[]) => {
      socket.data.watchlist = symbols;
      this.#follow(socket);
      this.#options.onWatchlist(socket);
    });
    this.#on(socket, 'subscribeChart', (symbols: string[]) => {
      socket.data.charts = symbols;
      this.#follow(socket);
    });
    const peer = { socket: socket.id, caller };
    for (const event of callRequestNames)
      this.#on(socket, event, (payload) => this.#options.calls.hear(peer, event, payload));
  }

  /** Parses the payload by the table of events before anything looks at it. */
  #on(socket: LiveSocket, event: RequestName, act: (payload: never) => void | Promise<Acknowledgement>): void {
    const { role, payload: schema } = requests[event];
    const isTrader = socket.data.session.caller.role !== 'admin';
    socket.on(event as never, (async (given: unknown, acknowledge: unknown) => {
      const parsed = schema.safeParse(typeof given === 'function' ? undefined : given);
      const isAllowed = role === 'any' || isTrader;
      const answer: Acknowledgement =
        parsed.success && isAllowed
          ? ((await act(parsed.data as never)) ?? { ok: true })
          : { ok: false, message: isAllowed ? 'That request is not understood.' : 'Forbidden' };
      const reply = typeof given === 'function' ? given : acknowledge;
      if (typeof reply === 'function') (reply as (answer: Acknowledgement) => void)(answer);
    }) as never);
  }

  /** Rooms carry the server's own prefix: no list can name another person's room. */
  #follow(socket: LiveSocket): void {
    const wanted = new Set([...socket.data.watchlist, ...socket.data.charts].map(symbolRoom));
    for (const room of socket.rooms) if (room.startsWith('symbol:') && !wanted.has(room)) void socket.leave(room);
    void socket.join([...wanted]);
  }
}

function send(target: { emit: unknown }, event: PushName, payload: unknown, version: number): void {
  (target.emit as (event: string, payload: unknown, version: number) => void)(event, payload, version);
}

/** Browsers send the page's origin; programs send none. */
function isSameOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

function tokenOf(socket: LiveSocket): string {
  const { token } = socket.handshake.auth as { token?: unknown };
  if (typeof token === 'string') return bearerToken(token) ?? token;
  return bearerToken(socket.handshake.headers.authorization) ?? '';
}
