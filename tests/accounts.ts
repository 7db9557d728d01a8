// Starts the accounts part of the server on a database of its own, and calls it as a client would, checking every reply's form.
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { routeOf, statusesOf, type DataOf, type RouteName, type TopOf } from '../contract/routes.ts';
import type { HeldShares } from '../core/trade/refusal.ts';
import type { FileStore } from '../server/adapters/file-store.ts';
import type { GoogleVerifier } from '../server/adapters/google.ts';
import { createMailer, type Mailer } from '../server/adapters/mail.ts';
import { userListHandlers } from '../server/admin/users.ts';
import { createAuth, type Auth } from '../server/auth/routes.ts';
import { createHttp } from '../server/http.ts';
import { createLog, type Log } from '../server/log.ts';
import { createPlatformHandlers } from '../server/platform.ts';
import { Photos } from '../server/user/photos.ts';
import { createUserHandlers } from '../server/user/routes.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { tableHash } from './table-hash.ts';

/** The type that JSON.parse returns: `checkForm` compares a reply with its call's schema before a test sees it. */
export type Parsed = ReturnType<JSON['parse']>;

/** `Top`: what accompanies the data, such as the totals of a list. */
export interface Answer<Data = Parsed, Top = object> {
  status: number;
  body: {
    success: boolean;
    message: string;
    data: Data;
    error: { code: string; fields?: Record<string, string> } | null;
  } & Top;
  headers: Record<string, string | string[] | number | undefined>;
  cookies: Record<string, string>;
}

/** The tables of accounts. Of codes without their tries, which are counted even if a call is refused. */
const ACCOUNT_TABLES = [
  'users',
  'signups',
  'logins',
  'mailbox',
  'idempotency_keys',
  'photos',
  'identities',
  'spent_tokens',
  '(select purpose, subject, code_hash, expires_at from otps)',
];

export interface CallOptions {
  token?: string;
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
  ip?: string;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  token: string;
  loginId: string;
  refresh: string;
}

export interface Accounts {
  app: FastifyInstance;
  auth: Auth;
  /** Only if the test has passed a store of files. */
  photos: Photos | undefined;
  database: TestDatabase;
  /** The server's clock, which the test moves. */
  clock: { offsetMs: number };
  /** What the exchange and the sockets were told. */
  told: {
    opened: number[];
    welcomed: number[];
    blocked: [number, boolean][];
    ended: { userId: string; loginId: string | null }[];
    erased: number[];
  };
  call<R extends RouteName>(name: R, input: unknown, options?: CallOptions): Promise<Answer<DataOf<R>, TopOf<R>>>;
  /** The code in the newest mail to an address. */
  codeFor(email: string): Promise<string>;
  mailsTo(email: string): Promise<{ subject: string; text: string; html: string }[]>;
  signUp(given?: Partial<{ name: string; email: string; password: string; role: string }>): Promise<Person>;
  admin(): Promise<{ token: string; id: string }>;
  /** Changes with any change in the tables of accounts, but not with rate counters, tries and the audit log. */
  stateHash(): Promise<string>;
  close(): Promise<void>;
}

export const ADMIN = { email: 'desk@example.com', password: 'the-desk-is-open' };

let people = 0;

interface AccountsOptions {
  /** For a test whose errors are its own doing: the log of the run does not show them. */
  isQuiet?: boolean;
  hasRateLimit?: boolean;
  passwordMin?: number;
  mailer?: (database: TestDatabase) => Mailer;
  google?: (now: () => number) => GoogleVerifier;
  files?: FileStore;
  /** Returns the shares that prevent deletion of an account; none when left out. */
  closeTrader?: (accountNo: number) => Promise<readonly HeldShares[]>;
  /** Called when the exchange is told of a block or of its end. */
  onTraderBlocked?: () => Promise<void>;
}

export async function startAccounts(given: AccountsOptions = {}): Promise<Accounts> {
  const database = await openTestDatabase();
  const log = createLog({ logLevel: given.isQuiet === true ? 'silent' : 'error' });
  const clock = { offsetMs: 0 };
  const now = () => Date.now() + clock.offsetMs;
  const told: Accounts['told'] = { opened: [], welcomed: [], blocked: [], ended: [], erased: [] };
  const mailer =
    given.mailer?.(database) ??
    createMailer({ smtpUrl: undefined, mailFrom: 'Istock <no-reply@example.com>', siteUrl: null, database, log });
  const site: Site = { given, database, log, now, told, mailer };
  const auth = authOf(site);
  const photos = given.files && new Photos({ database, store: given.files, secret: secret('upload'), log, now });
  const app = await serve(site, auth, photos);
  await auth.ensureAdmin(ADMIN);
  const call = callsOf(app);
  const mails = mailsOf(database);
  return {
    app,
    auth,
    photos,
    database,
    clock,
    told,
    call,
    ...mails,
    signUp: (wanted) => signUp(call, mails, wanted),
    async admin() {
      const { body } = await call('POST /adminLogin', ADMIN);
      const { rows } = await database.query<{ id: string }>('select id from users where email = $1', [ADMIN.email]);
      return { token: body.data.token, id: rows[0].id };
    },
    stateHash: () => tableHash(database, ACCOUNT_TABLES),
    async close() {
      await app.close();
      await mailer.close();
      await database.close();
    },
  };
}

/** What the parts of one such server share. */
interface Site {
  readonly given: AccountsOptions;
  readonly database: TestDatabase;
  readonly log: Log;
  readonly now: () => number;
  readonly told: Accounts['told'];
  readonly mailer: Mailer;
}

const secret = (name: string): string => `${name}-secret-of-this-test-run-0123456789`;

function authOf({ given, database, log, now, told, mailer }: Site): Auth {
  return createAuth({
    database,
    secrets: { jwt: secret('jwt'), otp: secret('otp'), refresh: secret('refresh'), factor: secret('factor') },
    mailer,
    log,
    passwordMin: given.passwordMin ?? 6,
    hasRateLimit: given.hasRateLimit ?? false,
    openAccount: async (accountNo) => void told.opened.push(accountNo),
    onAccountOpened: async (accountNo) => void told.welcomed.push(accountNo),
    setTraderBlocked: async (accountNo, isBlocked) => {
      told.blocked.push([accountNo, isBlocked]);
      await given.onTraderBlocked?.();
    },
    closeTrader: async (accountNo) => given.closeTrader?.(accountNo) ?? [],
    onErased: (accountNo) => void told.erased.push(accountNo),
    onAccessEnded: (end) => void told.ended.push(end),
    google: given.google?.(now) ?? null,
    now,
  });
}

function serve({ given, database, log }: Site, auth: Auth, photos: Photos | undefined): Promise<FastifyInstance> {
  const empty = {
    portfolio: [],
    totalPortfolioValue: 0,
    overallProfit: 0,
    todaysProfit: 0,
    balance: 0,
    heldBalance: 0,
  };
  const nothingToEarn = { signup: false, referral: false, loyalty: false };
  const settings = {
    smtpUrl: undefined,
    razorpay: undefined,
    googleClientId: undefined,
    marketHours: 'always',
    passwordMin: given.passwordMin ?? 6,
    topupMaxPaise: 100_000_000,
    usdInr: 85,
  } as const;
  return createHttp({
    handlers: {
      ...auth.handlers,
      ...createUserHandlers({ database, readPortfolio: () => empty, readEligibility: () => nothingToEarn }),
      ...userListHandlers(database),
      ...photos?.handlers,
      ...createPlatformHandlers({ settings, waitingFor: () => [] }),
    },
    access: auth.access,
    database,
    log,
    hasRateLimit: given.hasRateLimit ?? false,
    trustedProxies: 0,
    webRoot: null,
    version: '0.0.0',
    photos: photos?.files,
  });
}

function callsOf(app: FastifyInstance): Accounts['call'] {
  return async (name, input, options = {}) => {
    const reply = await app.inject(request(name, input, options));
    const answer = {
      status: reply.statusCode,
      body: reply.json(),
      headers: reply.headers,
      cookies: Object.fromEntries(reply.cookies.map(({ name: cookie, value }) => [cookie, value])),
    };
    checkForm(name, answer);
    return answer;
  };
}

type Mails = Pick<Accounts, 'codeFor' | 'mailsTo'>;

function mailsOf(database: TestDatabase): Mails {
  const mailsTo: Mails['mailsTo'] = async (email) => {
    const { rows } = await database.query<{ subject: string; text: string; html: string }>(
      'select subject, text, html from mailbox where recipient = $1 order by id desc',
      [email],
    );
    return rows;
  };
  return {
    mailsTo,
    async codeFor(email) {
      const [mail] = await mailsTo(email);
      const [code] = /\b\d{6}\b/.exec(mail?.text ?? '') ?? [];
      if (code === undefined) throw new Error(`no code was mailed to ${email}`);
      return code;
    },
  };
}

async function signUp(
  call: Accounts['call'],
  { codeFor }: Mails,
  wanted: Parameters<Accounts['signUp']>[0] = {},
): Promise<Person> {
  const number = ++people;
  const person = {
    name: `Asha ${number}`,
    email: `asha${number}@example.com`,
    password: 'secret1',
    role: 'user',
    ...wanted,
  };
  const asked = await call('POST /signup', person);
  expect([asked.status, asked.body.message]).toEqual([200, 'An OTP has been sent to your email.']);
  const opened = await call('POST /verifyOtp', { otp: await codeFor(person.email), email: person.email });
  expect([opened.status, opened.body.message]).toEqual([200, 'OTP verified! You are successfully signed up.']);
  const { token, refreshToken, user } = opened.body.data;
  return { ...person, id: user._id, token, loginId: refreshToken, refresh: opened.cookies.refresh };
}

export function request(name: RouteName, input: unknown, { token, cookies, headers, ip }: CallOptions): InjectOptions {
  const [method, template] = name.split(' ') as ['GET' | 'POST', string];
  const rest: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
  const url = template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(rest[key]);
    delete rest[key];
    // Half a character, which the fuzz tests think of, has no place in an address.
    return encodeURIComponent(Buffer.from(value).toString());
  });
  const sent =
    method === 'GET'
      ? { query: rest as Record<string, string> }
      : { payload: JSON.stringify(template.includes('{') ? rest : input) };
  return {
    method,
    url,
    ...sent,
    cookies,
    remoteAddress: ip,
    headers: {
      accept: 'application/json',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  };
}

/** Checks what holds for every reply: the envelope, a status that the call may answer, and data that fit its schema. */
export function checkForm(name: RouteName, { status, body, headers }: Answer): void {
  const route = routeOf(name);
  expect(statusesOf(name), `${name} answered ${status} ${body.message}`).toContain(status);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-request-id']).toMatch(/^[0-9a-z]+-[0-9a-z]+$/);
  expect(body).toMatchObject({ success: expect.any(Boolean), message: expect.any(String) });
  if (status < 300) {
    const parsed = route.data.safeParse(body.data);
    expect(parsed.success, `${name}: ${JSON.stringify(parsed.error?.issues)}`).toBe(true);
    expect(parsed.data, `${name} sends more than its schema says`).toEqual(body.data);
    if (route.top) expect(body).toMatchObject(route.top.parse(body) as object);
  } else if (status !== 503) {
    expect(body.success).toBe(false);
    expect(body.data).toBeNull();
    expect(body.error?.code).toMatch(/^[a-z-]+$/);
  }
}
