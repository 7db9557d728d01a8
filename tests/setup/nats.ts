// Real NATS servers for tests: one, or a cluster, on ports of their own; nats-server is installed if it is missing.
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);
const HOST = '127.0.0.1';
const START_LIMIT_MS = 10_000;
const LOOK_MS = 20;

const isThere = (): Promise<boolean> =>
  run('nats-server', ['--version']).then(
    () => true,
    () => false,
  );

/** Several test files may need it at once, and only one of them can install it. */
const INSTALL_TRIES = 4;
const INSTALL_AGAIN_MS = 3_000;

/** Debian's package, if this user may install packages. @throws with what to do otherwise. */
async function ensureNatsServer(): Promise<void> {
  if (await isThere()) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = async (...words: string[]): Promise<void> => {
    const [program, ...args] = [...asRoot, 'apt-get', '-o', 'DPkg::Lock::Timeout=60', ...words];
    await run(program, args, { env }).catch(() => {});
  };
  for (let n = 0; n < INSTALL_TRIES; n++) {
    await apt('update');
    await apt('install', '-y', '--no-install-recommends', 'nats-server');
    if (await isThere()) return;
    await sleep(INSTALL_AGAIN_MS);
  }
  throw new Error('These tests need nats-server: install it (apt-get install nats-server).');
}

export class NatsNode {
  readonly #args: readonly string[];
  readonly url: string;
  #process: ChildProcess | null = null;

  private constructor(port: number, more: readonly string[]) {
    this.url = `nats://${HOST}:${port}`;
    this.#args = ['-a', HOST, '-p', String(port), ...more];
  }

  /** Starts a cluster of so many servers. */
  static async cluster(size: number): Promise<NatsNode[]> {
    await ensureNatsServer();
    const ports = await Promise.all(Array.from({ length: size }, freePort));
    const routePorts = await Promise.all(Array.from({ length: size }, freePort));
    const routes = routePorts.map((port) => `nats-route://${HOST}:${port}`);
    const nodes = ports.map((port, n) => {
      const cluster = [
        // Clients keep to the addresses they were given, even to lines that the test cuts.
        '--no_advertise',
        '--cluster_name',
        'istock',
        '--cluster',
        routes[n].replace('nats-route', 'nats'),
        '--routes',
        routes.join(','),
      ];
      return new NatsNode(port, size === 1 ? [] : cluster);
    });
    for (const node of nodes) await node.start();
    return nodes;
  }

  /** Starts one with settings of its own. */
  static async alone(args: readonly string[]): Promise<NatsNode> {
    await ensureNatsServer();
    const node = new NatsNode(await freePort(), args);
    await node.start();
    return node;
  }

  /** Its process id. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async start(): Promise<void> {
    this.#process = spawn('nats-server', this.#args, { stdio: 'ignore' });
    const startedAt = performance.now();
    while (!(await this.#answers())) {
      if (this.#process.exitCode !== null) throw new Error('nats-server ended.');
      if (performance.now() - startedAt > START_LIMIT_MS) throw new Error('nats-server did not start.');
      await sleep(LOOK_MS);
    }
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    const server = this.#process;
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const { hostname, port } = new URL(this.url);
      const socket = connect(Number(port), hostname, () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
  }
}
