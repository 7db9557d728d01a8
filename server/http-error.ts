// The one error with which a handler refuses a call: a status, a sentence for people, a code for programs.
import { loginMessages } from '../contract/messages/login.ts';
import { callMessages } from '../contract/messages/call.ts';

const codeOfStatus: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'unauthorized',
  402: 'declined',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'timeout',
  409: 'conflict',
  413: 'too-large',
  415: 'unsupported-media-type',
  422: 'refused',
  429: 'too-many-requests',
  431: 'too-large',
  500: 'failed',
  503: 'unavailable',
};

interface HttpErrorDetails {
  /** Defaults to the code of the status. */
  code?: string;
  /** The first mistake in each field. */
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** Cookies sent with the refusal, for example to clear a login that is over. */
  cookies?: readonly Cookie[];
}

/** An HttpOnly, SameSite=Strict cookie for the whole site; a lifetime of 0 clears it. */
export interface Cookie {
  name: string;
  value: string;
  lifetimeSeconds: number;
}

export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  readonly cookies: readonly Cookie[];

  constructor(status: number, message: string, details: HttpErrorDetails = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = details.code ?? codeOfStatus[status] ?? 'failed';
    this.fields = details.fields;
    this.headers = details.headers ?? {};
    this.cookies = details.cookies ?? [];
  }
}

// Refusals that more than one feature uses. Clients match the texts of the first four.
export const tokenExpired = () => new HttpError(401, callMessages.tokenExpired, { code: 'token-expired' });
export const unauthorized = () => new HttpError(401, callMessages.unauthorized);
export const blocked = () => new HttpError(403, callMessages.blocked, { code: 'blocked' });
export const forbidden = () => new HttpError(403, callMessages.forbidden);
/** One field of the input is wrong, and its sentence says all there is to say. */
export const invalidField = (field: string, message: string) =>
  new HttpError(400, message, { fields: { [field]: message } });
/** Somebody else's object is answered like one that does not exist. */
export const notFound = () => new HttpError(404, callMessages.notFound);
export const unavailable = () => new HttpError(503, callMessages.unavailable, { headers: { 'Retry-After': '2' } });
export function tooMany(retryAfterMs: number, message: string | ((wait: string) => string) = loginMessages.tooMany) {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const said = typeof message === 'string' ? message : message(waitText(seconds));
  return new HttpError(429, said, { headers: { 'Retry-After': String(seconds) } });
}

/** Rounded up, so that a client that waits as long as it is told is not turned away again. */
function waitText(seconds: number): string {
  if (seconds < 120) return counted(seconds, 'second');
  if (seconds < 120 * 60) return counted(Math.ceil(seconds / 60), 'minute');
  return counted(Math.ceil(seconds / 3600), 'hour');
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The idempotency key was used for another request. */
export const keyReused = () => new HttpError(422, callMessages.keyReused, { code: 'idempotency-key-reused' });

/** The first request with the idempotency key has not been answered yet. */
export const keyRunning = () => new HttpError(409, callMessages.keyRunning, { code: 'idempotency-key-running' });

/** The first request with the idempotency key was carried out, and nobody knows any more what it was answered. */
export const replyNotKept = () => new HttpError(409, callMessages.replyNotKept, { code: 'reply-not-kept' });

/** What is sent in the place of a reply. */
export function errorBody(error: HttpError): string {
  const { code, fields } = error;
  return JSON.stringify({
    success: false,
    message: error.message,
    data: null,
    error: fields ? { code, fields } : { code },
  });
}
