// How a call and its reply are written on the bus.
import * as z from 'zod/mini';
import { roles } from '../../contract/auth.ts';

const text = z.string();

/** A call that a gateway has admitted: the caller is known, and the exchange trusts the gateway about it. */
const callHead = z.object({
  call: text,
  user: z.nullable(
    z.object({ id: text, accountNo: z.int(), role: z.enum(roles), name: text, email: text, loginId: text }),
  ),
  ip: text,
  idempotencyKey: z.nullable(text),
  cookies: z.record(text, z.optional(text)),
  userAgent: text,
  origin: text,
  isCrossSite: z.boolean(),
  wantsHtml: z.boolean(),
  /** After this, by the exchange's clock, it is no longer carried out: the gateway may have given up on it. */
  by: z.number(),
});

/** Asks for the next piece of a download under way. */
const moreHead = z.object({ more: text });

/** A webhook of the payment provider: the signed bytes, in base64, are the body. */
const newsHead = z.object({ news: text, by: z.number() });

/** What a gateway asks. */
export const askHead = z.union([callHead, moreHead, newsHead]);

const status = z.int().check(z.gte(200), z.lte(599));
const cookies = z.readonly(z.array(z.object({ name: text, value: text, lifetimeSeconds: z.number() })));
/** A file name as the handler gave it: lower-case letters, digits, hyphens and one dot. It is put into a header. */
const fileName = text.check(z.regex(/^[a-z0-9-]{1,100}\.[a-z0-9]{1,10}$/));

/** The body of the message is the reply itself, unless it is a piece of a download. */
export const replyHead = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), status, cookies: z.optional(cookies) }),
  z.object({ kind: z.literal('html') }),
  z.object({ kind: z.literal('file'), name: fileName, type: z.enum(['text/csv', 'text/calendar']) }),
  z.object({ kind: z.literal('download'), name: fileName, type: z.literal('application/zip'), id: text }),
  /** In base64; the last one is empty. */
  z.object({ kind: z.literal('piece') }),
  z.object({
    kind: z.literal('error'),
    status,
    message: text,
    details: z.object({
      code: text,
      fields: z.optional(z.record(text, text)),
      headers: z.record(text, text),
      cookies,
    }),
  }),
  /** Not carried out, and not going to be: too late, or unknown to this version. */
  z.object({ kind: z.literal('late') }),
  z.object({ kind: z.literal('unknown') }),
]);

export type CallHead = z.infer<typeof callHead>;
export type AskHead = z.infer<typeof askHead>;
export type ReplyHead = z.infer<typeof replyHead>;
