// The site under load: the real server in its own process, a separate PostgreSQL, and the wanted number of people with money.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../../server/db/migrate.ts';
import { startPostgres } from '../../server/db/embedded.ts';
import type { RunningPostgres } from '../../server/db/embedded.ts';
import { openDatabase, takeTime } from '../../server/db/open.ts';
import type { Database } from '../../server/db/open.ts';
import { RealServer } from '../../tests/crash/real-server.ts';
import { freePort } from '../../tests/free-port.ts';
import { urlOf } from '../../tests/setup/cluster.ts';
import { settle } from './people.ts';
import type { Person } from './people.ts';

export interface SiteOptions {
  readonly people: number;
  /** Beside the sixty companies. */
  readonly moreStocks?: number;
  /** Settings of the server beside those that every site has. */
  readonly env?: Readonly<Record<string, string>>;
}

export class Site {
  readonly server: RealServer;
  readonly people: readonly Person[];
  readonly postgres: RunningPostgres;
  readonly db: Database;
  readonly #folder: string;

  /** The folder of its PostgreSQL. */
  get databaseDir(): string {
    return path.join(this.#folder, 'database');
  }

  private constructor(parts: Pick<Site, 'server' | 'people' | 'postgres' | 'db'>, folder: string) {
    this.server = parts.server;
    this.people = parts.people;
    this.postgres = parts.postgres;
    this.db = parts.db;
    this.#folder = folder;
  }

  static async open({ people: count, moreStocks = 0, env = {} }: SiteOptions): Promise<Site> {
    const folder = await mkdtemp(path.join(tmpdir(), 'istock-load-'));
    const postgres = await startPostgres({ dataDir: path.join(folder, 'database') });
    const databaseUrl = urlOf(postgres.connection);
    const db = await openDatabase({ dataDir: '', databaseUrl });
    // Nobody waits for these statements, and the machine may be busy, so they get more time.
    takeTime(db);
    await migrate(db);
    const dataDir = path.join(folder, 'server');
    const people = await settle({ db, dataDir, count, moreStocks });
    const port = process.env.LOAD_PORT ?? String(await freePort());
    const server = RealServer.on(dataDir, { DATABASE_URL: databaseUrl, PORT: port, ...env });
    const site = new Site({ server, people, postgres, db }, folder);
    await server.start();
    return site;
  }

  /** @throws if the books do not add up, or the stored orders are not those that were acknowledged. */
  async prove(orders?: { readonly acknowledged: number; readonly unknown: number }): Promise<void> {
    const { status, body } = await this.server.call('GET', '/ledger/verify', { token: await this.server.adminToken() });
    if (status !== 200 || !(body.data as { ok: boolean }).ok)
      throw new Error(`the books do not add up: ${JSON.stringify(body)}`);
    if (orders === undefined) return;
    const { rows } = await this.db.query<{ stored: number }>(`select count(*)::integer as stored from orders`);
    const [{ stored }] = rows;
    if (stored < orders.acknowledged || stored > orders.acknowledged + orders.unknown)
      throw new Error(`${stored} orders are stored, ${orders.acknowledged} were acknowledged`);
  }

  async close(): Promise<void> {
    await this.server.stop();
    await this.db.close();
    await this.postgres.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
