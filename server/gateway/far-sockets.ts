// At the exchange: the sockets of all gateways, as far as pushing needs to know them, and the way to reach them.
import { callRequestNames, callRequests } from '../../contract/call.ts';
import type { CallPushName, CallPushOf } from '../../contract/call.ts';
import { pushes } from '../../contract/events.ts';
import type { Acknowledgement, PushName, PushOf } from '../../contract/events.ts';
import { callMessages } from '../../contract/messages/call.ts';
import { assertNever } from '../../core/assert.ts';
import { pack, readJson, unpack } from '../bus/bus.ts';
import type { Bus, Subscription } from '../bus/bus.ts';
import type { LineSubjects } from '../bus/subjects.ts';
import { MARKET_ROOM, MOST_SOCKETS, symbolRoom, traderRoom, Versions } from '../live/screens.ts';
import type { AccessEnd, Screen, ScreenNeeds, Screens } from '../live/screens.ts';
import { FarSocketTable } from './far-socket-table.ts';
import type { FarSocket } from './far-socket-table.ts';
import { socketHead } from './socket-words.ts';
import type { PushHead, SocketHead } from './socket-words.ts';

export interface FarSocketsOptions extends ScreenNeeds {
  readonly bus: Bus;
}

/** A gateway silent for this long is gone, and its sockets with it. */
const SILENT_MS = 4_000;
const LOOK_MS = 500;
const DONE = pack({ ok: true });

export class FarSockets implements Screens {
  readonly #options: FarSocketsOptions;
  readonly #table = new FarSocketTable();
  readonly #versions = new Versions();
  readonly #timer: NodeJS.Timeout;
  #line: LineSubjects | null = null;
  #lookedAt = performance.now();

  constructor(options: FarSocketsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /** On a new line every gateway starts over. */
  serve(line: LineSubjects): Subscription {
    this.#gone(this.#table.clear());
    this.#line = line;
    return this.#options.bus.answer(line.sockets, (text) => this.#hear(text));
  }

  pushMarket<E extends PushName>(event: E, payload: PushOf<E>): void {
    if (this.#line) this.#push(this.#line.market, event, payload, this.#versions.next(event, MARKET_ROOM));
  }

  pushSymbol<E extends PushName>(symbol: string, event: E, payload: PushOf<E>): void {
    if (this.#line === null || !this.isWatched(symbol)) return;
    this.#push(this.#line.symbol(symbol), event, payload, this.#versions.next(event, symbolRoom(symbol)));
  }

  pushTrader<E extends PushName>(account: number, event: E, payload: PushOf<E>): void {
    if (this.#line === null || !this.isListening(account)) return;
    this.#push(this.#line.trader(account), event, payload, this.#versions.next(event, traderRoom(account)));
  }

  pushSocket<E extends PushName>({ id }: Screen, event: E, payload: PushOf<E>): void {
    const account = this.#table.find(id)?.sitter.accountNo ?? 0;
    const audience = pushes[event].audience === 'market' ? MARKET_ROOM : traderRoom(account);
    this.#pushTo(id, event, payload, this.#versions.current(event, audience));
  }

  pushCall<E extends CallPushName>(socketId: string, event: E, payload: CallPushOf<E>): void {
    this.#pushTo(socketId, event, payload, 0);
  }

  isListening(account: number): boolean {
    return this.#table.traders.has(account);
  }

  nameOf(account: number): string {
    for (const { sitter } of this.#table.traders.get(account) ?? []) return sitter.name;
    return '';
  }

  connectedAccounts(): Iterable<number> {
    return this.#table.traders.keys();
  }

  watchers(): Iterable<Screen> {
    return this.#table.watchers;
  }

  isWatched(symbol: string): boolean {
    return this.#table.isWatched(symbol);
  }

  get count(): number {
    return this.#table.count;
  }

  cut({ userId, loginId }: AccessEnd): void {
    for (const socket of this.#table.ofUser(userId)) {
      if (loginId === null || socket.sitter.loginId === loginId) socket.isCut = true;
    }
    if (this.#line) this.#tell(this.#line.everyone, { kind: 'cut', userId, loginId });
  }

  forget(userId: string): void {
    if (this.#line) this.#tell(this.#line.everyone, { kind: 'forget', userId });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#line = null;
  }

  #push(subject: string, event: string, payload: unknown, version: number): void {
    this.#tell(subject, { kind: 'push', event, version }, JSON.stringify(payload));
  }

  #pushTo(socket: string, event: string, payload: unknown, version: number): void {
    const gateway = this.#table.find(socket)?.gateway;
    if (gateway === undefined || this.#line === null) return;
    const head: PushHead = { kind: 'to', socket, event, version };
    this.#tell(this.#line.gateway(gateway), head, JSON.stringify(payload));
  }

  #tell(subject: string, head: PushHead, body = ''): void {
    this.#options.bus.publish(subject, pack(head, body));
  }

  #hear(text: string): string | Promise<string> {
    const heard = unpack(socketHead, text);
    if (heard === null) return pack({ ok: false, message: callMessages.otherVersion });
    const said = heard.head;
    this.#table.heard(said.gateway, performance.now());
    switch (said.kind) {
      case 'entered':
        return this.#enter(said);
      case 'left':
        this.#leave(said);
        return DONE;
      case 'count':
        if (this.#table.countOf(said.gateway) !== said.sockets) this.#again(said.gateway);
        return DONE;
      case 'portfolio':
        this.#options.onPortfolioRequest(said.account);
        return DONE;
      case 'ready':
      case 'watchlist':
      case 'charts':
      case 'call':
        return this.#ofSocket(said, heard.body);
      default:
        return assertNever(said);
    }
  }

  #enter({ gateway, socket, sitter }: Extract<SocketHead, { kind: 'entered' }>): string {
    this.#table.add({ id: socket, gateway, sitter, data: { watchlist: [] }, charts: [], isCut: false });
    this.#options.calls.connected(socket);
    this.#closeOldest(sitter.id);
    return DONE;
  }

  /** The limit applies to all gateways together. */
  #closeOldest(userId: string): void {
    const sockets = this.#table.ofUser(userId);
    for (const { id, gateway } of sockets.slice(0, Math.max(0, sockets.length - MOST_SOCKETS)))
      if (this.#line) this.#tell(this.#line.gateway(gateway), { kind: 'close', socket: id });
  }

  #leave({ socket: id, isCut }: Extract<SocketHead, { kind: 'left' }>): void {
    const socket = this.#table.remove(id);
    if (socket) this.#gone([{ ...socket, isCut: isCut || socket.isCut }]);
  }

  async #ofSocket(said: Extract<SocketHead, { socket: string }>, body: string): Promise<string> {
    const socket = this.#table.find(said.socket);
    // Its gateway was silent for too long, and is told so with its next count.
    if (socket === undefined) return pack({ ok: false, message: callMessages.unavailable });
    if (said.kind === 'ready') this.#options.onConnected(socket);
    if (said.kind === 'watchlist') {
      this.#table.follow(socket, { watchlist: said.symbols });
      await this.#options.onWatchlist(socket);
    }
    if (said.kind === 'charts') this.#table.follow(socket, { charts: said.symbols });
    return said.kind === 'call' ? pack(await this.#call(socket, said.event, readJson(body))) : DONE;
  }

  /** Parsed by this version's table; the gateway's may differ. */
  async #call({ id, sitter }: FarSocket, event: string, given: unknown): Promise<Acknowledgement> {
    const name = callRequestNames.find((each) => each === event);
    const parsed = name && callRequests[name].payload.safeParse(given ?? undefined);
    if (!name || !parsed?.success) return { ok: false, message: callMessages.otherVersion };
    return this.#options.calls.hear({ socket: id, caller: sitter }, name, parsed.data as never);
  }

  #again(gateway: string): void {
    this.#gone(this.#table.drop(gateway));
    if (this.#line) this.#tell(this.#line.gateway(gateway), { kind: 'again' });
  }

  /** After a pause of our own, the gateways' messages are still waiting to be read. */
  #look(): void {
    const now = performance.now();
    const hasPaused = now - this.#lookedAt > 2 * LOOK_MS;
    this.#lookedAt = now;
    if (hasPaused) return;
    for (const gateway of this.#table.silentSince(now - SILENT_MS)) this.#gone(this.#table.drop(gateway));
  }

  #gone(sockets: readonly FarSocket[]): void {
    for (const { id, isCut, sitter } of sockets) {
      if (!this.isListening(sitter.accountNo)) this.#versions.forget(traderRoom(sitter.accountNo));
      this.#options.calls.gone(id, isCut);
    }
  }
}
