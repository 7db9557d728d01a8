// A whole site on this machine: PostgreSQL, NATS, one exchange with the others as standbys, and gateways, each its own process.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunningPostgres } from '../../server/db/embedded.ts';
import { urlOf } from '../setup/cluster.ts';
import { NatsNode } from '../setup/nats.ts';
import { startReadyPostgres } from './ready-copy.ts';
import { RealServer } from './real-server.ts';

export interface SiteSize {
  readonly nats?: number;
  readonly exchanges?: number;
  readonly gateways?: number;
  /** The addresses at which a process reaches NATS; all servers when left out. */
  readonly natsUrlOf?: (
    role: 'exchange' | 'gateway',
    number: number,
    nats: readonly NatsNode[],
  ) => Promise<string | undefined>;
}

interface Servers {
  readonly exchanges: readonly RealServer[];
  readonly gateways: readonly RealServer[];
}

const READY_LIMIT_MS = 20_000;

export class RealSite {
  readonly #folder: string;
  readonly #postgres: RunningPostgres;
  readonly nats: readonly NatsNode[];
  readonly exchanges: readonly RealServer[];
  readonly gateways: readonly RealServer[];

  private constructor(folder: string, postgres: RunningPostgres, nats: readonly NatsNode[], servers: Servers) {
    this.#folder = folder;
    this.#postgres = postgres;
    this.nats = nats;
    this.exchanges = servers.exchanges;
    this.gateways = servers.gateways;
  }

  /** Starts everything and waits until it is ready. With several exchanges, only the first; the others when `start` is called. */
  static async start(size: SiteSize, env: Record<string, string> = {}): Promise<RealSite> {
    const { nats: nodes = 1, exchanges = 1, gateways = 1, natsUrlOf = () => Promise.resolve(undefined) } = size;
    const folder = await mkdtemp(path.join(tmpdir(), 'istock-site-'));
    const postgres = await startReadyPostgres(path.join(folder, 'db'));
    const nats = await NatsNode.cluster(nodes);
    // One folder: all need the same secrets, and the gateways the same files.
    const data = path.join(folder, 'data');
    const NATS_URL = nats.map(({ url }) => url).join(',');
    const settings = { ...env, DATABASE_URL: urlOf(postgres.connection), NATS_URL };
    const STANDBY = exchanges > 1 ? 'on' : 'off';
    const roles = { exchange: { ROLE: 'exchange', STANDBY }, gateway: { ROLE: 'gateway' } };
    const server = async (role: 'exchange' | 'gateway', n: number): Promise<RealServer> =>
      RealServer.on(data, { ...settings, NATS_URL: (await natsUrlOf(role, n, nats)) ?? NATS_URL, ...roles[role] });
    const servers = (role: 'exchange' | 'gateway', count: number): Promise<RealServer[]> =>
      Promise.all(Array.from({ length: count }, (_, n) => server(role, n)));
    const site = new RealSite(folder, postgres, nats, {
      exchanges: await servers('exchange', exchanges),
      gateways: await servers('gateway', gateways),
    });
    await site.exchanges[0].start();
    await Promise.all(site.gateways.map((each) => each.start()));
    await Promise.all(site.gateways.map(ready));
    return site;
  }

  async close(): Promise<void> {
    await Promise.all([...this.gateways, ...this.exchanges].map((server) => server.kill()));
    await Promise.all(this.nats.map((node) => node.kill()));
    await this.#postgres.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Waits until a server says that it is ready, and returns how long that took. */
export async function ready(server: RealServer): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const reply = await server.call('GET', '/ready', { timeoutMs: 1_000 }).catch(() => null);
    if (reply?.status === 200) return performance.now() - startedAt;
    if (performance.now() - startedAt > READY_LIMIT_MS)
      throw new Error(`not ready: ${JSON.stringify(reply?.body)}\n${server.said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
