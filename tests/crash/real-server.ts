// Runs the real server as a process, with a data folder and an embedded database of its own, to be killed and started again.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyReadyFolder } from './ready-copy.ts';

const MAIN = path.resolve(import.meta.dirname, '../../server/main.ts');
/** As npm start gives it. */
const FLAGS = ['--v8-pool-size=1'];
const START_TIMEOUT_MS = 120_000;
const MAIL_TIMEOUT_MS = 20_000;

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };

export interface Reply {
  readonly status: number;
  /** The Retry-After header. */
  readonly retryAfter: string | null;
  readonly body: { success: boolean; message: string; data: never; error: { code: string } | null };
}

/** How one call is made. */
export interface CallOptions {
  body?: unknown;
  token?: string;
  key?: string;
  /** After this long the caller gives up. */
  timeoutMs?: number;
}

export class RealServer {
  readonly #dataDir: string;
  readonly #env: Record<string, string>;
  #process: ChildProcess | null = null;
  #url = '';
  #said = '';

  private constructor(dataDir: string, env: Record<string, string>) {
    this.#dataDir = dataDir;
    this.#env = env;
  }

  /** On a new data folder, which is a copy of the prepared one if the run has one. */
  static async create(env: Record<string, string> = {}): Promise<RealServer> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'istock-crash-'));
    if (env.DATABASE_URL === undefined) await copyReadyFolder(dataDir);
    return new RealServer(dataDir, env);
  }

  /** On an existing data folder. */
  static on(dataDir: string, env: Record<string, string> = {}): RealServer {
    return new RealServer(dataDir, env);
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  get url(): string {
    return this.#url;
  }

  /** Its process id; undefined before the first start. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** The command that runs the server, with its arguments; empty to run it directly. */
  launcher: readonly string[] = [];

  /** The script that Node.js runs. */
  script = MAIN;

  /** Where it listens from the next start on; the system chooses if 0. */
  port = 0;

  /** How often `kill` has ended it. */
  kills = 0;

  /** Starts the server, waits until it says that it is open, and returns how long that took. @param asked arguments of its command line */
  async start(asked: readonly string[] = [], withinMs = START_TIMEOUT_MS): Promise<number> {
    const startedAt = performance.now();
    const settings = {
      PORT: String(this.port),
      DATA_DIR: this.#dataDir,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    };
    const [program, ...args] = [...this.launcher, process.execPath, ...FLAGS, this.script, ...asked];
    const server = spawn(program, args, {
      env: { ...process.env, ...settings, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = server;
    this.#said = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (this.#said += text));
    while (!this.#said.includes('Istock is open at ')) {
      if (server.exitCode !== null || server.signalCode !== null) throw new Error(`the server ended:\n${this.#said}`);
      if (performance.now() - startedAt > withinMs) throw new Error(`the server did not open:\n${this.#said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    this.#url = /Istock is open at (\S+)/.exec(this.#said)![1];
    return performance.now() - startedAt;
  }

  /** It was started, and has ended. */
  get hasEnded(): boolean {
    return this.#process !== null && (this.#process.exitCode !== null || this.#process.signalCode !== null);
  }

  /** Its output since its start. */
  get said(): string {
    return this.#said;
  }

  /** Pauses the process, as a stalled machine would, or lets it go on. */
  stall(isStalled: boolean): void {
    this.#process?.kill(isStalled ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Waits until it has ended, and returns its exit code. */
  async ended(): Promise<number | null> {
    await this.#ended();
    return this.#process?.exitCode ?? null;
  }

  /** Ends the server by kill -9, so that no signal handler runs. */
  async kill(): Promise<void> {
    if (this.#process?.kill('SIGKILL') === true) this.kills++;
    await this.#ended();
  }

  /** Ends the server by SIGTERM, and returns its exit code. */
  async stop(): Promise<number | null> {
    this.#process?.kill('SIGTERM');
    await this.#ended();
    return this.#process?.exitCode ?? null;
  }

  async remove(): Promise<void> {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** @throws if the connection breaks before the reply */
  async call(method: 'GET' | 'POST', where: string, options: CallOptions = {}): Promise<Reply> {
    const headers: Record<string, string> = {};
    if (method === 'POST') headers['content-type'] = 'application/json';
    if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
    if (options.key !== undefined) headers['idempotency-key'] = options.key;
    const body = method === 'POST' ? JSON.stringify(options.body ?? {}) : undefined;
    const signal = options.timeoutMs === undefined ? undefined : AbortSignal.timeout(options.timeoutMs);
    const response = await fetch(`${this.#url}${where}`, { method, headers, body, signal });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, retryAfter, body: (await response.json()) as Reply['body'] };
  }

  /** Signs a person up and adds money. Returns the token. */
  async newTrader(name: string, rupees: number, role: 'user' | 'instructor' = 'user'): Promise<string> {
    const email = `${name}@example.com`;
    const password = 'secret-12';
    await this.call('POST', '/signup', { body: { name, email, password, confirmPassword: password, role } });
    const otp = await this.codeFor(email);
    const verified = await this.call('POST', '/verifyOtp', { body: { email, otp } });
    const { token } = verified.body.data as { token: string };
    if (rupees > 0) await this.topUp(token, rupees);
    return token;
  }

  async topUp(token: string, rupees: number): Promise<void> {
    const created = await this.call('POST', '/create-order', { token, body: { amount: rupees } });
    const order = { order_id: (created.body.data as { id: string }).id };
    const paid = await this.call('POST', '/sandbox/checkout', {
      token,
      body: { ...order, method: 'upi', vpa: 'success@upi' },
    });
    await this.call('POST', '/verify-payment', { token, body: paid.body.data });
  }

  /** Waits for a mail with a code, since the reply to a sign-up does not, and returns the newest code. */
  async codeFor(email: string): Promise<string> {
    for (const startedAt = performance.now(); ;) {
      const mails = await this.call('GET', `/dev/mailbox?to=${email}`);
      for (const { text } of mails.body.data as { text: string }[]) {
        const code = /\b\d{6}\b/.exec(text)?.[0];
        if (code !== undefined) return code;
      }
      if (performance.now() - startedAt > MAIL_TIMEOUT_MS) throw new Error(`no mail for ${email}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async adminToken(): Promise<string> {
    const reply = await this.call('POST', '/adminLogin', { body: ADMIN });
    return (reply.body.data as { token: string }).token;
  }

  async #ended(): Promise<void> {
    const server = this.#process;
    if (server !== null && server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
}
