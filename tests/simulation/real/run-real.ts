// One seed on the real server: people trade over HTTP, the network to the database and the server itself fail, and everything is proven.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RealServer } from '../../crash/real-server.ts';
import { FaultProxy } from '../../faults/fault-proxy.ts';
import { OutsideDatabase } from '../../faults/outside-database.ts';
import { freePort } from '../../faults/stage.ts';
import { command as runSql, databaseAt } from '../../setup/cluster.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { Random } from '../random.ts';
import { Tally } from '../tally.ts';
import { PEOPLE } from './beginning.ts';
import { Client } from './client.ts';
import { proveReal } from './proof.ts';

export interface RealRun {
  readonly seed: number;
  readonly faults: readonly string[];
  /** Everything that did not hold; empty if all is well. */
  readonly wrong: readonly string[];
  readonly commands: number;
  readonly kills: number;
  /** How often things broke, and how requests were answered. */
  readonly happened: Tally;
}

const FAULTS = [
  'kill',
  'kill-in-commit',
  'cut-commit',
  'reset',
  'half-open',
  'silence',
  'slow',
  'sliced',
  'backends',
  'crash-database',
] as const;
type FaultName = (typeof FAULTS)[number];
const MOMENTS = ['sent', 'handed-over', 'answered', 'delivered'] as const;
const TRAP_PATIENCE_MS = 3_000;

/** A real database with a proxy in front; each seed gets a fresh database on it. */
export class RealGround {
  readonly #folder: string;
  readonly #database: OutsideDatabase;
  readonly #proxy: FaultProxy;

  private constructor(folder: string, database: OutsideDatabase, proxy: FaultProxy) {
    this.#folder = folder;
    this.#database = database;
    this.#proxy = proxy;
  }

  static async open(): Promise<RealGround> {
    const folder = await mkdtemp(path.join(tmpdir(), 'istock-real-'));
    const database = await OutsideDatabase.create(path.join(folder, 'database'));
    return new RealGround(folder, database, await FaultProxy.open(database.socketFile));
  }

  async close(): Promise<void> {
    await this.#proxy.close();
    await this.#database.remove();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async run(seed: number, count: number): Promise<RealRun> {
    const name = `seed_${seed}_${Date.now()}`;
    await (await this.#database.direct()).query(`create database ${name}`);
    const server = RealServer.on(this.#folder, {
      DATABASE_URL: databaseAt(this.#database.urlThrough(this.#proxy.port), name),
      PORT: String(await freePort()),
    });
    server.script = path.join(import.meta.dirname, 'still-server.ts');
    try {
      await server.start();
      return await this.#trade(seed, count, server, databaseAt(this.#database.directUrl, name));
    } finally {
      this.#proxy.heal();
      this.#proxy.disarm();
      await server.kill();
      await runSql(this.#database.directUrl, `drop database if exists ${name} with (force)`).catch(() => {});
    }
  }

  async #trade(seed: number, count: number, server: RealServer, url: string): Promise<RealRun> {
    const random = new Random(seed);
    const clients = PEOPLE.map((account) => new Client(server, account, new Random(seed * 1000 + account)));
    let isOver = false;
    const trading = Promise.all(clients.map((client) => client.trade(Math.ceil(count / clients.length)))).finally(
      () => (isOver = true),
    );
    const done: FaultName[] = [];
    while (!isOver) {
      await sleep(100 + random.next() * 700);
      if (isOver && done.length > 0) break;
      const fault = done.length === 0 ? random.pick(['kill', 'kill-in-commit'] as const) : random.pick(FAULTS);
      done.push(fault);
      await this.#break(fault, random, server);
    }
    this.#proxy.heal();
    this.#proxy.disarm();
    await trading;
    for (const client of clients) await client.repeatAll();
    const wrong = clients.flatMap((client) => client.wrong);
    const direct = await openDatabase({ dataDir: '', databaseUrl: url });
    try {
      const wishes = clients.flatMap((client) => client.wishes);
      if (wrong.length === 0) wrong.push(...(await proveReal(direct, wishes)));
      const kills = done.filter((fault) => fault.startsWith('kill')).length;
      const happened = new Tally();
      for (const fault of done) happened.add(fault);
      for (const { reply } of wishes) happened.add(`answered ${reply?.status ?? 'never'}, and the same again`);
      return { seed, faults: done, wrong, commands: wishes.length, kills, happened };
    } finally {
      await direct.close();
    }
  }

  async #break(fault: FaultName, random: Random, server: RealServer): Promise<void> {
    const proxy = this.#proxy;
    const moment = random.pick(MOMENTS);
    switch (fault) {
      case 'kill':
        await server.kill();
        return void (await server.start());
      case 'kill-in-commit':
        await Promise.race([proxy.halt(moment, 'commit-batch'), sleep(TRAP_PATIENCE_MS)]);
        await server.kill();
        proxy.disarm();
        return void (await server.start());
      case 'cut-commit': {
        const caught = await Promise.race([proxy.halt(moment, 'commit-batch'), sleep(TRAP_PATIENCE_MS)]);
        proxy.disarm();
        return caught?.cut();
      }
      case 'reset':
        return proxy.reset();
      case 'half-open':
        return proxy.forget();
      case 'silence':
        proxy.fallSilent();
        await sleep(200 + random.next() * 1_500);
        return proxy.heal();
      case 'slow':
        proxy.weather = { latencyMs: 60 };
        await sleep(400);
        return proxy.heal();
      case 'sliced':
        proxy.weather = { sliceBytes: 97 };
        await sleep(400);
        return proxy.heal();
      case 'backends':
        return void (await (
          await this.#database.direct()
        ).query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
        ));
      case 'crash-database':
        await this.#database.stop(random.pick(['fast', 'immediate', 'kill']));
        return this.#database.start();
    }
  }
}
