// The stage of a fault: the real server in its own process, a separate real database, and the proxy between them.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyReadyFolder } from '../crash/ready-copy.ts';
import { RealServer } from '../crash/real-server.ts';
import { FaultProxy } from './fault-proxy.ts';
import { OutsideDatabase } from './outside-database.ts';

type Prepare = (folder: string) => () => void;

const nothing = (): void => {};

export class Stage {
  readonly folder: string;
  readonly database: OutsideDatabase;
  readonly proxy: FaultProxy;
  readonly #env: Record<string, string>;
  readonly #takeOut: () => void;
  #server: RealServer;

  private constructor(
    parts: Pick<Stage, 'folder' | 'database' | 'proxy'>,
    env: Record<string, string>,
    takeOut: () => void,
  ) {
    this.#takeOut = takeOut;
    this.folder = parts.folder;
    this.database = parts.database;
    this.proxy = parts.proxy;
    this.#env = env;
    this.#server = RealServer.on(path.join(parts.folder, 'server'), env);
  }

  /**
   * @param env settings of the server besides those of every stage
   * @param prepare may mount a disk in the folder, and returns how to remove it
   */
  static async open(env: Record<string, string> = {}, prepare: Prepare = () => nothing): Promise<Stage> {
    const folder = await mkdtemp(path.join(tmpdir(), 'istock-fault-'));
    const takeOut = prepare(folder);
    await copyReadyFolder(path.join(folder, 'database'));
    const database = await OutsideDatabase.create(path.join(folder, 'database'));
    const proxy = await FaultProxy.open(database.socketFile);
    const settings = { DATABASE_URL: database.urlThrough(proxy.port), PORT: String(await freePort()), ...env };
    const stage = new Stage({ folder, database, proxy }, settings, takeOut);
    try {
      await stage.server.start();
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  /** The server that clients use. */
  get server(): RealServer {
    return this.#server;
  }

  /** The settings for a second process of the same site. */
  get env(): Readonly<Record<string, string>> {
    return this.#env;
  }

  /** Makes clients use another process from now on. */
  turnTo(server: RealServer): void {
    this.#server = server;
  }

  async close(): Promise<void> {
    this.proxy.heal();
    await this.server.kill();
    await this.proxy.close();
    await this.database.remove();
    this.#takeOut();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
