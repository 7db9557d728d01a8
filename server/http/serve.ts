// Serves one row of the table of calls: who may call and how often, what comes in, what goes out.
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { methodOf, pathOf, routeOf, type RouteName } from '../../contract/routes.ts';
import { mayCall } from '../../contract/routes/route.ts';
import type { RouteRole } from '../../contract/routes/route.ts';
import { bearerToken } from '../bearer.ts';
import type { Caller, Download, TextFile } from '../handler.ts';
import { forbidden, HttpError, unauthorized, type Cookie } from '../http-error.ts';
import { sendSmaller } from './encoding.ts';
import { whenKnown, type Perform, type Watch } from './perform.ts';
import { quicken } from './quick-objects.ts';
import { addressRateOf, rateOf } from './rates.ts';
import type { SharedRate } from './rates.ts';
import type { PlainReply, Reply } from './reply.ts';
import { RequestCall } from './request-call.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The operator has said that people reach this site over https. */
    isPublishedOverHttps: boolean;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The row of the table that this route serves. */
    call?: RouteName;
  }
}

/** Says whom a token stands for at this moment. @throws HttpError 401 or 403. */
export interface Access {
  /** Synchronously, for a token that was seen before. */
  authenticate(token: string): Caller | Promise<Caller>;
  /** In the process that carries out the calls: for those that may have to wait for their turn. */
  watch?: Watch;
}

export interface ServeOptions {
  access: Access;
  /** False lifts every rate limit. */
  hasRateLimit: boolean;
  /** Counts all of a person's calls that have no rate of their own. */
  share?: SharedRate;
  /** The address of this site, if the operator has set it. */
  publicUrl?: string | null;
}

const DOWNLOAD_IDLE_MS = 60_000;

// No step here is async unless it has to wait: most calls bring a known token and need nothing else.

export function serveCall(
  app: FastifyInstance,
  name: RouteName,
  perform: Perform,
  { access, hasRateLimit, share, publicUrl = null }: ServeOptions,
): void {
  const route = routeOf(name);
  quicken(route.input);
  const isPublic = route.role === 'public';
  const take = hasRateLimit && route.rate ? (isPublic ? addressRateOf : rateOf)(route.rate) : undefined;
  app.route({
    method: methodOf(name),
    url: pathOf(name).replace(/\{(\w+)\}/g, ':$1'),
    config: { call: name },
    // Before the body is read: an unauthorised body is not worth parsing.
    onRequest: (request, _reply, done) => {
      const enter = (caller: Caller | null): void | Promise<void> => {
        request.caller = caller;
        // In public calls a token must not bring an allowance of its own: somebody with many accounts would have many.
        if (take !== undefined) return take(caller === null || isPublic ? request.ip : caller.id);
        if (caller !== null) share?.take(caller.id, route.weight);
      };
      const entering = whenKnown(identify(access, route.role, request.headers.authorization), enter);
      // The framework waits for a promise; without one, we have to call `done`.
      if (entering instanceof Promise) return entering;
      done();
    },
    handler: (request, reply) =>
      whenKnown(perform(new RequestCall(route, request, publicUrl)), (said) => {
        if (take === undefined && request.caller !== null) share?.charge(request.caller.id, said.body.length);
        return route.isForEveryone ? sendSmaller(reply, said) : deliver(request, reply, said);
      }),
  });
}

function identify(access: Access, role: RouteRole, header: string | undefined): Caller | null | Promise<Caller | null> {
  const token = bearerToken(header);
  if (role === 'public') return token === undefined ? null : identifyIfGood(access, token);
  if (token === undefined) throw unauthorized();
  return whenKnown(access.authenticate(token), (caller) => {
    if (!mayCall(role, caller.role)) throw forbidden();
    return caller;
  });
}

/** In public calls an invalid token counts as no token. */
async function identifyIfGood(access: Access, token: string): Promise<Caller | null> {
  try {
    return await access.authenticate(token);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

function deliver(request: FastifyRequest, reply: FastifyReply, said: Reply): FastifyReply {
  if (said.html !== undefined) return sendHtml(reply, said.html);
  if (said.file !== undefined) return sendFile(reply, said.file);
  if (said.download !== undefined) return sendDownload(reply, said.download);
  if (said.cookies) setCookies(request, reply, said.cookies);
  return send(reply, said);
}

/** Not every proxy says that it was asked over https; then the operator's word for the address of the site decides. */
export function isOverHttps({ protocol, server }: FastifyRequest): boolean {
  return protocol === 'https' || server.isPublishedOverHttps;
}

export function setCookies(request: FastifyRequest, reply: FastifyReply, cookies: readonly Cookie[]): void {
  const secure = isOverHttps(request);
  for (const { name, value, lifetimeSeconds } of cookies)
    reply.header(
      'set-cookie',
      fastifyCookie.serialize(name, value, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure,
        maxAge: lifetimeSeconds,
      }),
    );
}

/** A page of our own without scripts: only its own style is allowed. */
function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
  const allowed = `'sha256-${hash('sha256', style, 'base64')}'`;
  const policy = `default-src 'none'; style-src ${allowed}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return reply.header('content-security-policy', policy).header('content-type', 'text/html; charset=utf-8').send(html);
}

function sendFile(reply: FastifyReply, { name, type, text }: TextFile): FastifyReply {
  const disposition = `attachment; filename="${name}"`;
  return reply.header('content-disposition', disposition).header('content-type', `${type}; charset=utf-8`).send(text);
}

/** A client that stops reading is cut off, so that whatever produces the file does not wait forever. */
function sendDownload(reply: FastifyReply, { name, type, chunks }: Download): FastifyReply {
  reply.raw.setTimeout(DOWNLOAD_IDLE_MS, () => reply.raw.destroy());
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-type', type)
    .send(Readable.from(chunks));
}

export function send(reply: FastifyReply, { status, body }: PlainReply): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body);
}

/** The reply goes out at once; it ends, and its connection with it, when `rest` is over. */
export function sendAndWait(reply: FastifyReply, { status, body }: PlainReply, rest: Promise<void>): FastifyReply {
  async function* parts(): AsyncGenerator<string> {
    yield body;
    await rest;
  }
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  return reply.code(status).headers(headers).send(Readable.from(parts()));
}
