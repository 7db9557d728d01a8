// What a handler learns about a request: the input parsed by the table's schema, and everything else only when it is asked for.
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { callMessages } from '../../contract/messages/call.ts';
import type { Route } from '../../contract/routes/route.ts';
import type { Caller } from '../handler.ts';
import { HttpError, notFound } from '../http-error.ts';
import { refuseDangerous } from './body.ts';
import { isOwnOrigin } from './hosts.ts';
import { readKey } from './idempotency.ts';
import type { AnyCall } from './perform.ts';

const LONGEST_USER_AGENT = 300;

export class RequestCall implements AnyCall {
  readonly given: unknown;
  readonly input: unknown;
  readonly user: Caller | null;
  readonly idempotencyKey: string | null;
  readonly #request: FastifyRequest;
  readonly #publicUrl: string | null;

  constructor(route: Route, request: FastifyRequest, publicUrl: string | null) {
    this.given = givenIn(request);
    this.input = parseInput(route, this.given, hasAny(request.params as object));
    this.user = request.caller;
    this.idempotencyKey = route.idempotency === undefined ? null : readKey(request.headers['idempotency-key']);
    this.#request = request;
    this.#publicUrl = publicUrl;
  }

  get ip(): string {
    return this.#request.ip;
  }

  get cookies(): Record<string, string | undefined> {
    const header = this.#request.headers.cookie;
    return header === undefined ? {} : fastifyCookie.parse(header);
  }

  get userAgent(): string {
    const said = this.#request.headers['user-agent'] ?? '';
    return said.replace(/[^\x20-\x7e]/g, ' ').slice(0, LONGEST_USER_AGENT);
  }

  /** If the operator has not set it, the client's word is good enough: the reply goes back to that client only. */
  get origin(): string {
    if (this.#publicUrl !== null) return this.#publicUrl;
    const given = `${this.#request.protocol}://${this.#request.host}`;
    return URL.canParse(given) ? new URL(given).origin : '';
  }

  /** Browsers send cookies even with requests that another site triggers; those are not the person's own intention. */
  get isCrossSite(): boolean {
    const { headers, host } = this.#request;
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site !== 'same-origin' && site !== 'none';
    return !isOwnOrigin({ origin: headers.origin, host }, this.#publicUrl);
  }

  get wantsHtml(): boolean {
    return wantsHtml(this.#request);
  }
}

export function wantsHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

function givenIn({ method, body, query, params }: FastifyRequest): unknown {
  if (method !== 'POST') {
    refuseDangerous(query);
    refuseRepeated(query as object);
  }
  const sent = method === 'POST' ? (body ?? {}) : withoutBlanks(query as object);
  const isPlain = typeof sent === 'object' && !Array.isArray(sent);
  return isPlain && hasAny(params as object) ? { ...sent, ...(params as object) } : sent;
}

/** No call takes a list in its address: a name that is repeated would be refused as a value of the wrong kind. @throws HttpError 400 */
function refuseRepeated(query: object): void {
  for (const [name, value] of Object.entries(query)) {
    if (!Array.isArray(value)) continue;
    const message = callMessages.givenTwice(name);
    throw new HttpError(400, message, { fields: { [name]: message } });
  }
}

/** Forms and spec 7 (`?page=&limit=`) name what they leave open: a blank value counts as left out, whatever its field is. */
function withoutBlanks(query: object): object {
  const entries = Object.entries(query);
  return entries.some(([, value]) => value === '')
    ? Object.fromEntries(entries.filter(([, value]) => value !== ''))
    : query;
}

/** `isIdInPath`: an impossible id is then answered 404, as an address that leads nowhere. @throws HttpError 400 or 404. */
export function parseInput(route: Route, given: unknown, isIdInPath = false): unknown {
  const parsed = route.input.safeParse(given);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (isIdInPath && issues.some(({ path, message }) => path[0] === 'id' && message === callMessages.notFound))
    throw notFound();
  throw invalid(issues);
}

function hasAny(record: object): boolean {
  for (const _ in record) return true;
  return false;
}

function invalid(issues: readonly z.core.$ZodIssue[]): HttpError {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? '');
    if (field !== '') fields[field] ??= sentence(issue);
  }
  return new HttpError(400, sentence(issues[0]), { fields });
}

/** In place of every message of the library's own: they are meant for programmers, and do not say which field they are about. */
const UNSAID = 'Invalid input';
// Otherwise another package of this process could choose their language.
z.config({ customError: () => UNSAID });

function sentence({ message, path }: z.core.$ZodIssue): string {
  if (message !== UNSAID) return message;
  return path.length === 0 ? callMessages.invalid : callMessages.fieldInvalid(path.join('.'));
}
