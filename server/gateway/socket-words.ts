// What gateways tell the exchange about their sockets, and what comes back.
import * as z from 'zod/mini';
import { roles } from '../../contract/auth.ts';
import { callRefusals } from '../../contract/messages/live-call.ts';
import type { CallRefusal } from '../../contract/messages/live-call.ts';
import { SYMBOL_PATTERN } from '../../contract/wire.ts';

const text = z.string();
/** Part of a subject of the bus. New with every line, so that nothing of an older line is mixed with it. */
const gateway = text.check(z.regex(/^[\w-]{1,64}$/));
const symbols = z.readonly(z.array(text.check(z.regex(SYMBOL_PATTERN))));

/** The person behind a socket. */
const sitter = z.object({ id: text, accountNo: z.int(), role: z.enum(roles), name: text, loginId: text });

/** From a gateway. */
export const socketHead = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('entered'), gateway, socket: text, sitter }),
  /** The socket receives pushes from now on: send it the state it starts from. */
  z.object({ kind: z.literal('ready'), gateway, socket: text }),
  z.object({ kind: z.literal('left'), gateway, socket: text, isCut: z.boolean() }),
  z.object({ kind: z.literal('watchlist'), gateway, socket: text, symbols }),
  z.object({ kind: z.literal('charts'), gateway, socket: text, symbols }),
  z.object({ kind: z.literal('portfolio'), gateway, account: z.int() }),
  /** A request of a live call; its payload is the body. */
  z.object({ kind: z.literal('call'), gateway, socket: text, event: text }),
  /** Once a second: how many sockets have entered and not left. */
  z.object({ kind: z.literal('count'), gateway, sockets: z.int() }),
]);

const version = z.int();

/** To a gateway, or to all of them; a payload is the body. */
export const pushHead = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('push'), event: text, version }),
  z.object({ kind: z.literal('to'), socket: text, event: text, version }),
  /** Closes a socket because its person has too many. */
  z.object({ kind: z.literal('close'), socket: text }),
  /** The exchange does not know the gateway's sockets: all of them come back. */
  z.object({ kind: z.literal('again') }),
  z.object({ kind: z.literal('cut'), userId: text, loginId: z.nullable(text) }),
  z.object({ kind: z.literal('forget'), userId: text }),
]);

const refusals = Object.keys(callRefusals) as [CallRefusal, ...CallRefusal[]];

/** The exchange's answer to a request of a socket. */
export const answerHead = z.object({
  ok: z.boolean(),
  message: z.optional(text),
  /** A reason that only a later version knows is left out; its sentence stays. */
  // oxlint-disable-next-line promise/valid-params -- of a schema, not of a promise
  reason: z.catch(z.optional(z.enum(refusals)), undefined),
});

export type Sitter = z.infer<typeof sitter>;
export type SocketHead = z.infer<typeof socketHead>;
export type PushHead = z.infer<typeof pushHead>;
