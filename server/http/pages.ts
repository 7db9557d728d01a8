// Serves the built web application: its page for every navigation, its files, and the security policy they run under.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fastifyHelmet } from '@fastify/helmet';
import { fastifyStatic } from '@fastify/static';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { doesTake } from './encoding.ts';
import { sourcesFor, type OutsideSource } from './outside.ts';
import { isOverHttps } from './serve.ts';

const YEAR_SECONDS = 31_536_000;

type Headers = Parameters<FastifyReply['headers']>[0];

export interface Page {
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** Null when the web application is not built: browsers then get the answers of the calls. */
export async function servePages(
  app: FastifyInstance,
  webRoot: string | null,
  outside: readonly OutsideSource[],
): Promise<Page | null> {
  const file = webRoot === null ? null : path.join(webRoot, 'index.html');
  const html = file !== null && existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (html === null || webRoot === null) return null;
  const policy = await policyOf(html, outside);
  await app.register(async (files) => {
    files.addHook('onRequest', (_request, reply, done) => {
      reply.headers(policy);
      done();
    });
    await files.register(fastifyStatic, {
      root: webRoot,
      wildcard: false,
      index: false,
      cacheControl: false,
      // Written by the build (vite.config.ts).
      preCompressed: true,
      setHeaders: (response, filePath) =>
        void response.header('Cache-Control', cacheFor(path.relative(webRoot, filePath))),
      globIgnore: ['**/index.html', '**/*.{br,gz}'],
    });
  });
  return pageOf(html, policy);
}

/**
 * The headers for the page and its files. The library would compute them again for every request, even for calls; since they never
 * change, it is asked once.
 */
async function policyOf(html: string, outside: readonly OutsideSource[]): Promise<Headers> {
  const asked = fastify();
  await asked.register(fastifyHelmet, helmetOptions(html, outside));
  asked.get('/', (_request, reply) => reply.code(204).send());
  const { headers } = await asked.inject('/');
  await asked.close();
  const { date: _date, connection: _connection, ...policy } = headers;
  return policy;
}

/** Built files have a hash of their content in their name, so they never change; everything else is revalidated. */
function cacheFor(relative: string): string {
  return relative.startsWith(`assets${path.sep}`)
    ? `public, max-age=${YEAR_SECONDS}, immutable`
    : 'public, max-age=3600';
}

function pageOf(html: string, policy: Headers): Page {
  const plain = Buffer.from(html);
  const variants: Record<string, Buffer> = { br: brotliCompressSync(plain), gzip: gzipSync(plain) };
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return {
    send(request, reply) {
      reply.headers(policy).type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').header('ETag', tag);
      reply.header('Vary', 'Accept, Accept-Encoding');
      if (isOverHttps(request)) reply.header('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      const accepted = request.headers['accept-encoding'] ?? '';
      const encoding = Object.keys(variants).find((name) => doesTake(accepted, name));
      if (encoding === undefined) return reply.send(plain);
      return reply.header('Content-Encoding', encoding).send(variants[encoding]);
    },
  };
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The page's own inline scripts (the theme before first paint) are allowed by their hash. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => hashSource(script));
}

function helmetOptions(html: string, outside: readonly OutsideSource[]) {
  const frames = sourcesFor('frames', outside);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts(html), ...sourcesFor('scripts', outside)],
        styleSrc: ["'self'", ...sourcesFor('styles', outside)],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...sourcesFor('connections', outside)],
        frameSrc: frames.length > 0 ? frames : ["'none'"],
        mediaSrc: ["'self'", 'blob:'],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // A window opened by an outside service must be able to answer the page.
    crossOriginOpenerPolicy: {
      policy: outside.some(({ opensWindow }) => opensWindow) ? 'same-origin-allow-popups' : 'same-origin',
    },
    // It depends on the request, and is added to each page.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  } as const;
}

/** A path that people may open: no hidden file, no `..`, no empty segment. */
export function isNavigable(url: string): boolean {
  const end = url.indexOf('?');
  let given: string;
  try {
    given = decodeURIComponent(end === -1 ? url : url.slice(0, end));
  } catch {
    return false;
  }
  return !/\/\.|\/\/|\\|\p{Cc}/u.test(given);
}
