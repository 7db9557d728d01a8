// A simulated site in virtual time: processes of the real server on one simulated database, people who send requests, and faults meanwhile.
import type { BookOrder } from '../../../core/market/level.ts';
import type { Engine, Outcome } from '../../../core/engine.ts';
import type { Command } from '../../../core/command.ts';
import type { CommittedBatch } from '../../../server/exchange/batches.ts';
import type { Action, CrowdAct } from '../action.ts';
import { Random } from '../random.ts';
import { Clients } from './clients.ts';
import { cableOf, CutOff } from './cut-off.ts';
import type { CutOffWay } from './cut-off.ts';
import { SimulatedDatabase } from './database.ts';
import { Defect, drawTrouble } from './faults.ts';
import type { Fault, Trouble } from './faults.ts';
import { History, listen, outcomeText, quotesOf } from './history.ts';
import { askedFor } from './requests.ts';
import { endsBonuses } from './bonus-rounds.ts';
import { KeyReuse } from './reused-keys.ts';
import { holidaysOf } from './hours.ts';
import { Income } from './income.ts';
import { PromptProvider } from './prompt-provider.ts';
import { hasSchool, School } from './school.ts';
import { Screens } from './screens.ts';
import { ServerProcess } from './server-process.ts';
import type { Asked } from './server-process.ts';
import { stateHash } from '../state-hash.ts';
import { Tally } from '../tally.ts';
import { VirtualTime } from './virtual-time.ts';

/** An ordinary working day, at which the machines' clocks begin. */
const BEGINNING = Date.UTC(2026, 0, 5, 4, 0);
const RESTART_MS = 300;
/** How often requests are made while the process in charge is cut off. */
const ASK_MS = 300;
/** No two machines have exactly the same time. */
const SKEWS_MS = [0, 0, 300, -300, 20_000];

export class Site {
  readonly time = new VirtualTime();
  readonly database: SimulatedDatabase;
  readonly history: History;
  readonly trouble: Trouble;
  readonly clients: Clients;
  readonly screens: Screens;
  readonly wrong: string[] = [];
  /** How often things broke, and how requests were answered. */
  readonly happened = new Tally();
  /** Lessons, and a payment provider that takes its time; in some sites. */
  readonly school: School | null;
  /** Keys that are used for two wishes; in some sites. */
  readonly #reuse: KeyReuse | null;
  /** Days on which the market stays closed; null in most sites, whose market never closes by itself. */
  readonly holidays: readonly string[] | null;
  readonly hasBonusRounds: boolean;
  /** The present processes, the one in charge first. */
  servers: ServerProcess[] = [];
  recoveries = 0;
  /** A process was started beside another one by mistake, and not as a standby. */
  isMistaken = false;
  readonly #random: Random;
  readonly #network: Random;
  /** The network of all processes. */
  readonly #cable: { silentUntil: number; readonly latencyMs: number; readonly answersLateMs: number };
  /** One process alone is cut off from the database. */
  #cutOff: CutOff | null = null;
  readonly #silence: () => void;
  readonly #provider: PromptProvider;
  readonly income: Income;
  readonly #quotes = new Map<number, { symbol: string; order: BookOrder; engine: Engine }>();
  readonly #unkeyed = new Set<Command>();
  /** Commands that have changed nothing. */
  readonly #idle = new Set<Command>();
  readonly #published = new Map<ServerProcess, number[]>();
  #wallAt = 0;
  #skewMs = 0;
  #frozenAt: number | null = null;
  #isBroken = false;
  #isProviderAway = false;
  #starts = 0;

  constructor(seed: number, users: number) {
    this.#random = new Random(seed ^ 0x5eed);
    this.#network = new Random(seed ^ 0xca41e);
    this.database = new SimulatedDatabase(this.time, new Random(seed ^ 0xd15c));
    this.trouble = drawTrouble(this.#random);
    this.clients = new Clients(this, this.#network);
    this.#cable = { silentUntil: 0, latencyMs: this.#random.pick([0.2, 2, 15]), answersLateMs: 0 };
    this.history = new History(() => this.database.tables.sequence);
    this.screens = new Screens(
      this,
      Array.from({ length: users }, (_, index) => index + 1),
      this.#network,
    );
    this.holidays = holidaysOf(seed);
    this.hasBonusRounds = endsBonuses(seed);
    this.#reuse = KeyReuse.of(seed);
    const { time, clients, database } = this;
    const around = { time, tables: database.tables, isAway: () => this.#isProviderAway, wall: () => this.wall };
    this.#provider = new PromptProvider({ ...around, network: this.#network });
    const send = (asked: Asked): void => clients.send(asked, null);
    this.school = hasSchool(seed) ? new School({ ...around, send }, seed, users) : null;
    const [random, provider, school] = [this.#random, this.#provider, this.school];
    this.income = new Income({ ...around, random, provider, school, send });
    this.time.install();
    const deafen = listen((engine, command, stamp, decide) => {
      const server = this.time.current instanceof ServerProcess ? this.time.current : null;
      const isHeard = server !== null && this.history.begins(engine, server, server.epoch);
      // A command without a key that changes nothing needs no commit, and its place may be used again.
      const before = this.#unkeyed.has(command) ? stateHash(engine) : null;
      let outcome: Outcome;
      try {
        outcome = decide();
      } catch (error) {
        if (error instanceof Defect) this.happened.add('command broke off');
        if (server !== null) this.history.brokeOff(server, stamp);
        throw error;
      }
      if (before !== null && stateHash(engine) === before) this.#idle.add(command);
      if (server !== null) this.history.command(server, stamp, isHeard ? command : null, outcomeText(outcome));
      return outcome;
    });
    this.#silence = () => {
      deafen();
      this.time.uninstall();
    };
  }

  /** Lets hours pass, after which some work is repeated. */
  passHours(hours: number): void {
    this.#wallAt += hours * 3_600_000;
  }

  end(): void {
    for (const server of this.servers) server.isDead = true;
    this.#silence();
  }

  /** The machine's clock. */
  get wall(): number {
    return Math.floor(BEGINNING + (this.#frozenAt ?? this.#wallAt + this.time.now) + this.#skewMs);
  }

  /** The process that has taken the venue over last. */
  get leader(): ServerProcess | null {
    const open = this.servers.filter(({ isOpen }) => isOpen);
    return open.length === 0 ? null : open.reduce((one, other) => (other.epoch > one.epoch ? other : one));
  }

  start(isStandby = false): void {
    if (this.servers.filter(({ isDead }) => !isDead).length >= 3) return;
    const skewMs = this.#random.pick(SKEWS_MS);
    const name = `process ${++this.#starts}`;
    const server = new ServerProcess({
      name,
      time: this.time,
      random: this.#network,
      database: this.database,
      cable: cableOf(
        name,
        this.#cable,
        () => this.#cutOff,
        () => this.time.now,
      ),
      provider: this.#provider.provider,
      gateway: this.school?.gateway.provider ?? null,
      holidays: this.holidays,
      hasBonusRounds: this.hasBonusRounds,
      watcher: {
        committed: (...all) => this.#committed(...all),
        wrong: (what) => this.wrong.push(what),
        pushed: (...all) => this.screens.pushed(...all),
      },
      accounts: () => this.screens.accounts,
      now: () => this.wall + skewMs,
      mayFail: () => this.#isBroken,
      onOpen: (opened) => this.#resumeDay(opened),
      onEnd: (ended) => this.#ended(ended),
    });
    this.servers.push(server);
    this.time.after(0, () => void server.open(isStandby), server);
  }

  /**
   * The process in charge loses the database, and another one stands by. Meanwhile people pay in, and send requests
   * without a key that are refused: a process may only refuse if it knows the present state. Returns the end of it.
   */
  cutOff(leader: ServerProcess, way: CutOffWay): number {
    this.#isBroken = true;
    const cutOff = new CutOff(leader.name, way, this.time.now);
    this.#cutOff = cutOff;
    this.start(true);
    const ask = (number: number): void => {
      const [account] = this.database.tables.traders.keys();
      // With a commit of its own under way the first process would not answer from memory.
      if (account !== undefined && (way !== 'late' || this.leader !== leader)) this.income.pay(account, 100, true);
      const command = { kind: 'cancel-order', account: null, orderId: Number.MAX_SAFE_INTEGER } as const;
      this.#unkeyed.add(command);
      this.clients.send({ kind: 'command', command, key: null }, null);
      const key = { account: 1, key: `cut-off-${number}` };
      if (way === 'returns') this.clients.send({ kind: 'command', command: { ...command }, key }, `1:${key.key}`);
      if (cutOff.isOtherOver(this.time.now)) this.#endOthers(leader);
      if (this.time.now < cutOff.until) this.time.after(ASK_MS, () => ask(number + 1));
    };
    ask(1);
    return cutOff.until;
  }

  #endOthers(leader: ServerProcess): void {
    for (const server of this.servers) if (server !== leader) server.kill();
  }

  /** Like the market's loop at a start, from the stored minutes. */
  #resumeDay(server: ServerProcess): void {
    const before = this.history.engine;
    if (before === null) return;
    server.exchange!.turn((engine, at) => {
      const isHeard = this.history.begins(engine, server, server.epoch);
      if (before.venue.day === engine.venue.day)
        for (const { instrument, quote } of engine.markets()) {
          const known = before.market(instrument.symbol);
          if (known?.instrument.sharesIssued === instrument.sharesIssued) Object.assign(quote, known.quote);
        }
      this.history.turn(server, at, isHeard ? { kind: 'figures', quotes: quotesOf(engine) } : null);
    });
  }

  /** A supervisor keeps one process running. */
  #ended(server: ServerProcess): void {
    this.happened.add('process ended');
    this.servers = this.servers.filter((each) => each !== server);
    this.time.after(RESTART_MS, () => {
      if (this.servers.length === 0) this.start();
    });
  }

  /** An act of a person in the world of level A, done through the server's calls. */
  perform(action: Action, step: number): void {
    this.#wallAt = Math.max(this.#wallAt, action.at);
    if (action.kind === 'restart') return this.#deploy();
    const server = this.leader;
    if (action.kind === 'command') return this.#ask(action.command, step);
    if (server !== null)
      this.time.after(0, () => this.#crowd(server, action.symbol, action.act, action.sequence), server);
  }

  #ask(command: Command, step: number): void {
    const key = `key-${step}`;
    if (command.kind === 'deposit' && this.income.isPayable(command.account, command.amount))
      return this.income.pay(command.account, command.amount);
    if (command.kind === 'grant-reward' && this.income.isPayable(command.account, command.amount))
      return this.income.reward(command, step);
    // Acts of the desk, of the market's own round or of an administrator come without a key, and are not repeated.
    const isPersonal = ['place-order', 'cancel-order', 'modify-order', 'deposit', 'grant-reward'].includes(
      command.kind,
    );
    if (isPersonal || this.#random.chance(0.3)) {
      const asked = askedFor(command, key);
      const whose = asked.kind === 'command' ? asked.key!.account : (asked as { account: number }).account;
      const keptAs = `${whose}:${asked.kind === 'command' ? key : `${asked.kind}:${key}`}`;
      this.clients.send(asked, keptAs);
      const other = this.#reuse?.draw(asked);
      if (other) this.time.after(other.afterMs, () => this.clients.send(other.asked, keptAs));
    } else {
      this.#unkeyed.add(command);
      this.clients.send({ kind: 'command', command, key: null }, null);
    }
  }

  /** It changed something: once acknowledged, it must be stored. */
  hasEffect(command: Command): boolean {
    return !this.#idle.has(command);
  }

  #crowd(server: ServerProcess, symbol: string, act: CrowdAct, step: number): void {
    const { exchange } = server;
    const instrument = server.look((engine) => engine.market(symbol)?.instrument) ?? null;
    if (exchange === null || !exchange.isRunning || instrument === null) return;
    // Planned before the stock was given other ticks: simulated traders look first.
    if (act.kind !== 'cancel' && act.price % instrument.tickSize !== 0) return;
    const turn = (engine: Engine, at: number): void => {
      const isHeard = this.history.begins(engine, server, server.epoch);
      this.history.turn(server, at, isHeard ? { kind: 'crowd', symbol, act, step } : null);
      const desk = engine.desk(symbol, at);
      if (act.kind === 'take') return void desk.take(act.agent, act.side, act.quantity, act.price);
      if (act.kind === 'cancel') {
        const quote = this.#quotes.get(act.placedBy);
        if (quote?.engine === engine) desk.cancel(quote.order);
        return;
      }
      const order = desk.place(act.agent, act.side, act.price, act.quantity);
      if (order !== null) this.#quotes.set(step, { symbol, order, engine });
    };
    try {
      exchange.turn(turn);
    } catch (error) {
      if (!(error instanceof Defect)) throw error;
      this.happened.add('turn broke off');
    }
  }

  /** Published batches must be durable, in order, and published once. */
  #committed(server: ServerProcess, batch: CommittedBatch): void {
    const { batches } = this.database.tables;
    const published = this.#published.get(server) ?? [];
    this.#published.set(server, published);
    const before = published.at(-1) ?? 0;
    published.push(batch.sequence);
    // A batch that was found after its answer was lost is published as well: pages, prices and notices depend on it.
    const next = this.database.tables.madeBy.get(server.name)?.[published.length - 1];
    if (next !== batch.sequence) this.wrong.push(`batch ${batch.sequence} is published, and ${next} was not`);
    if (batch.sequence <= before) this.wrong.push(`batch ${batch.sequence} is published after ${before}`);
    const stored = batches.findLast(({ sequence }) => sequence <= batch.sequence);
    if (stored?.sequence !== batch.sequence || stored.at !== batch.at)
      this.wrong.push(`batch ${batch.sequence} is published, and not stored`);
    for (const { id } of batch.orders)
      if (!this.database.tables.orders.has(id)) this.wrong.push(`order ${id} is published, and not stored`);
  }

  break(fault: Fault): void {
    this.#isBroken = true;
    this.happened.add(fault.kind === 'mishap' ? `mishap ${fault.mishap.kind}` : fault.kind);
    const server = this.leader;
    switch (fault.kind) {
      case 'mishap':
        return this.database.arm(fault.mishap);
      case 'kill':
        return server?.kill();
      case 'defect':
        if (server !== null) server.isDefective = true;
        return;
      case 'pause':
        if (server !== null) server.stoppedUntil = Math.max(server.stoppedUntil, this.time.now + fault.ms);
        return;
      case 'second':
        this.isMistaken ||= !fault.isStandby;
        return this.start(fault.isStandby);
      case 'partition':
        this.#cable.silentUntil = Math.max(this.#cable.silentUntil, this.time.now + fault.ms);
        return;
      case 'half-open':
        for (const link of server?.pool.links ?? []) link.forget();
        return;
      case 'database-restart':
        this.database.stop();
        return void this.time.after(fault.ms, () => (this.database.isUp = true));
      case 'disk-full':
        this.database.isFull = true;
        return void this.time.after(fault.ms, () => (this.database.isFull = false));
      case 'clock':
        this.#skewMs += fault.ms;
        return;
      case 'clock-frozen':
        this.#frozenAt ??= this.#wallAt + this.time.now;
        return void this.time.after(fault.ms, () => (this.#frozenAt = null));
      case 'screen-gone':
        return this.screens.leave(fault.account, fault.ms);
      case 'provider-away':
        this.#isProviderAway = true;
        return void this.time.after(fault.ms, () => (this.#isProviderAway = false));
      case 'disk-stalls':
        this.database.stallsUntil = Math.max(this.database.stallsUntil, this.time.now + fault.ms);
        return;
      case 'read-only':
        this.database.isReadOnly = true;
        return void this.time.after(fault.ms, () => (this.database.isReadOnly = false));
      case 'no-connection':
        this.database.isCrowded = true;
        return void this.time.after(fault.ms, () => (this.database.isCrowded = false));
    }
  }

  /** Nothing more breaks; everything broken recovers by itself. */
  heal(): void {
    this.clients.heal();
    this.database.disarm();
    this.database.isUp = true;
    for (const server of this.servers) server.isDefective = false;
    this.#isProviderAway = false;
    this.#frozenAt = null;
    this.#cable.silentUntil = Math.min(this.#cable.silentUntil, this.time.now);
  }

  /** Stops in order, and starts again. */
  #deploy(): void {
    this.happened.add('deploy');
    const server = this.leader;
    if (server !== null) this.time.after(0, () => void server.close(), server);
  }
}
