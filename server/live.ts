// Sockets: admits people, joins each socket to its rooms, answers the few requests, and pushes news. Owns Socket.IO.
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { callRequestNames } from '../contract/call.ts';
import type { CallPushName, CallPushOf } from '../contract/call.ts';
import { pushes, requests } from '../contract/events.ts';
import type {
  Acknowledgement,
  ClientToServer,
  PushName,
  PushOf,
  RequestName,
  ServerToClient,
} from '../contract/events.ts';
import { callMessages } from '../contract/messages/call.ts';
import { mayCall } from '../contract/routes/route.ts';
import type { Session } from './auth/access.ts';
import { HttpError } from './http-error.ts';
import { isDangerous } from './http/body.ts';
import { isOwnOrigin, namesOneHost } from './http/hosts.ts';
import { asHttpError } from './http/reply.ts';
import { ENTRY_MS, guardEntrances, tokenIn, watchLogin, type Door } from './live/entry.ts';
import { MarketNews } from './live/market-news.ts';
import { LastPrepared, write } from './live/prepared.ts';
import type { Connection, Message } from './live/prepared.ts';
import { MARKET_ROOM, MOST_SOCKETS, symbolRoom, traderRoom, Versions } from './live/screens.ts';
import type { AccessEnd, PushAudience, Screen, ScreenNeeds, Screens } from './live/screens.ts';
import { fullAllowances, takeRequest } from './live/socket-allowances.ts';
import type { SocketAllowances } from './live/socket-allowances.ts';
import type { Log } from './log.ts';

interface SocketData {
  session: Session;
  /** What this socket follows; its rooms are derived from both lists. */
  watchlist: readonly string[];
  charts: readonly string[];
  /** How much the client may still send. */
  allowances: SocketAllowances;
  /** Which slice of all sockets it belongs to (live/slices.ts). */
  slice: number;
  /** Its login has ended, so it will not come back. */
  isCut: boolean;
}

type LiveServer = Server<ServerToClient, ClientToServer, Record<string, never>, SocketData>;
export type LiveSocket = Socket<ServerToClient, ClientToServer, Record<string, never>, SocketData>;

export interface LiveOptions extends ScreenNeeds {
  readonly server: HttpServer;
  readonly session: (token: string) => Promise<Session>;
  readonly log: Log;
  readonly now: () => number;
  readonly hasRateLimit: boolean;
  /** The address of this site, if the operator has set it. */
  readonly publicUrl?: string | null;
  /** At a gateway: announces a socket to the exchange before admitting it. @throws HttpError when it may not come in. */
  readonly onEntering?: (socketId: string, session: Session) => Promise<void>;
  /** A socket has changed the symbols whose bars it follows. */
  readonly onCharts?: (socketId: string, symbols: readonly string[]) => Promise<Acknowledgement>;
  /** The first socket of an audience (a symbol's followers, or one trader) has arrived, or its last one has left. */
  readonly onAudience?: (audience: Exclude<PushAudience, 'market'>, isThere: boolean) => void;
}

const MOST_BYTES = 64 * 1024;
/** A client with more than this unread is disconnected: it starts afresh when it returns. */
const MOST_WAITING = { bytes: 1024 * 1024, messages: 2_000 };
const LOOK_FOR_SLOW_MS = 1_000;

/** Socket.IO writes the headers of its replies itself, even for refusals. */
const forbidSniffing = ({ url }: IncomingMessage, reply: ServerResponse): void =>
  void (url?.startsWith('/socket.io/') && reply.setHeader('x-content-type-options', 'nosniff'));

const userRoom = (userId: string): string => `user:${userId}`;
const loginRoom = (loginId: string): string => `login:${loginId}`;

export class Live implements Screens {
  readonly #io: LiveServer;
  readonly #options: LiveOptions;
  readonly #door: Door;
  readonly #versions = new Versions();
  readonly #news = new MarketNews<LiveSocket>((socket, news) => write(connectionOf(socket), news));
  readonly #last = new LastPrepared();
  /** Sockets with a watchlist, kept separately because every beat needs just these among thousands of others. */
  readonly #watchers = new Set<LiveSocket>();
  readonly #slowTimer: NodeJS.Timeout;
  /** Goes up each time access is ended. */
  #cuts = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#io = new Server(options.server, {
      transports: ['websocket', 'polling'],
      maxHttpBufferSize: MOST_BYTES,
      perMessageDeflate: false,
      connectTimeout: ENTRY_MS,
      serveClient: false,
      // A client that missed something notices by the version and fetches it again, so nothing is kept for it here.
      connectionStateRecovery: undefined,
      allowRequest: (request, decide) =>
        decide(null, namesOneHost(request) && isOwnOrigin(request.headers, options.publicUrl ?? null)),
    });
    this.#door = guardEntrances(this.#io.engine, options.hasRateLimit);
    options.server.prependListener('request', forbidSniffing);
    this.#io.use(
      (socket, next) =>
        void this.#authenticate(socket).then(
          () => next(),
          (error: Error) => this.#refuse(socket, error, next),
        ),
    );
    this.#io.on('connection', (socket) => this.#welcome(socket));
    for (const [event, isThere] of [
      ['create-room', true],
      ['delete-room', false],
    ] as const)
      this.#io.sockets.adapter.on(event, (room: string) => this.#tellAudience(room, isThere));
    this.#slowTimer = setInterval(() => this.#dropSlow(), LOOK_FOR_SLOW_MS);
  }

  pushMarket<E extends PushName>(event: E, payload: PushOf<E>): void {
    this.#news.send(event, payload, () => this.#versions.next(event, MARKET_ROOM));
  }

  pushSymbol<E extends PushName>(symbol: string, event: E, payload: PushOf<E>): void {
    if (this.isWatched(symbol))
      this.deliver({ symbol }, event, payload, this.#versions.next(event, symbolRoom(symbol)));
  }

  pushTrader<E extends PushName>(account: number, event: E, payload: PushOf<E>): void {
    if (this.isListening(account))
      this.deliver({ account }, event, payload, this.#versions.next(event, traderRoom(account)));
  }

  pushSocket<E extends PushName>({ id }: Screen, event: E, payload: PushOf<E>): void {
    const account = this.#io.sockets.sockets.get(id)?.data.session.caller.accountNo ?? 0;
    const room = pushes[event].audience === 'market' ? MARKET_ROOM : traderRoom(account);
    this.deliverTo(id, event, payload, this.#versions.current(event, room));
  }

  pushCall<E extends CallPushName>(socketId: string, event: E, payload: CallPushOf<E>): void {
    this.deliverTo(socketId, event, payload, 0);
  }

  /** Pushes a message that already has its version: at a gateway, from the exchange. */
  deliver(audience: PushAudience, event: PushName, payload: unknown, version: number): void {
    if (audience === 'market') this.#news.send(event, payload, (joined) => version - joined);
    else this.#tell(this.#io.sockets.adapter.rooms.get(roomOf(audience)) ?? [], { event, payload, version });
  }

  /** Pushes such a message to one socket, if it is still connected. */
  deliverTo(socketId: string, event: string, payload: unknown, version: number): void {
    if (this.has(socketId)) this.#tell([socketId], { event, payload, version });
  }

  /** Writes to those of the sockets that are still connected. */
  #tell(socketIds: Iterable<string>, message: Omit<Message, 'isVolatile'>): void {
    const news = this.#last.of({ ...message, isVolatile: false });
    for (const id of socketIds) {
      const socket = this.#io.sockets.sockets.get(id);
      if (socket) write(connectionOf(socket), news, true);
    }
  }

  isListening(account: number): boolean {
    return this.#io.sockets.adapter.rooms.has(traderRoom(account));
  }

  nameOf(account: number): string {
    const [id] = this.#io.sockets.adapter.rooms.get(traderRoom(account)) ?? [];
    return id === undefined ? '' : (this.#io.sockets.sockets.get(id)?.data.session.caller.name ?? '');
  }

  *connectedAccounts(): Generator<number> {
    for (const room of this.#io.sockets.adapter.rooms.keys()) {
      if (room.startsWith('trader:')) yield Number(room.slice('trader:'.length));
    }
  }

  watchers(): Iterable<LiveSocket> {
    return this.#watchers;
  }

  isWatched(symbol: string): boolean {
    return this.#io.sockets.adapter.rooms.has(symbolRoom(symbol));
  }

  get count(): number {
    return this.#io.sockets.sockets.size;
  }

  cut({ userId, loginId }: AccessEnd): void {
    this.#cuts++;
    const room = loginId === null ? userRoom(userId) : loginRoom(loginId);
    for (const id of this.#io.sockets.adapter.rooms.get(room) ?? []) {
      const socket = this.#io.sockets.sockets.get(id);
      if (socket) socket.data.isCut = true;
    }
    this.#io.in(room).disconnectSockets(true);
  }

  /** Tokens are not cached here. */
  forget(): void {}

  /** Closes a socket because its person has opened too many. */
  closeOne(socketId: string): void {
    this.#io.sockets.sockets.get(socketId)?.disconnect(true);
  }

  has(socketId: string): boolean {
    return this.#io.sockets.sockets.has(socketId);
  }

  /**
   * Breaks one connection, or all, when pushes may have been lost: clients reconnect and start afresh. Socket.IO's own goodbye is not sent,
   * because a client does not reconnect after it.
   */
  letGo(socketId?: string): void {
    if (socketId === undefined) this.#news.restart();
    for (const socket of [...this.#io.sockets.sockets.values()])
      if (socketId === undefined || socket.id === socketId) socket.conn.close(true);
  }

  close(): void {
    clearInterval(this.#slowTimer);
    // Not `io.close()`: it waits until every HTTP connection has ended, and sends a goodbye after which no page reconnects.
    this.#io.engine.close();
  }

  /** Disconnects clients that do not read, so that the server does not buffer for them endlessly. */
  #dropSlow(): void {
    for (const socket of this.#io.sockets.sockets.values()) {
      const { writeBuffer, transport } = connectionOf(socket);
      const untaken = transport.socket?.bufferedAmount ?? 0;
      if (untaken > MOST_WAITING.bytes || writeBuffer.length > MOST_WAITING.messages) socket.disconnect(true);
    }
  }

  #tellAudience(room: string, isThere: boolean): void {
    const audience = audienceOf(room);
    if (audience === null) return;
    if (!isThere && 'account' in audience) this.#versions.forget(room);
    this.#options.onAudience?.(audience, isThere);
  }

  async #authenticate(socket: LiveSocket): Promise<void> {
    const token = tokenIn(socket.handshake);
    try {
      const session = await this.#enter(socket.id, token);
      const allowances = fullAllowances(this.#options.now());
      const data: SocketData = { session, watchlist: [], charts: [], allowances, slice: 0, isCut: false };
      Object.assign(socket.data, data);
    } catch (error) {
      // While the database is away nobody can be looked up, which says nothing about the login: 503, as for calls.
      const refusal = asHttpError(error);
      if (refusal.status === 500) this.#options.log.error({ err: error }, 'a socket could not be let in');
      throw new Error(refusal.status === 500 ? 'Unauthorized' : refusal.message, { cause: refusal });
    }
  }

  /** After a 503 the connection is simply broken, so that the client retries by itself; after a refusal it would not. */
  #refuse(socket: LiveSocket, error: Error, next: (error: Error) => void): void {
    if (error.cause instanceof HttpError && error.cause.status === 503) return void socket.conn.close(true);
    next(error);
    this.#door.refused(socket.conn);
  }

  async #enter(socketId: string, token: string): Promise<Session> {
    const { onEntering } = this.#options;
    const known = await this.#sessionNow(token);
    if (onEntering === undefined) return known;
    try {
      await onEntering(socketId, known);
      return await this.#sessionNow(token);
    } catch (error) {
      this.#options.calls.gone(socketId, false);
      throw error;
    }
  }

  /** If access was revoked while we looked, the answer may be out of date and `cut` did not find this socket yet: look again. */
  async #sessionNow(token: string): Promise<Session> {
    for (;;) {
      const cutsBefore = this.#cuts;
      const known = await this.#options.session(token);
      if (this.#cuts === cutsBefore) return known;
    }
  }

  #welcome(socket: LiveSocket): void {
    const { caller, expiresAt } = socket.data.session;
    const timer = setTimeout(() => socket.disconnect(true), Math.min(expiresAt - this.#options.now(), 2 ** 31 - 1));
    const looks = caller.role === 'admin' ? watchLogin(socket, this.#options.session) : undefined;
    this.#options.calls.connected(socket.id);
    socket.on('disconnect', () => {
      clearTimeout(timer);
      clearInterval(looks);
      this.#news.leave(socket.data.slice, socket);
      this.#watchers.delete(socket);
      this.#options.calls.gone(socket.id, socket.data.isCut);
    });
    socket.on('error', () => socket.disconnect(true));
    this.#closeOldest(caller.id);
    socket.data.slice = this.#news.enter(socket);
    void socket.join([userRoom(caller.id), loginRoom(caller.loginId)]);
    // Administrators do not trade, so they have no portfolio.
    if (mayCall('trader', caller.role)) void socket.join(traderRoom(caller.accountNo));
    socket.use(([event, ...rest], next) => (this.#isAllowed(socket, event, rest) ? next() : undefined));
    this.#hear(socket);
    this.#options.onConnected(socket);
  }

  /** One screen more than `MOST_SOCKETS` closes the oldest one. */
  #closeOldest(userId: string): void {
    const ids = [...(this.#io.sockets.adapter.rooms.get(userRoom(userId)) ?? [])];
    for (const id of ids.slice(0, Math.max(0, ids.length - MOST_SOCKETS + 1)))
      this.#io.sockets.sockets.get(id)?.disconnect(true);
  }

  /** A flood ends the connection; unknown events and binary payloads are refused. */
  #isAllowed(socket: LiveSocket, event: string, payload: unknown[]): boolean {
    const { now, hasRateLimit } = this.#options;
    if (!takeRequest(socket.data.allowances, event, now()) && hasRateLimit) {
      socket.disconnect(true);
      return false;
    }
    if (Object.hasOwn(requests, event) && !payload.some((part) => Buffer.isBuffer(part))) return true;
    const reply = payload.at(-1);
    if (typeof reply === 'function')
      reply({ ok: false, message: callMessages.notUnderstood } satisfies Acknowledgement);
    return false;
  }

  #hear(socket: LiveSocket): void {
    const { caller } = socket.data.session;
    this.#on(socket, 'requestPortfolioUpdate', () => this.#options.onPortfolioRequest(caller.accountNo));
    this.#on(socket, 'subscribeWatchlist', (symbols: string[]) => {
      socket.data.watchlist = [...new Set(symbols)];
      if (symbols.length > 0) this.#watchers.add(socket);
      else this.#watchers.delete(socket);
      this.#follow(socket);
      return this.#options.onWatchlist(socket);
    });
    this.#on(socket, 'subscribeChart', (symbols: string[]) => {
      socket.data.charts = symbols;
      this.#follow(socket);
      return this.#options.onCharts?.(socket.id, symbols);
    });
    const peer = { socket: socket.id, caller };
    for (const event of callRequestNames)
      this.#on(socket, event, (payload) => this.#options.calls.hear(peer, event, payload));
  }

  /** Parses the payload by the table of events before anything looks at it. */
  #on(socket: LiveSocket, event: RequestName, act: (payload: never) => void | Promise<Acknowledgement | void>): void {
    const { role, payload: schema } = requests[event];
    const isAllowed = mayCall(role, socket.data.session.caller.role);
    socket.on(
      event as never,
      (async (given: unknown, acknowledge: unknown) => {
        const payload = typeof given === 'function' ? undefined : given;
        const parsed = isDangerous(payload) ? null : schema.safeParse(payload);
        const answer: Acknowledgement =
          parsed?.success && isAllowed
            ? ((await act(parsed.data as never)) ?? { ok: true })
            : { ok: false, message: isAllowed ? callMessages.notUnderstood : callMessages.forbidden };
        const reply = typeof given === 'function' ? given : acknowledge;
        if (typeof reply === 'function') (reply as (answer: Acknowledgement) => void)(answer);
      }) as never,
    );
  }

  /** The prefix `symbol:` is the server's own, so no list of symbols can name another person's room. */
  #follow(socket: LiveSocket): void {
    const wanted = new Set([...socket.data.watchlist, ...socket.data.charts].map(symbolRoom));
    for (const room of socket.rooms) if (room.startsWith('symbol:') && !wanted.has(room)) void socket.leave(room);
    void socket.join([...wanted]);
  }
}

function connectionOf(socket: LiveSocket): Connection {
  return socket.conn as unknown as Connection;
}

function roomOf(audience: Exclude<PushAudience, 'market'>): string {
  return 'symbol' in audience ? symbolRoom(audience.symbol) : traderRoom(audience.account);
}

/** The audience of a room; null for rooms that only serve to find sockets. */
function audienceOf(room: string): Exclude<PushAudience, 'market'> | null {
  const [kind, name] = [room.slice(0, room.indexOf(':')), room.slice(room.indexOf(':') + 1)];
  if (kind === 'symbol') return { symbol: name };
  return kind === 'trader' ? { account: Number(name) } : null;
}
