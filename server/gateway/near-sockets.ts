// At a gateway: its own sockets, announced to the exchange, and what the exchange pushes to them.
import type { Server } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Acknowledgement, PushName } from '../../contract/events.ts';
import { callMessages } from '../../contract/messages/call.ts';
import type { AccessControl, Session } from '../auth/access.ts';
import { pack, readJson, unpack } from '../bus/bus.ts';
import type { Bus, Subscription } from '../bus/bus.ts';
import { unavailable } from '../http-error.ts';
import { Live } from '../live.ts';
import type { PushAudience } from '../live/screens.ts';
import type { Log } from '../log.ts';
import type { Line } from './lookout.ts';
import { answerHead, pushHead } from './socket-words.ts';
import type { Sitter, SocketHead } from './socket-words.ts';

export interface NearSocketsOptions {
  readonly bus: Bus;
  readonly server: Server;
  readonly access: AccessControl;
  readonly log: Log;
  readonly now: () => number;
  readonly hasRateLimit: boolean;
  readonly publicUrl?: string | null;
}

/** A message without the gateway's name, which is added last. */
type Word = SocketHead extends infer Head ? (Head extends SocketHead ? Omit<Head, 'gateway'> : never) : never;

/** Not everybody: those who receive something because of who they are or what they follow. */
type OwnAudience = Exclude<PushAudience, 'market'>;

const COUNT_MS = 1_000;
/** Nobody waits longer than this for the exchange to admit a socket. */
const ANSWER_MS = 5_000;
/** A client may disappear while it is being admitted, and is then never heard of again. */
const LET_IN_WITHIN_MS = 10_000;

export class NearSockets {
  readonly #options: NearSocketsOptions;
  readonly #live: Live;
  readonly #timer: NodeJS.Timeout;
  /** New with every line: the exchange must not mix what it knew about us with what is true now. */
  #name = '';
  #line: Line | null = null;
  #ofLine: Subscription[] = [];
  /** Audiences present here, each with its subscription on this line. */
  readonly #heard = new Map<string, { audience: OwnAudience; subscription: Subscription | null }>();
  /** Sockets that the exchange knows, and since when. */
  readonly #entered = new Map<string, number>();

  constructor(options: NearSocketsOptions) {
    this.#options = options;
    const { server, access, log, now, hasRateLimit, publicUrl } = options;
    this.#live = new Live({
      server,
      session: async (token) => {
        if (this.#line === null) throw unavailable();
        return access.session(token);
      },
      log,
      now,
      hasRateLimit,
      publicUrl,
      onEntering: (socket, { caller }) => this.#enter(socket, caller),
      onConnected: ({ id }) => this.#welcome(id),
      onPortfolioRequest: (account) => this.#tell({ kind: 'portfolio', account }),
      onWatchlist: ({ id, data }) => this.#ask({ kind: 'watchlist', socket: id, symbols: data.watchlist }),
      onCharts: (socket, symbols) => this.#ask({ kind: 'charts', socket, symbols }),
      onAudience: (audience, isThere) => this.#hearAudience(audience, isThere),
      calls: {
        connected: () => {},
        hear: ({ socket }, event, payload) => this.#ask({ kind: 'call', socket, event }, payload),
        gone: (socket, isCut) => this.#left(socket, isCut),
      },
    });
    this.#timer = setInterval(() => this.#count(), COUNT_MS);
  }

  get count(): number {
    return this.#live.count;
  }

  /** Whatever was pushed on the previous line may be lost: everybody reconnects, and starts afresh on this one. */
  setLine(line: Line | null): void {
    this.#live.letGo();
    for (const subscription of this.#ofLine) subscription.end();
    this.#ofLine = [];
    this.#entered.clear();
    this.#options.access.forgetAll();
    this.#line = line;
    this.#name = randomUUID();
    // A socket that is still here while others return keeps its audience here.
    for (const heard of this.#heard.values()) {
      heard.subscription?.end();
      heard.subscription = this.#subscribe(heard.audience);
    }
    if (line === null) return;
    const { bus } = this.#options;
    const hear = (text: string): void => this.#hear(text);
    const hearMarket = (text: string): void => this.#deliver('market', text);
    this.#ofLine = [
      bus.subscribe(line.subjects.gateway(this.#name), hear),
      bus.subscribe(line.subjects.everyone, hear),
      bus.subscribe(line.subjects.market, hearMarket),
    ];
  }

  close(): void {
    clearInterval(this.#timer);
    this.setLine(null);
    this.#live.close();
  }

  /** Before the client learns that it is connected: nothing pushed to it from then on may be missed. */
  async #enter(socket: string, { id, accountNo, role, name, loginId }: Session['caller']): Promise<void> {
    const sitter: Sitter = { id, accountNo, role, name, loginId };
    this.#entered.set(socket, performance.now());
    const { ok } = await this.#ask({ kind: 'entered', socket, sitter });
    if (!ok || !this.#entered.has(socket)) throw unavailable();
  }

  #welcome(socket: string): void {
    // The line has changed while it was being admitted.
    if (this.#entered.has(socket)) this.#tell({ kind: 'ready', socket });
    else this.#live.letGo(socket);
  }

  #left(socket: string, isCut: boolean): void {
    if (this.#entered.delete(socket)) this.#tell({ kind: 'left', socket, isCut });
  }

  #count(): void {
    const now = performance.now();
    for (const [socket, at] of this.#entered)
      if (now - at > LET_IN_WITHIN_MS && !this.#live.has(socket)) this.#left(socket, false);
    this.#tell({ kind: 'count', sockets: this.#entered.size });
  }

  #tell(word: Word): void {
    const head = { ...word, gateway: this.#name };
    if (this.#line) this.#options.bus.publish(this.#line.subjects.sockets, pack(head));
  }

  async #ask(word: Word, payload?: unknown): Promise<Acknowledgement> {
    const { bus } = this.#options;
    const away: Acknowledgement = { ok: false, message: callMessages.unavailable };
    if (this.#line === null) return away;
    const head = { ...word, gateway: this.#name };
    const text = pack(head, JSON.stringify(payload ?? null));
    const answer = await bus.request(this.#line.subjects.sockets, text, ANSWER_MS).catch(() => null);
    return (answer === null ? null : unpack(answerHead, answer))?.head ?? away;
  }

  /** Subscribes only to what a socket here follows, so that nothing else is sent to this process. */
  #hearAudience(audience: OwnAudience, isThere: boolean): void {
    const key = JSON.stringify(audience);
    if (isThere === this.#heard.has(key)) return;
    if (!isThere) {
      this.#heard.get(key)?.subscription?.end();
      this.#heard.delete(key);
      return;
    }
    this.#heard.set(key, { audience, subscription: this.#subscribe(audience) });
  }

  #subscribe(audience: OwnAudience): Subscription | null {
    const hear = (text: string): void => this.#deliver(audience, text);
    return this.#line && this.#options.bus.subscribe(subjectOf(this.#line, audience), hear);
  }

  #deliver(audience: PushAudience, text: string): void {
    const heard = unpack(pushHead, text);
    if (heard?.head.kind !== 'push') return;
    const { event, version } = heard.head;
    // A name that only a later version has is passed on to the page, which may know it.
    this.#live.deliver(audience, event as PushName, readJson(heard.body), version);
  }

  #hear(text: string): void {
    const heard = unpack(pushHead, text);
    if (heard === null) return;
    const said = heard.head;
    if (said.kind === 'to') this.#live.deliverTo(said.socket, said.event, readJson(heard.body), said.version);
    else if (said.kind === 'close') this.#live.closeOne(said.socket);
    else if (said.kind === 'again') this.setLine(this.#line);
    else if (said.kind === 'forget') this.#options.access.forget(said.userId);
    else if (said.kind === 'cut') {
      this.#options.access.forget(said.userId);
      this.#live.cut(said);
    }
  }
}

function subjectOf({ subjects }: Line, audience: OwnAudience): string {
  return 'symbol' in audience ? subjects.symbol(audience.symbol) : subjects.trader(audience.account);
}
