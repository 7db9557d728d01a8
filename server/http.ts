// Serves the table of calls, the web application and the reference over HTTP. Owns the web framework.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fastifyCookie } from '@fastify/cookie';
import { fastifySwagger } from '@fastify/swagger';
import { fastifySwaggerUi } from '@fastify/swagger-ui';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { callMessages } from '../contract/messages/call.ts';
import { methodOf, pathOf, routeNames, routeOf, type RouteName } from '../contract/routes.ts';
import type { Queryable } from './db/open.ts';
import type { Handlers } from './handler.ts';
import { errorBody, HttpError, notFound, unavailable } from './http-error.ts';
import { BODY_LIMIT_BYTES, parseJson } from './http/body.ts';
import { openApiDocument } from './http/openapi.ts';
import { namesOneHost } from './http/hosts.ts';
import type { OutsideSource } from './http/outside.ts';
import { OutageLog } from './http/outage-log.ts';
import { serveMetrics, type MetricsSource } from './http/metrics-page.ts';
import { serveMaterialFiles, type MaterialFiles } from './http/material-files.ts';
import { servePaymentWebhook, type PaymentWebhook } from './http/payment-webhook.ts';
import { isNavigable, servePages, type Page } from './http/pages.ts';
import { Performers, type Perform } from './http/perform.ts';
import { inItsTurn } from './http/pipelining.ts';
import { servePhotoFiles, type PhotoFiles } from './http/photo-files.ts';
import { sharedRate } from './http/rates.ts';
import { takeRest } from './http/refused-body.ts';
import { asHttpError } from './http/reply.ts';
import { wantsHtml } from './http/request-call.ts';
import { isUploading } from './http/signed-uploads.ts';
import { send, sendAndWait, serveCall, setCookies, type Access } from './http/serve.ts';
import { isFromHere } from './http/this-machine.ts';
import type { Log } from './log.ts';

export interface HttpOptions {
  /** The product supplies them all (`Handlers`); a test of one feature may supply only its own. */
  handlers: Partial<Handlers>;
  /** Carries out the calls that have no handler here; if left out, they are not served. */
  elsewhere?: (name: RouteName) => Perform;
  access: Access;
  database: Queryable;
  /** When this process began to carry out calls, by the database's clock (`Keeper`). */
  since?: string;
  log: Log;
  hasRateLimit: boolean;
  /** How many proxies in front of the server are trusted about the caller's address. */
  trustedProxies: number;
  /** The address of this site, if the operator has set it; otherwise the one that the client used. */
  publicUrl?: string | null;
  /** Where the built web application is; null serves calls only. */
  webRoot: string | null;
  version: string;
  /** Outside services that the page may use. */
  outside?: readonly OutsideSource[];
  /** Takes in and shows profile photos. */
  photos?: PhotoFiles;
  /** Receives webhooks from an outside payment provider; null without one. */
  payments?: PaymentWebhook | null;
  /** Receives and serves the materials of lessons. */
  materials?: MaterialFiles;
  /** What the process measures about itself, and the token that lets another machine read it. */
  metrics?: { source: MetricsSource; token: string | undefined };
}

/** Sent with every reply to a call. Lower-case names spare the framework the conversion. */
const CALL_HEADERS = {
  vary: 'Accept',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};
const DOCS_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const DOCS_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** The unread part of a reply waits in memory: a client that reads nothing for this long is cut off. */
const UNREAD_MS = 60_000;

/** How long a client may take to read why its connection ends. */
const GOODBYE_MS = 2_000;

/** How often requests that are late are looked for: Node.js does so every 30 s by itself, and a limit of 10 s would be one of 40. */
const LOOK_FOR_LATE_MS = 2_000;

/** The server with all its routes, not yet listening: `await app.listen({ host, port })`; `app.server` is for the socket. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const outages = new OutageLog(options.log);
  const app = openServer(options, outages);
  // Loads the cookie reader and writer, in a scope of its own so that its hooks do not run for every request.
  await app.register(async (scope) => void (await scope.register(fastifyCookie, { hook: false })));
  app.decorateRequest('caller', null);
  app.decorate('isPublishedOverHttps', options.publicUrl?.startsWith('https:') ?? false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readBody);
  const page = await servePages(app, options.webRoot, options.outside ?? []);
  addGuards(app, page);
  app.setErrorHandler((error, request, reply) => refuse(outages, request, reply, error));
  app.setNotFoundHandler((request, reply) => refuse(outages, request, reply, methodRefusal(request) ?? notFound()));
  await serveReference(app, options.version);
  if (options.photos) await servePhotoFiles(app, options.photos);
  if (options.payments) await servePaymentWebhook(app, options.payments);
  if (options.materials) await serveMaterialFiles(app, options.materials);
  if (options.metrics) serveMetrics(app, options.metrics.source, options.metrics.token);
  serveCalls(app, options);
  await app.ready();
  return app;
}

/** Without routes: how it treats connections, and requests that come late or are not HTTP. */
function openServer({ trustedProxies }: HttpOptions, outages: OutageLog): FastifyInstance {
  const app: FastifyInstance = fastify({
    // The framework's own logger would create a child for each request, which costs more than the request itself.
    logger: false,
    // By default, Node.js refuses a request without Host in a format that is not ours.
    http: {
      shouldUpgradeCallback: isForSocket,
      requireHostHeader: false,
      connectionsCheckingInterval: LOOK_FOR_LATE_MS,
    },
    genReqId: requestIds(),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies > 0 && ((_address: string, hop: number) => hop < trustedProxies),
    requestTimeout: 30_000,
    connectionTimeout: UNREAD_MS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // No hook runs for a path that cannot be parsed, so the headers are added here.
    frameworkErrors: (error, request, reply) =>
      refuse(outages, request, (reply as FastifyReply).header('x-request-id', request.id).headers(CALL_HEADERS), error),
    clientErrorHandler: refuseConnection,
  });
  // First of all, also for the pages and their files.
  app.addHook('onRequest', inItsTurn);
  app.server.headersTimeout = 10_000;
  app.server.on('checkExpectation', refuseExpectation);
  app.server.on('timeout', (socket: Socket) => {
    // Nothing waits while a call is being carried out, however long it takes. Between two calls another limit is in force (`keepAliveTimeout`).
    if (socket.writableLength > 0 || socket.timeout !== app.server.timeout) socket.destroy();
  });
  return app;
}

/** The whole table of calls, so far as they are carried out here or elsewhere. */
function serveCalls(app: FastifyInstance, options: HttpOptions): void {
  const share = options.hasRateLimit ? sharedRate() : undefined;
  const performers = new Performers(options.handlers, options, options.access.watch);
  for (const name of routeNames) {
    const perform = performers.of(name) ?? options.elsewhere?.(name);
    if (perform) serveCall(app, name, perform, { ...options, share });
  }
}

/** Clients that prefer HTTP/2 ask to upgrade in their first request (Java's does): they are answered in HTTP/1.1. */
function isForSocket({ url, headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && url?.startsWith('/socket.io/') === true;
}

/** A short name for each request: in the reply's header and in the log. */
function requestIds(): () => string {
  const start = Date.now().toString(36);
  let count = 0;
  return () => `${start}-${(count++).toString(36)}`;
}

function readBody(
  request: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  try {
    refuseOtherCharset(request.headers['content-type']);
    done(null, parseJson(String(body)));
  } catch (error) {
    done(error as Error);
  }
}

/** JSON is UTF-8: in another charset it would be read as something that nobody wrote. @throws HttpError 415 */
function refuseOtherCharset(type = ''): void {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type) ?? [];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new HttpError(415, callMessages.unsupportedMedia);
}

/** Checks that apply to every request before its route. */
function addGuards(app: FastifyInstance, page: Page | null): void {
  let isClosing = false;
  app.addHook('preClose', async () => void (isClosing = true));
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (!namesOneHost(request.raw)) return done(new HttpError(400, callMessages.malformed, { headers: CALL_HEADERS }));
    const call = request.routeOptions.config.call;
    if (call === undefined && !request.is404) {
      reply.header('x-content-type-options', 'nosniff');
      return done();
    }
    if (page && isNavigation(request, call)) return void page.send(request, reply);
    reply.headers(CALL_HEADERS);
    if (isClosing) return done(unavailable());
    if (call !== undefined && routeOf(call).isForThisMachine && !isFromHere(request))
      return done(new HttpError(404, callMessages.onlyHere));
    // A compressed body could expand without limit, and no client of ours sends one.
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      return done(new HttpError(415, callMessages.unsupportedMedia));
    done();
  });
}

/** Several paths are both a screen and a call: a GET whose Accept includes text/html is a navigation and gets the page. */
function isNavigation(request: FastifyRequest, call: RouteName | undefined): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (!wantsHtml(request) && !asksForSite(request)) return false;
  if (call !== undefined && routeOf(call).isForBrowsers) return false;
  return isNavigable(request.url);
}

/** There is no call at `/` itself: a probe, or curl, that accepts anything gets the site. */
function asksForSite({ url, headers: { accept } }: FastifyRequest): boolean {
  return url.split('?', 1)[0] === '/' && (accept === undefined || accept.includes('*/*'));
}

function refuse(outages: OutageLog, request: FastifyRequest, reply: FastifyReply, given: unknown): FastifyReply {
  const error = asHttpError(given);
  const call = { request: request.id, method: request.method, route: request.routeOptions.url };
  if (error !== given && error.status === 503) outages.unavailable(given, call);
  else if (error !== given && error.status >= 500) outages.failed(given, call);
  reply.headers(error.headers);
  setCookies(request, reply, error.cookies);
  const staysOpen = reply.raw.shouldKeepAlive && reply.getHeader('connection') !== 'close';
  const rest = takeRest(request.raw, staysOpen);
  const refusal = { status: error.status, body: errorBody(error) };
  return rest === null ? send(reply, refusal) : sendAndWait(reply, refusal, rest);
}

const patterns = routeNames.map((name) => ({
  method: methodOf(name),
  path: new RegExp(
    `^${pathOf(name)
      .replace(/[.]/g, '\\.')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  ),
}));

/** A known path, but asked with the wrong method. */
function methodRefusal(request: FastifyRequest): HttpError | null {
  const path = request.url.split('?', 1)[0];
  const methods = new Set(
    patterns.filter((pattern) => pattern.path.test(path)).map((pattern) => pattern.method as string),
  );
  if (methods.size === 0) return null;
  if (methods.has('GET')) methods.add('HEAD');
  return new HttpError(405, callMessages.methodNotAllowed, { headers: { Allow: [...methods].join(', ') } });
}

async function serveReference(app: FastifyInstance, version: string): Promise<void> {
  const document = openApiDocument(version);
  // As bytes: it is long, and a text would be encoded again for every request, and kept in memory until it is sent.
  const body = Buffer.from(JSON.stringify(document));
  const sendDocument = (reply: FastifyReply) => reply.type('application/json; charset=utf-8').send(body);
  app.get('/openapi.json', (_request, reply) => sendDocument(reply.headers(CALL_HEADERS)));
  // The document is our own; the plugin only serves it.
  await app.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_POLICY,
    theme: { title: 'Istock: reference of calls' },
    uiConfig: { deepLinking: true, layout: 'BaseLayout' },
    uiHooks: {
      onRequest: ({ routeOptions: { url } }, reply, next) => {
        reply.headers(DOCS_HEADERS);
        // In place of the plugin's own copies. JSON is YAML, too.
        if (url === '/docs/json' || url === '/docs/yaml') return void sendDocument(reply);
        next();
      },
    },
  });
}

/** Only `Expect: 100-continue` can be met, and Node.js meets it. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...CALL_HEADERS, 'content-type': 'application/json; charset=utf-8', connection: 'close' };
  response.writeHead(417, headers).end(errorBody(new HttpError(417, callMessages.malformed)));
}

/** For input that is not even HTTP. */
function refuseConnection(
  error: Error & { code?: string },
  socket: { writable: boolean; destroyed: boolean; end(text: string): void; destroy(): void },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
  const [status, reason] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request'];
  const body = errorBody(
    new HttpError(Number(status), status === 431 ? callMessages.tooLarge : callMessages.malformed),
  );
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client that does not close its side would keep the connection for ever, however many it has.
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
}
