// People's pages as the server sees them: requests that are sent, lost, doubled, late, and sent again with the same key until they are answered.
import type { Random } from '../random.ts';
import { isDefinite, isRepeatable, mayChange } from './requests.ts';
import type { Request } from './requests.ts';
import type { Asked, Reply, ServerProcess } from './server-process.ts';
import type { Site } from './site.ts';

/** A page without an answer sends its request again after this time. */
const PATIENCE_MS = 7_000;
const LATEST_DOUBLE_MS = 3_000;

const isOther = (one: Reply, other: Reply): boolean => one.body !== other.body || one.status !== other.status;

export class Clients {
  readonly requests: Request[] = [];
  /** Repeats after the end that have not been answered yet. */
  readonly repeats = new Set<Request>();
  readonly #site: Site;
  readonly #random: Random;
  readonly #wayMs: number;
  #isNetworkWell = false;

  constructor(site: Site, random: Random) {
    this.#site = site;
    this.#random = random;
    this.#wayMs = random.pick([1, 10, 60]);
  }

  /** Nobody waits for an answer any more. */
  get areAnswered(): boolean {
    return this.requests.every(({ reply, isGivenUp }) => reply !== null || isGivenUp);
  }

  /** Nothing is lost from now on. */
  heal(): void {
    this.#isNetworkWell = true;
  }

  /** `keptAs`: the name of its outcome among the keys of the server; null if it has none. */
  send(asked: Asked, keptAs: string | null): void {
    const { time, trouble } = this.#site;
    const nothingYet = { answeredAt: null, reply: null, isGivenUp: false, refusals: [] };
    const request: Request = { asked, keptAs, firstSentAt: time.now, ...nothingYet };
    this.requests.push(request);
    this.#attempt(request);
    if (this.#random.chance(trouble.twiceRate) && isRepeatable(request))
      time.after(this.#random.next() * LATEST_DOUBLE_MS, () => this.#deliver(request, () => {}));
  }

  /** Repeats every request that has a key: each must be answered as before. */
  repeatAll(): void {
    for (const request of this.requests) {
      if (request.keptAs === null || this.#isForgotten(request)) continue;
      this.repeats.add(request);
      this.#until(request, () => this.repeats.delete(request));
    }
  }

  /** Its key is so old that the server has dropped it. */
  #isForgotten({ keptAs }: Request): boolean {
    return keptAs !== null && this.#site.database.tables.forgotten.has(keptAs);
  }

  #attempt(request: Request): void {
    this.#once(request, (reply) => {
      if (reply !== null && isDefinite(reply)) return;
      if (reply !== null) request.refusals.push(reply.body);
      if (!isRepeatable(request)) request.isGivenUp = true;
      else this.#later(() => request.reply === null && this.#attempt(request));
    });
  }

  #until(request: Request, done: () => void): void {
    this.#once(request, (reply) =>
      reply !== null && isDefinite(reply)
        ? done()
        : this.#later(() => {
            request.refusals.push(reply?.body ?? 'no answer');
            this.#until(request, done);
          }),
    );
  }

  #later(run: () => void): void {
    this.#site.time.after(50 + this.#random.next() * 400, run);
  }

  /** One attempt: its answer, or null if none comes. */
  #once(request: Request, hear: (reply: Reply | null) => void): void {
    let isHeard = false;
    const first = (reply: Reply | null): void => {
      if (!isHeard) hear(reply);
      isHeard = true;
    };
    this.#deliver(request, first);
    this.#site.time.after(PATIENCE_MS, () => first(null));
  }

  #deliver(request: Request, hear: (reply: Reply | null) => void): void {
    const { time, servers, trouble } = this.#site;
    const isLost = () => !this.#isNetworkWell && this.#random.chance(trouble.lossRate);
    const way = () => this.#random.next() * this.#wayMs;
    time.after(way(), () => {
      const open = servers.filter(({ isOpen }) => isOpen);
      // Refused at once by the machine.
      if (open.length === 0) return void time.after(way(), () => hear(null));
      if (isLost()) return;
      const server = this.#random.pick(open);
      // Data that the system has taken over is sent even if the process ends; the rest is lost with it.
      const sender = this.#random.chance(0.5) ? server : null;
      const answer = async (): Promise<void> => {
        const { epoch } = this.#site.database.tables;
        const reply = await server.answer(request.asked);
        if (reply.status === 422 && request.keptAs === null) this.#proveInCharge(server, epoch, request);
        if (server.isDead || isLost()) return;
        time.after(way(), () => this.#hear(request, reply, hear), sender);
      };
      time.after(0, () => void answer(), server);
    });
  }

  /** A refusal that is not stored is only valid from the process in charge: no other knows the present state. */
  #proveInCharge(server: ServerProcess, epoch: number, { asked }: Request): void {
    const { isMistaken, wrong } = this.#site;
    if (server.epoch < epoch && !isMistaken)
      wrong.push(`${server.name} refused ${JSON.stringify(asked)} after another process had taken over`);
  }

  #hear(request: Request, reply: Reply, hear: (reply: Reply) => void): void {
    const { happened, time, wrong } = this.#site;
    if (isDefinite(reply)) {
      happened.add(`${request.asked.kind} ${reply.status}`);
      const { reply: before } = request;
      if (before !== null) happened.add('answered the same again');
      if (before === null) {
        request.answeredAt = time.now;
        request.reply = reply;
      } else if (isOther(before, reply) && !mayChange(request) && !this.#isForgotten(request)) {
        const [first, then] = [before, reply].map(({ status, body }) => `${status} ${body}`);
        wrong.push(`${JSON.stringify(request.asked)} was answered ${first} and then ${then}`);
      }
    }
    hear(reply);
  }
}
