// A PostgreSQL outside the server, which tests start, stop in every possible way, and query directly, past the proxy.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareCluster } from '../../server/db/cluster.ts';
import type { Cluster } from '../../server/db/cluster.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/open.ts';
import { launch } from '../../server/db/postmaster.ts';
import { urlOf } from '../setup/cluster.ts';

/** As pg_ctl calls them; `kill` is kill -9 of the postmaster. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;
export type StopWay = keyof typeof SIGNALS;

const START_LIMIT_MS = 60_000;

export class OutsideDatabase {
  readonly #cluster: Cluster;
  #postmaster: ChildProcess;
  #direct: Database | null = null;
  /** How often it was stopped, in whatever way. */
  stops = 0;

  private constructor(cluster: Cluster, postmaster: ChildProcess) {
    this.#cluster = cluster;
    this.#postmaster = postmaster;
  }

  static async create(folder: string): Promise<OutsideDatabase> {
    const cluster = await prepareCluster(folder, false, () => {});
    return new OutsideDatabase(cluster, await launch(cluster));
  }

  /** The file of its socket. */
  get socketFile(): string {
    const { host, port } = this.#cluster.connection;
    return path.join(host, `.s.PGSQL.${port}`);
  }

  /** The address of the same database through another port of this machine. */
  urlThrough(port: number): string {
    const { user, password, database } = this.#cluster.connection;
    return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  }

  /** Its address, past the proxy. */
  get directUrl(): string {
    return urlOf(this.#cluster.connection);
  }

  /** A connection for the test, past the proxy. */
  async direct(): Promise<Database> {
    this.#direct ??= await openDatabase({ dataDir: '', databaseUrl: this.directUrl });
    return this.#direct;
  }

  async stop(way: StopWay): Promise<void> {
    const postmaster = this.#postmaster;
    if (postmaster.exitCode !== null || postmaster.signalCode !== null) return;
    this.stops++;
    const ended = once(postmaster, 'exit');
    postmaster.ref();
    postmaster.kill(SIGNALS[way]);
    await ended;
  }

  /** Kills one of its processes. PostgreSQL takes that for damage, ends all the others, and restarts by itself. */
  async killProcess(pid: number): Promise<void> {
    this.stops++;
    process.kill(pid, 'SIGKILL');
  }

  /** Backends of a killed postmaster need a moment to notice; until then no new one starts. */
  async start(): Promise<void> {
    for (const startedAt = performance.now(); ;) {
      try {
        this.#postmaster = await launch(this.#cluster);
        return;
      } catch (error) {
        if (performance.now() - startedAt > START_LIMIT_MS) throw error;
        await sleep(50);
      }
    }
  }

  async remove(): Promise<void> {
    await this.#direct?.close().catch(() => {});
    await this.stop('fast');
  }
}
