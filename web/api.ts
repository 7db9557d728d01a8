// The typed client of the call table: sends a call's input and returns its data, or the server's sentence saying why not.
import { loginMessages } from '../contract/messages/login.ts';
import { callMessages } from '../contract/messages/call.ts';
import type { DataOf, RouteName, Routes, TopOf, WireInputOf } from '../contract/routes.ts';
import type { ReplyError } from '../contract/wire.ts';
import { takeAhead } from './ahead.ts';
import { beginRefresh } from './refresh.ts';
import { endSession, onSessionEnd, session, userIdOf } from './session.ts';
import { closeAlerts, showAlert } from './ui/alert.tsx';
import { takeServerTime } from './ui/now.ts';

export interface Success<Data, Top = object> {
  ok: true;
  data: Data;
  message: string;
  /** What accompanies `data` in the replies of some calls, such as the totals of a list. */
  top: Top;
}

export interface Refusal {
  ok: false;
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** The server's sentence, ready to be shown as it is. */
  message: string;
  code: string;
  /** The first mistake in each field. */
  fields: Record<string, string>;
}

export type Reply<Data, Top = object> = Success<Data, Top> | Refusal;

export interface CallOptions {
  /** For anything that must not happen twice: the same key with the same input returns the first answer again. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** After this long the call is given up as one without an answer. Left out, a slow connection has time for it. */
  timeoutMs?: number;
}

type PublicName = { [N in RouteName]: Routes[N]['role'] extends 'public' ? N : never }[RouteName];

/**
 * Spec 7: these carry no auth header. A public call missing here does not compile. Logging out is public too, but it has to say who
 * is leaving: the browser may keep the logins of other people, who have other windows open.
 */
const withoutToken: Record<Exclude<PublicName, 'POST /logout'>, true> = {
  'GET /health': true,
  'GET /ready': true,
  'GET /config': true,
  'GET /dev/mailbox': true,
  'POST /signup': true,
  'POST /verifyOtp': true,
  'POST /resendOtp': true,
  'POST /login': true,
  'POST /auth/google/login': true,
  'POST /adminLogin': true,
  'POST /refresh': true,
  'POST /forgotPassword': true,
  'POST /resetPassword': true,
};

/** How long to wait while the person is watching: a connection that has silently died would never answer. */
export const ANSWER_WITHIN_MS = 15_000;
/** Long enough for a slow connection. A call is given up after this long unless its caller can stop it: buttons and dialogs are locked until then. */
export const SLOW_ANSWER_MS = 45_000;

const NO_ANSWER = 'There is no connection to Istock. Check your network and try again.';

/** A new key for one intention: reuse it for retries, take another for the next order or payment. */
export function newIdempotencyKey(): string {
  // `randomUUID` is missing over plain http, except on localhost.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Sent {
  method: string;
  url: string;
  body: string | undefined;
}

function sendable(name: RouteName, input: object): Sent {
  const [method, template] = name.split(' ') as ['GET' | 'POST', string];
  const rest: Record<string, unknown> = Array.isArray(input) ? {} : { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(rest[key]);
    delete rest[key];
    return encodeURIComponent(value);
  });
  if (method === 'POST') return { method, url: path, body: JSON.stringify(Array.isArray(input) ? input : rest) };
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(rest))
    if (value !== undefined && value !== null) query.set(key, String(value));
  return { method, url: query.size > 0 ? `${path}?${query}` : path, body: undefined };
}

const waiting: (() => void)[] = [];
let isTurnTaken = false;

function passTurn(): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    const next = waiting.shift();
    if (next) passTurn();
    else isTurnTaken = false;
    next?.();
  };
  port2.postMessage(null);
}

/** One request per task: sending one takes a phone some ten milliseconds, and a new screen makes a dozen at once. */
function readTurn(): Promise<void> | undefined {
  if (isTurnTaken) return new Promise((resolve) => waiting.push(resolve));
  isTurnTaken = true;
  passTurn();
  return undefined;
}

async function send(name: RouteName, sent: Sent, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (sent.body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const token = session()?.token;
  if (token && !(name in withoutToken)) headers.Authorization = `Bearer ${token}`;
  const withinMs = options.timeoutMs ?? (options.signal ? undefined : SLOW_ANSWER_MS);
  const ends = [options.signal, withinMs === undefined ? undefined : AbortSignal.timeout(withinMs)];
  const signals = ends.filter((signal) => signal !== undefined);
  const ahead = sent.method === 'GET' ? takeAhead(sent.url, token) : undefined;
  // Actions go at once, and so does a read that is on its own.
  const turn = sent.method === 'GET' && !ahead ? readTurn() : undefined;
  if (turn) await turn;
  const response = await (ahead ??
    fetch(sent.url, {
      method: sent.method,
      headers,
      body: sent.body,
      signal: signals.length > 1 ? AbortSignal.any(signals) : signals[0],
      credentials: 'same-origin',
    }));
  takeServerTime(response.headers.get('Date'));
  return response;
}

function unanswered(): Refusal {
  return { ok: false, status: 0, message: NO_ANSWER, code: 'no-answer', fields: {} };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function refusal(status: number, body: unknown): Refusal {
  const reply = isRecord(body) ? body : {};
  const error = (isRecord(reply.error) ? reply.error : {}) as Partial<ReplyError>;
  return {
    ok: false,
    status,
    message: typeof reply.message === 'string' && reply.message ? reply.message : callMessages.failed,
    code: error.code ?? 'unknown',
    fields: error.fields ?? {},
  };
}

async function read<Data, Top>(response: Response): Promise<Reply<Data, Top>> {
  const body: unknown = await response.json().catch((failure: unknown) => {
    // A proxy's error page is not JSON. A success that cannot be read is no answer: the request may or may not have been carried out.
    if (response.ok || !(failure instanceof SyntaxError)) throw failure;
    return null;
  });
  // A proxy refuses with a page or JSON of its own, and that must not end a login.
  const isOwn = response.ok || (isRecord(body) && body.success === false);
  if (!isOwn && (response.status === 401 || response.status === 403)) return unanswered();
  // Spec 7 writes some replies without the envelope: then the reply is the data itself, and a success unless it says otherwise.
  if (!response.ok || !isRecord(body) || body.success === false) return refusal(response.status, body);
  const message = typeof body.message === 'string' ? body.message : '';
  return { ok: true, data: ('data' in body ? body.data : body) as Data, message, top: body as Top };
}

async function attempt<Data, Top = object>(
  name: RouteName,
  sent: Sent,
  options: CallOptions,
): Promise<Reply<Data, Top>> {
  try {
    return await read<Data, Top>(await send(name, sent, options));
  } catch (failure) {
    // Aborting a call is the caller's own doing and must not look like a lost connection.
    if (options.signal?.aborted) throw failure;
    return unanswered();
  }
}

/** Renews the token, unless the login is over; 'unknown' if nobody answered, since a lost connection does not end a login. */
async function refreshed(): Promise<'renewed' | 'over' | 'unknown'> {
  return beginRefresh(async (userId) => {
    const usedToken = session()?.token;
    const reply = await attempt<{ token?: string } | null>(
      'POST /refresh',
      { method: 'POST', url: '/refresh', body: JSON.stringify({ userId }) },
      {},
    );
    // A proxy may also answer with JSON of its own.
    if (reply.ok) return reply.data?.token ? { token: reply.data.token } : 'unknown';
    if (isBlocked(reply)) leaveBlocked(usedToken);
    return reply.status === 401 || reply.status === 403 ? 'over' : 'unknown';
  });
}

function isBlocked(reply: Refusal): boolean {
  return reply.status === 403 && reply.message === callMessages.blocked;
}

const tellBlocked = (): void => void showAlert(loginMessages.blockedAlert);
onSessionEnd((end) => {
  // Nothing of one login is shown to the next.
  closeAlerts();
  // In every tab: we cannot know which one is being looked at.
  if (end === 'blocked') tellBlocked();
});

/** Whether the person who sent a call with this token is still logged in here, perhaps with a newer token. Another person may be by now. */
function isStillIn(token: string | undefined): boolean {
  return session() !== null && userIdOf(session()?.token) === userIdOf(token);
}

/** Once per login, however many calls were under way when it ended. */
function leaveBlocked(usedToken: string | undefined): void {
  if (isStillIn(usedToken)) endSession('blocked');
  else if (usedToken === undefined) tellBlocked();
}

/**
 * Sends one call. Never throws because of the server or the network, only when `signal` aborts it. Not answered at all when somebody
 * else has logged in meanwhile.
 */
export async function call<N extends RouteName>(
  name: N,
  input: WireInputOf<N>,
  options: CallOptions = {},
): Promise<Reply<DataOf<N>, TopOf<N>>> {
  const sent = sendable(name, input as object);
  const usedToken = session()?.token;
  let reply = await attempt<DataOf<N>, TopOf<N>>(name, sent, options);
  if (!reply.ok && reply.status === 401 && !(name in withoutToken) && isStillIn(usedToken)) {
    // Another call may have renewed the token meanwhile. A plain 'Unauthorized' is not cured by a new token for the same login.
    const isRenewed = session()?.token !== usedToken;
    const outcome = isRenewed ? 'renewed' : reply.message === callMessages.tokenExpired ? await refreshed() : 'over';
    if (outcome === 'renewed') reply = await attempt<DataOf<N>, TopOf<N>>(name, sent, options);
    else if (outcome === 'over' && isStillIn(usedToken)) endSession('expired');
    // 'Token expired' says nothing to the person, nor what became of an earlier try.
    else if (outcome === 'unknown') reply = unanswered();
  }
  if (!reply.ok && isBlocked(reply)) leaveBlocked(usedToken);
  // Somebody else sits there now: what was to follow this answer is neither said to them nor done in their name.
  if (usedToken !== undefined && session() !== null && !isStillIn(usedToken)) return new Promise(() => {});
  return reply;
}

/** For the socket: a valid token, or null when the login is over. */
export async function freshToken(): Promise<string | null> {
  if (!session()) return null;
  const outcome = await refreshed();
  if (outcome === 'over') endSession('expired');
  return session()?.token ?? null;
}

/** Spec 8: logging out removes the token, says so, and goes to /login. */
export async function logOut(): Promise<void> {
  // The token may have expired; then the refresh cookie proves who is leaving, and `userId` says which cookie to use.
  const ended = call('POST /logout', { userId: userIdOf(session()?.token) });
  endSession('logout');
  await Promise.all([ended, showAlert(loginMessages.loggedOut)]);
}
