// Serves one row of the table of calls: who may call, how often, what came in, what goes out.
import { hash } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type * as z from 'zod/mini';
import { callMessages } from '../../contract/messages.ts';
import { methodOf, pathOf, routes, type Route, type RouteName, type RouteRole } from '../../contract/routes.ts';
import type { Queryable } from '../db/open.ts';
import type { Caller, Call, Handler } from '../handler.ts';
import { forbidden, HttpError, tooMany, unauthorized, type Cookie } from '../http-error.ts';
import { refuseDangerousKeys } from './body.ts';
import { once, readKey } from './idempotency.ts';
import { successReply, type AnyOutcome, type PlainReply } from './reply.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The row of the table that this route serves. */
    call?: RouteName;
  }
}

/** Says who a token stands for, as things are now. @throws HttpError 401 or 403. */
export interface Access {
  /** At once for a token that was seen before. */
  authenticate(token: string): Caller | Promise<Caller>;
}

export interface ServeOptions {
  access: Access;
  database: Queryable;
  /** False lifts every rate. */
  hasRateLimit: boolean;
}

export function serveCall<R extends RouteName>(
  app: FastifyInstance,
  name: R,
  handler: Handler<R>,
  { access, database, hasRateLimit }: ServeOptions,
): void {
  const route: Route = routes[name];
  const limiter =
    hasRateLimit && route.rate
      ? new RateLimiterMemory({ points: route.rate.calls, duration: route.rate.seconds })
      : undefined;
  // The compiler cannot see through the table's conditional types while the row is still a parameter.
  const run = handler as (call: Call<R>) => AnyOutcome | Promise<AnyOutcome>;
  app.route({
    method: methodOf(name),
    url: pathOf(name).replace(/\{(\w+)\}/g, ':$1'),
    config: { call: name },
    // Before the body is read: a stranger's body is not worth parsing.
    onRequest: async (request) => {
      request.caller = await identify(access, route.role, request.headers.authorization);
      if (limiter) await take(limiter, request.caller?.id ?? request.ip);
    },
    handler: async (request, reply) => {
      const call = readCall(name, route, request);
      if (route.idempotency === 'reply' && call.idempotencyKey !== null && request.caller) {
        const key = {
          userId: request.caller.id,
          route: name,
          key: call.idempotencyKey,
          fingerprint: call.fingerprint(),
        };
        return send(reply, await once(database, key, async () => successReply(await run(call), route.status ?? 200)));
      }
      const outcome = await run(call);
      if (outcome.html !== undefined) return sendHtml(reply, outcome.html);
      setCookies(request, reply, outcome.cookies);
      return send(reply, successReply(outcome, route.status ?? 200));
    },
  });
}

/** In public calls a token that is not good is no token. */
async function identify(access: Access, role: RouteRole, header: string | undefined): Promise<Caller | null> {
  const token = header?.startsWith('Bearer ') ? header.slice(7) : undefined;
  if (role === 'public') {
    if (token === undefined) return null;
    try {
      return await access.authenticate(token);
    } catch (error) {
      if (error instanceof HttpError) return null;
      throw error;
    }
  }
  if (token === undefined) throw unauthorized();
  const caller = await access.authenticate(token);
  if (!mayCall(role, caller)) throw forbidden();
  return caller;
}

function mayCall(role: RouteRole, { role: own }: Caller): boolean {
  if (role === 'trader') return own === 'user' || own === 'instructor';
  return role === 'any' || role === 'public' || role === own;
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext, callMessages.tooMany);
    throw refusal;
  }
}

function readCall<R extends RouteName>(name: R, route: Route, request: FastifyRequest): Call<R> {
  const input = readInput(route, request) as Call<R>['input'];
  return {
    input,
    user: request.caller as Call<R>['user'],
    ip: request.ip,
    idempotencyKey: route.idempotency === undefined ? null : readKey(request.headers['idempotency-key']),
    fingerprint: () => hash('sha256', `${name}\n${JSON.stringify(input)}`, 'base64url'),
    cookies: () => (request.headers.cookie === undefined ? {} : fastifyCookie.parse(request.headers.cookie)),
    get isCrossSite() {
      return isCrossSite(request);
    },
    wantsHtml: wantsHtml(request),
  };
}

function readInput(route: Route, request: FastifyRequest): unknown {
  if (request.method !== 'POST') refuseDangerousKeys(request.query);
  const sent = request.method === 'POST' ? (request.body ?? {}) : (request.query as object);
  const parameters = request.params as object;
  const isPlain = typeof sent === 'object' && !Array.isArray(sent);
  const given = isPlain && Object.keys(parameters).length > 0 ? { ...sent, ...parameters } : sent;
  const parsed = route.input.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues);
}

function invalid(issues: readonly z.core.$ZodIssue[]): HttpError {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '');
    if (field !== '') fields[field] ??= sentence(message);
  }
  return new HttpError(400, sentence(issues[0]?.message), { fields });
}

/** The library's own words are for programmers. */
function sentence(message: string | undefined): string {
  return message === undefined || message.startsWith('Invalid input') ? callMessages.invalid : message;
}

export function wantsHtml(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

/** Cookies travel with requests that other sites make a browser send; those are not the person's own wish. */
function isCrossSite({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (headers.origin === undefined) return false;
  return !URL.canParse(headers.origin) || new URL(headers.origin).host !== host;
}

export function setCookies(request: FastifyRequest, reply: FastifyReply, cookies: readonly Cookie[] | undefined): void {
  for (const { name, value, lifetimeSeconds } of cookies ?? []) {
    const secure = request.protocol === 'https';
    reply.header(
      'Set-Cookie',
      fastifyCookie.serialize(name, value, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure,
        maxAge: lifetimeSeconds,
      }),
    );
  }
}

/** A page of our own, without scripts: only the style it carries is allowed. */
function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(html);
}

const hashOf = (text: string) => `sha256-${hash('sha256', text, 'base64')}`;

export function send(reply: FastifyReply, { status, body }: PlainReply): FastifyReply {
  return reply.code(status).header('Content-Type', 'application/json; charset=utf-8').send(body);
}
