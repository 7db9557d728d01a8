// At the exchange: receives the calls that gateways forward, carries them out, and returns the replies.
import { routeOf, routeNames, type RouteName } from '../../contract/routes.ts';
import type { Route } from '../../contract/routes/route.ts';
import { pack, readJson, unpack } from '../bus/bus.ts';
import type { Bus, Subscription } from '../bus/bus.ts';
import type { LineSubjects } from '../bus/subjects.ts';
import type { Download } from '../handler.ts';
import type { HttpError } from '../http-error.ts';
import { OutageLog } from '../http/outage-log.ts';
import type { PaymentWebhook } from '../http/payment-webhook.ts';
import type { Perform } from '../http/perform.ts';
import { addressRateOf, rateOf, sharedRate, type Rate, type SharedRate } from '../http/rates.ts';
import { asHttpError, type Reply } from '../http/reply.ts';
import { parseInput } from '../http/request-call.ts';
import type { Log } from '../log.ts';
import { askHead } from './call-words.ts';
import type { CallHead, ReplyHead } from './call-words.ts';
import { Pieces } from './pieces.ts';

export interface CallDeskOptions {
  readonly bus: Bus;
  /** Undefined for a call that this version does not have, or that gateways carry out themselves. */
  readonly performerOf: (name: RouteName) => Perform | undefined;
  readonly payments: PaymentWebhook | null;
  readonly log: Log;
  readonly now: () => number;
  readonly hasRateLimit: boolean;
  /** Told of every call that was carried out. */
  readonly onCalled: (call: string, status: number, seconds: number) => void;
}

interface Known {
  readonly route: Route;
  readonly perform: Perform;
  /** Counted here too: several gateways must not multiply the allowance. */
  readonly take: Rate | undefined;
}

export class CallDesk {
  readonly #options: CallDeskOptions;
  readonly #known = new Map<string, Known>();
  readonly #outages: OutageLog;
  readonly #pieces = new Pieces();
  /** Counted here too, as the rates of single calls. */
  readonly #share: SharedRate | undefined;

  constructor(options: CallDeskOptions) {
    this.#options = options;
    this.#share = options.hasRateLimit ? sharedRate() : undefined;
    this.#outages = new OutageLog(options.log);
    for (const name of routeNames) {
      const route = routeOf(name);
      const perform = options.performerOf(name);
      const rate = route.role === 'public' ? addressRateOf : rateOf;
      const take = options.hasRateLimit && route.rate ? rate(route.rate) : undefined;
      if (perform) this.#known.set(name, { route, perform, take });
    }
  }

  serve(line: LineSubjects): Subscription {
    return this.#options.bus.answer(line.calls, (text) => this.#answer(text));
  }

  close(): void {
    this.#pieces.close();
  }

  async #answer(text: string): Promise<string> {
    const asked = unpack(askHead, text);
    if (asked === null) return write({ kind: 'unknown' });
    const { head, body } = asked;
    if ('more' in head) return this.#more(head.more);
    // It waited while this process was frozen: the caller was told to try again, and another process may have answered.
    if (this.#options.now() > head.by) return write({ kind: 'late' });
    if ('news' in head) return this.#take(head.news, body);
    return this.#do(head, body);
  }

  async #do({ call: name, by: _by, ...from }: CallHead, body: string): Promise<string> {
    const known = this.#known.get(name);
    if (known === undefined) return write({ kind: 'unknown' });
    const startedAt = performance.now();
    const done = (status: number, said: string): string => {
      this.#options.onCalled(name, status, (performance.now() - startedAt) / 1000);
      return said;
    };
    try {
      const { route, take, perform } = known;
      const sharer = take === undefined ? from.user?.id : undefined;
      if (sharer !== undefined) this.#share?.take(sharer, route.weight);
      await take?.(countedAs(route, from));
      const given = readJson(body);
      const input = parseInput(route, given);
      const reply = await perform({ ...from, given, input });
      if (sharer !== undefined) this.#share?.charge(sharer, reply.body.length);
      return done(reply.status, this.#write(reply));
    } catch (error) {
      const refusal = this.#refusalOf(error, name);
      return done(refusal.status, writeError(refusal));
    }
  }

  async #take(signature: string, body: string): Promise<string> {
    const { payments } = this.#options;
    if (payments === null) return write({ kind: 'unknown' });
    try {
      await payments.receive(Buffer.from(body, 'base64'), signature);
      return write({ kind: 'reply', status: 200 });
    } catch (error) {
      return writeError(this.#refusalOf(error, 'news of payments'));
    }
  }

  async #more(id: string): Promise<string> {
    try {
      const piece = await this.#pieces.next(id);
      return piece === null ? write({ kind: 'unknown' }) : write({ kind: 'piece' }, piece);
    } catch (error) {
      return writeError(this.#refusalOf(error, 'a download'));
    }
  }

  #write({ status, body, cookies, html, file, download }: Reply): string {
    if (html !== undefined) return write({ kind: 'html' }, html);
    if (file !== undefined) return write({ kind: 'file', name: file.name, type: file.type }, file.text);
    if (download !== undefined) return this.#begin(download);
    return write({ kind: 'reply', status, cookies }, body);
  }

  #begin({ name, type, chunks }: Download): string {
    return write({ kind: 'download', name, type, id: this.#pieces.begin(chunks) });
  }

  #refusalOf(given: unknown, route: string): HttpError {
    const error = asHttpError(given);
    const failed = { request: 'of a gateway', method: '', route };
    if (error !== given && error.status === 503) this.#outages.unavailable(given, failed);
    else if (error !== given && error.status >= 500) this.#outages.failed(given, failed);
    return error;
  }
}

/** As at the gateway: in a public call a token brings no allowance of its own. */
function countedAs({ role }: Route, { user, ip }: Pick<CallHead, 'user' | 'ip'>): string {
  return user === null || role === 'public' ? ip : user.id;
}

function write(head: ReplyHead, body?: string): string {
  return pack(head, body);
}

function writeError({ status, message, code, fields, headers, cookies }: HttpError): string {
  return write({ kind: 'error', status, message, details: { code, fields, headers, cookies } });
}
