// Starts the whole server in this process as main.ts does, on a database of its own and a market without a past, and calls it over HTTP.
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { methodOf, pathOf } from '../../contract/routes.ts';
import type { DataOf, RouteName } from '../../contract/routes.ts';
import { COMPANIES } from '../../core/market/history/companies.ts';
import { marketDay } from '../../core/market/day.ts';
import { startApp } from '../../server/app.ts';
import { MAIN_VENUE } from '../../server/app/site.ts';
import { readSettings } from '../../server/config.ts';
import { Exchange } from '../../server/exchange/exchange.ts';
import { createLog } from '../../server/log.ts';
import { keepSecrets } from '../../server/secrets.ts';
import type { Secrets } from '../../server/secrets.ts';
import { checkForm, request } from '../accounts.ts';
import type { Answer, CallOptions } from '../accounts.ts';
import { openTestDatabase } from '../database.ts';
import type { TestDatabase } from '../database.ts';
import { listed } from '../still-market.ts';

export const ADMIN = { email: 'desk@example.com', password: 'the-desk-is-open' };
const PASSWORD = 'secret-12';
/** By then the server has read everything but the last bytes. */
const SETTLED_MS = 50;

/** Sent byte for byte: paths are not normalised on the way. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: string;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** The value of the cookie. */
  readonly refresh: string;
}

export interface WholeServer {
  readonly url: string;
  readonly database: TestDatabase;
  readonly secrets: Secrets;
  send(sent: Sent): Promise<Reply>;
  /** A call as a client makes it; the form of every reply is checked. */
  call<R extends RouteName>(name: R, input: unknown, options?: CallOptions): Promise<Answer<DataOf<R>>>;
  /** The same, for a call that must be granted. */
  granted<R extends RouteName>(name: R, input: unknown, token: string): Promise<DataOf<R>>;
  signUp(given: { name: string; email: string; role?: 'user' | 'instructor'; referralCode?: string }): Promise<Person>;
  /** Requests of `work` arrive together: the last byte of each body is held back until all are there. */
  atOnce<T>(work: () => Promise<T>): Promise<T>;
  /** The steps up to the mail with the code. */
  signUpHalfway(): Promise<{ email: string }>;
  /** The code in the newest mail to an address, which may not have arrived yet. */
  mailedCode(email: string): Promise<string>;
  logIn(person: { email: string; password: string }): Promise<Person>;
  admin(): Promise<Person>;
  /** Pays at the built-in provider; in rupees. */
  topUp(token: string, rupees: number): Promise<void>;
  /** A digest of every business table, by its name: equal digests mean that nothing has changed. */
  state(): Promise<Map<string, string>>;
  close(): Promise<void>;
}

export async function startWholeServer(env: Record<string, string> = {}): Promise<WholeServer> {
  const database = await openTestDatabase();
  await listCompanies(database);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'istock-fuzz-'));
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  });
  const secrets = keepSecrets(path.join(dataDir, 'secrets.json'));
  const lost = () => {
    throw new Error('the venue was taken');
  };
  const log = createLog(settings);
  const app = await startApp({ config: { ...settings, secrets, holidays: [] }, log, report: () => {}, onLost: lost });
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const tables = await readTables(database);
  let count = 0;
  let gate: Promise<void> | null = null;

  const send: WholeServer['send'] = (sent) => {
    count++;
    return sendTo({ url: app.url, agent, gate }, sent);
  };
  const call: WholeServer['call'] = async (name, input, options = {}) => {
    const reply = await send(sentOf(name, input, options));
    const answer = answerOf(reply);
    checkForm(name, answer);
    return answer;
  };
  const granted: WholeServer['granted'] = async (name, input, token) => {
    const { status, body } = await call(name, input, { token });
    if (status >= 300 || !body.success) throw new Error(`${name} was not granted: ${status} ${body.message}`);
    return body.data;
  };
  const mailedCode = async (email: string): Promise<string> => {
    for (let tries = 0; tries < 100; tries++) {
      const { rows } = await database.query<{ text: string }>(
        'select text from mailbox where recipient = $1 order by id desc limit 1',
        [email],
      );
      const [code] = /\b\d{6}\b/.exec(rows.at(0)?.text ?? '') ?? [];
      if (code !== undefined) return code;
      await pause(20);
    }
    throw new Error(`no code was mailed to ${email}`);
  };
  let halfway = 0;

  return {
    url: app.url,
    database,
    secrets,
    send,
    call,
    granted,
    async atOnce(work) {
      let open = (): void => {};
      gate = new Promise((resolve) => (open = resolve));
      const answers = work();
      await pause(SETTLED_MS);
      gate = null;
      open();
      return answers;
    },
    async signUp({ role = 'user', ...given }) {
      const person = { ...given, role, password: PASSWORD };
      await call('POST /signup', person);
      const opened = await call('POST /verifyOtp', { otp: await mailedCode(person.email), email: person.email });
      if (opened.status !== 200) throw new Error(`no account for ${person.email}: ${opened.body.message}`);
      const { token, user } = opened.body.data;
      return { ...person, id: user._id, token, refresh: opened.cookies.refresh };
    },
    mailedCode,
    async signUpHalfway() {
      const email = `halfway-${++halfway}@example.com`;
      await call('POST /signup', { name: 'Half', email, password: PASSWORD, role: 'user' });
      return { email };
    },
    async logIn({ email, password }) {
      const { status, body, cookies } = await call('POST /login', { email, password });
      if (status !== 200) throw new Error(`${email} cannot log in: ${body.message}`);
      const { token, user } = body.data;
      return { id: user._id, name: user.name, email, password, token, refresh: cookies.refresh };
    },
    async admin() {
      const { token } = await granted('POST /adminLogin', ADMIN, '');
      const { rows } = await database.query<{ id: string }>('select id from users where email = $1', [ADMIN.email]);
      return { ...ADMIN, id: rows[0].id, name: 'Administrator', token, refresh: '' };
    },
    async topUp(token, rupees) {
      const { id } = await granted('POST /create-order', { amount: rupees }, token);
      const paid = await granted('POST /sandbox/checkout', { order_id: id, method: 'upi', vpa: 'success@upi' }, token);
      await granted('POST /verify-payment', paid, token);
    },
    state: () => readState(database, tables),
    async close() {
      const { FUZZ_FIGURES: figures } = process.env;
      if (figures !== undefined) await appendFile(figures, `${count}\n`);
      agent.destroy();
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Years of history would take seconds and change no reply's form: the companies are listed without any. */
async function listCompanies(database: TestDatabase): Promise<void> {
  const exchange = await Exchange.open({
    db: database,
    venue: MAIN_VENUE,
    log: createLog({ logLevel: 'error' }),
    now: Date.now,
    onTrade: () => {},
    onLost: () => {},
  });
  await exchange.submit({ kind: 'start-day', day: marketDay(Date.now()) });
  for (const { symbol, startPrice } of COMPANIES)
    await exchange.submit({ kind: 'list-instrument', instrument: listed(symbol, startPrice - (startPrice % 5)) });
  await exchange.close();
}

/** As text that can be sent: half of a surrogate pair becomes the replacement character. */
const sendable = (value: unknown): string => Buffer.from(textOf(value ?? '')).toString();
/** JSON for objects, whose own `toString` may not be a function. */
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const inQuery = (value: unknown): string => sendable(typeof value === 'string' ? value : JSON.stringify(value));

/** Sends any value as the input of a call: in the path and the query of a GET, as the body of a POST. */
export function inputAs(name: RouteName, input: unknown, token: string | null): Sent {
  const fields: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : { q: input };
  const where = pathOf(name).replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(sendable(fields[key])));
  const headers = { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
  if (methodOf(name) === 'GET') {
    const query = Object.entries(fields).map(([key, value]) => [sendable(key), inQuery(value)]);
    return { method: 'GET', path: `${where}?${new URLSearchParams(query).toString()}`, headers };
  }
  const body = JSON.stringify(input) ?? '';
  return { method: 'POST', path: where, headers: { ...headers, 'content-type': 'application/json' }, body };
}

function sentOf(name: RouteName, input: unknown, options: CallOptions): Sent {
  const { method, url, query, payload, headers, cookies } = request(name, input, options);
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString();
  const cookie = Object.entries(cookies ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join('; ');
  return {
    method: String(method),
    path: `${String(url)}${search && `?${search}`}`,
    headers: { ...(headers as Record<string, string>), ...(cookie && { cookie }) },
    body: payload as string | undefined,
  };
}

/** The reply with its envelope. @throws if it is no JSON */
export function answerOf({ status, headers, body }: Reply): Answer {
  const cookies = (headers['set-cookie'] ?? []).map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie)!.slice(1));
  return { status, headers, body: JSON.parse(body) as Answer['body'], cookies: Object.fromEntries(cookies) };
}

interface Way {
  readonly url: string;
  readonly agent: Agent;
  /** The last byte waits for it. */
  readonly gate: Promise<void> | null;
}

function sendTo({ url, agent, gate }: Way, { method, path: where, headers, body }: Sent): Promise<Reply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? null : Buffer.from(body);
    const length = bytes === null ? {} : { 'content-length': String(bytes.length) };
    const asked = httpRequest({ agent, hostname, port, method, path: where, headers: { ...length, ...headers } });
    asked.on('error', reject);
    asked.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const whole = Buffer.concat(parts);
        const { statusCode: status = 0, headers: said } = response;
        resolve({ status, headers: said, bytes: whole, body: whole.toString() });
      });
    });
    if (gate === null || bytes === null || bytes.length === 0) return void asked.end(bytes ?? undefined);
    asked.write(bytes.subarray(0, -1));
    void gate.then(() => asked.end(bytes.subarray(-1)));
  });
}

/** Tables that the market writes to as it moves, or that a refusal may change: traces of the attempt, and tries of codes. */
const RESTLESS = ['minute_bars', 'minute_pages', 'daily_bars', 'fill_paths', 'audit_log', 'pgmigrations'];
/** Only the business columns of these: not the tries of a code, nor the writer's sign of life. */
const IN_PART: Record<string, string> = {
  otps: '(select purpose, subject, code_hash, expires_at from otps)',
  venues: `(select to_jsonb(v) - 'lease_until' from venues v)`,
};

async function readTables(database: TestDatabase): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1`,
    [[...RESTLESS, ...Object.keys(IN_PART)]],
  );
  return rows.map(({ name }) => name);
}

async function readState(database: TestDatabase, tables: readonly string[]): Promise<Map<string, string>> {
  const digest = `count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0)`;
  const parts = [...tables.map((name) => [name, name]), ...Object.entries(IN_PART)].map(
    ([name, source]) => `select '${name}' as name, ${digest} as digest from ${source} t`,
  );
  const { rows } = await database.query<{ name: string; digest: string }>(parts.join(' union all '));
  return new Map(rows.map(({ name, digest: value }) => [name, value]));
}

/** Names of tables that have changed. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
