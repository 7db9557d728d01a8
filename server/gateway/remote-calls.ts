// At a gateway: forwards calls to the exchange, and says at once if nobody can carry them out.
import { callMessages } from '../../contract/messages/call.ts';
import type { RouteName } from '../../contract/routes.ts';
import { assertNever } from '../../core/assert.ts';
import { NoAnswer, NobodyThere, pack, unpack } from '../bus/bus.ts';
import type { Bus } from '../bus/bus.ts';
import { HttpError, unavailable } from '../http-error.ts';
import type { PaymentWebhook } from '../http/payment-webhook.ts';
import type { Perform } from '../http/perform.ts';
import type { Reply } from '../http/reply.ts';
import { replyHead } from './call-words.ts';
import type { AskHead, CallHead, ReplyHead } from './call-words.ts';
import type { Line } from './lookout.ts';

export interface RemoteCallsOptions {
  readonly bus: Bus;
  readonly line: () => Line | null;
  /** An instant of the exchange's clock. */
  readonly deadline: (ms: number) => number;
}

/** If not taken up by then, it is not carried out at all. */
const TAKEN_UP_MS = 5_000;
/** While the exchange announces itself it is working, and its own limits are shorter; a proof of all books takes longest. */
const MOST_MS = 90_000;

interface Replied {
  readonly head: ReplyHead;
  readonly body: string;
}

interface Waiting {
  readonly line: Line;
  readonly giveUp: (error: Error) => void;
}

export class RemoteCalls {
  readonly #options: RemoteCallsOptions;
  readonly #waiting = new Set<Waiting>();

  constructor(options: RemoteCallsOptions) {
    this.#options = options;
  }

  /** Calls waiting for their answer. */
  get underWay(): number {
    return this.#waiting.size;
  }

  performerOf(call: RouteName): Perform {
    return async ({ given, user, ip, idempotencyKey, cookies, userAgent, origin, isCrossSite, wantsHtml }) => {
      const by = this.#options.deadline(TAKEN_UP_MS);
      const from = { cookies, userAgent, origin, isCrossSite, wantsHtml };
      const head: CallHead = { call, user, ip, idempotencyKey, ...from, by };
      const { line, reply } = await this.#ask(head, JSON.stringify(given));
      return this.#replyOf(reply.head, reply.body, line);
    };
  }

  /** What the payment provider sends to a gateway. */
  readonly payments: PaymentWebhook = {
    receive: async (body, signature) => {
      const head = { news: signature, by: this.#options.deadline(TAKEN_UP_MS) };
      const { reply, line } = await this.#ask(head, body.toString('base64'));
      this.#replyOf(reply.head, reply.body, line);
    },
  };

  /** The line is broken: nobody knows what became of calls under way. The same key finds out later. */
  lineBroke(): void {
    for (const waiting of this.#waiting) waiting.giveUp(unavailable());
    this.#waiting.clear();
  }

  async #ask(head: AskHead, body: string, only?: Line): Promise<{ line: Line; reply: Replied }> {
    const line = this.#options.line();
    if (line === null || (only !== undefined && line !== only)) throw unavailable();
    let waiting: Waiting | undefined;
    try {
      const broken = new Promise<never>((_, giveUp) => this.#waiting.add((waiting = { line, giveUp })));
      const answered = this.#options.bus.request(line.subjects.calls, pack(head, body), MOST_MS);
      const reply = unpack(replyHead, await Promise.race([answered, broken]));
      // A message that only a later version sends.
      if (reply === null) throw unavailable();
      return { line, reply };
    } catch (error) {
      throw error instanceof NobodyThere || error instanceof NoAnswer ? unavailable() : error;
    } finally {
      if (waiting) this.#waiting.delete(waiting);
    }
  }

  #replyOf(head: ReplyHead, body: string, line: Line): Reply {
    switch (head.kind) {
      case 'reply':
        return { status: head.status, body, cookies: head.cookies };
      case 'html':
        return { status: 200, body: '', html: body };
      case 'file':
        return { status: 200, body: '', file: { name: head.name, type: head.type, text: body } };
      case 'download': {
        const { name, type, id } = head;
        return { status: 200, body: '', download: { name, type, chunks: this.#piecesOf(id, line) } };
      }
      case 'error':
        throw errorOf(head);
      case 'unknown':
        throw new HttpError(503, callMessages.otherVersion, { headers: { 'Retry-After': '10' } });
      case 'late':
      case 'piece':
        throw unavailable();
      default:
        return assertNever(head);
    }
  }

  async *#piecesOf(id: string, line: Line): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { reply } = await this.#ask({ more: id }, '', line);
      if (reply.head.kind === 'error') throw errorOf(reply.head);
      if (reply.head.kind !== 'piece') throw unavailable();
      if (reply.body === '') return;
      yield Buffer.from(reply.body, 'base64');
    }
  }
}

function errorOf({ status, message, details }: Extract<ReplyHead, { kind: 'error' }>): HttpError {
  const { code, fields, headers, cookies } = details;
  return new HttpError(status, message, { code, headers, cookies, ...(fields ? { fields } : {}) });
}
