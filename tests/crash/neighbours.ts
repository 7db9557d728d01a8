// npm run neighbours [-- COMMIT]: this version beside an earlier one, as two checkouts under load: first the exchange is upgraded, then the gateways; and the other way round.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../server/db/embedded.ts';
import { urlOf } from '../setup/cluster.ts';
import { asked } from '../command-line.ts';
import { NatsNode } from '../setup/nats.ts';
import { RealServer } from './real-server.ts';
import { ready } from './real-site.ts';
import { ScreenPair } from './screen-pair.ts';
import { Traders } from './traders.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The files that define the messages between gateways and the exchange, and the tables that both read. */
const SPOKEN = ['server/gateway', 'server/bus', 'server/db/migrations', 'contract'];
const ORDERS = 60;
const READS = [
  '/stocks',
  '/portfolio',
  '/getOrders',
  '/transactions',
  '/bars?symbol=MERIT&interval=1m',
  '/limit',
  '/rewards',
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** One half of the trial; each process runs the version of the folder that its files are in. */
interface Stand {
  readonly wrong: string[];
  server(root: string, settings: Record<string, string>): RealServer;
}

/** Keeps making calls that a gateway answers by itself, to prove that nobody waits for a migration. */
class Reader {
  readonly #server: RealServer;
  readonly #token: string;
  #isOver = false;
  #running: Promise<void> = Promise.resolve();
  count = 0;
  longestMs = 0;
  readonly refused: number[] = [];

  constructor(server: RealServer, token: string) {
    this.#server = server;
    this.#token = token;
    this.#running = this.#read();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #read(): Promise<void> {
    while (!this.#isOver) {
      const startedAt = performance.now();
      const { status } = await this.#server.call('GET', '/transactions', { token: this.#token });
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
      this.count++;
      if (status !== 200) this.refused.push(status);
      await sleep(20);
    }
  }
}

/** Does something under load, after which everything must work as before. */
async function phase(what: string, { wrong }: Stand, trial: Trial, happen: () => Promise<unknown>): Promise<void> {
  const { traders, gateways, tokens } = trial;
  const before = wrong.length;
  traders.start();
  await traders.more(ORDERS);
  traders.longestPauseMs = 0;
  await happen();
  await traders.more(ORDERS);
  await traders.stop();
  wrong.push(...(await traders.prove(gateways[0])).map((each) => `${what}: ${each}`));
  for (const gateway of gateways)
    for (const where of READS) {
      const { status, body } = await gateway.call('GET', where, { token: tokens[0] });
      if (status !== 200) wrong.push(`${what}: GET ${where} answers ${status} ${body.message}`);
    }
  const screens = await ScreenPair.open(gateways, tokens[0]);
  wrong.push(...(await screens.prove(traders)).map((each) => `${what}: ${each}`));
  const found = wrong.length === before ? 'holds' : 'FAILED';
  say(`${found}: ${what} (longest time without an order ${Math.round(traders.longestPauseMs)} ms)`);
}

interface Trial {
  readonly gateways: readonly RealServer[];
  readonly tokens: readonly string[];
  readonly traders: Traders;
}

async function prepare(gateways: readonly RealServer[]): Promise<Trial> {
  const token = await gateways[0].adminToken();
  const body = { maxBuyLimit: 1_000_000, maxSellLimit: 1_000_000, timeframeInHours: 24 };
  await gateways[0].call('POST', '/updateLimit', { token, body });
  const tokens = await Promise.all([0, 1, 2].map((n) => gateways[n % 2].newTrader(`trader-${n}`, 900_000)));
  return { gateways, tokens, traders: new Traders(tokens, gateways) };
}

const EXCHANGE = { ROLE: 'exchange', STANDBY: 'on' };
const GATEWAY = { ROLE: 'gateway' };

async function upgrade(stand: Stand, earlier: string): Promise<void> {
  const [before, after] = [stand.server(earlier, EXCHANGE), stand.server(ROOT, EXCHANGE)];
  await before.start();
  const gateways = [stand.server(earlier, GATEWAY), stand.server(earlier, GATEWAY)];
  await Promise.all(gateways.map((each) => each.start().then(() => ready(each))));
  const trial = await prepare(gateways);
  const reader = new Reader(gateways[0], trial.tokens[0]);
  await phase('the exchange is upgraded under gateways of the earlier version', stand, trial, async () => {
    const opened = after.start();
    opened.catch(() => {});
    while (!after.said.includes('stands by')) await sleep(20);
    await before.stop();
    await opened;
    await Promise.all(gateways.map(ready));
  });
  await reader.stop();
  say(`meanwhile ${reader.count} lists were read, the slowest in ${Math.round(reader.longestMs)} ms`);
  if (reader.refused.length > 0) stand.wrong.push(`lists were refused: ${[...new Set(reader.refused)].join(', ')}`);
  for (const [n, gateway] of gateways.entries())
    await phase(`gateway ${n + 1} of 2 is upgraded`, stand, trial, async () => {
      await gateway.stop();
      gateway.script = path.join(ROOT, 'server/main.ts');
      await gateway.start();
      await ready(gateway);
    });
}

async function otherWayRound(stand: Stand, earlier: string): Promise<void> {
  const exchange = stand.server(earlier, EXCHANGE);
  await exchange.start();
  const gateways = [stand.server(ROOT, GATEWAY), stand.server(earlier, GATEWAY)];
  await Promise.all(gateways.map((each) => each.start().then(() => ready(each))));
  await phase('a gateway of this version with an exchange of the earlier one', stand, await prepare(gateways), () =>
    Promise.resolve(),
  );
}

async function onStand(earlier: string, trial: (stand: Stand, earlier: string) => Promise<void>): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'istock-neighbours-'));
  const postgres = await startPostgres({ dataDir: path.join(folder, 'db'), isForgetful: true });
  const [nats] = await NatsNode.cluster(1);
  const servers: RealServer[] = [];
  const wrong: string[] = [];
  const shared = { DATABASE_URL: urlOf(postgres.connection), NATS_URL: nats.url };
  const server = (root: string, settings: Record<string, string>): RealServer => {
    const made = RealServer.on(path.join(folder, 'data'), { ...shared, ...settings });
    made.script = path.join(root, 'server/main.ts');
    servers.push(made);
    return made;
  };
  try {
    await trial({ wrong, server }, earlier);
  } finally {
    for (const each of servers) await each.kill();
    await nats.kill();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return wrong;
}

/** The commit before the last change to any of `SPOKEN`. */
function lastNeighbour(): string {
  return git('rev-parse', '--short', `${git('log', '-1', '--format=%h', '--', ...SPOKEN)}^`);
}

const HELP = `npm run neighbours            this version beside the one before the last change of what versions say to each other
npm run neighbours -- COMMIT  beside this one
`;

const commit = asked(HELP, () => {
  const [given] = process.argv.slice(2);
  if (given === undefined) return lastNeighbour();
  const found = spawnSync('git', ['rev-parse', '--short', '--verify', '--quiet', `${given}^{commit}`], { cwd: ROOT });
  if (found.status !== 0) throw new Error(`There is no commit ${given}`);
  return found.stdout.toString().trim();
});
const checkout = await mkdtemp(path.join(tmpdir(), 'istock-earlier-'));
let wrong: string[];
try {
  git('worktree', 'add', '--quiet', '--detach', '--force', checkout, commit);
  for (const modules of ['node_modules', 'runtime/node_modules'])
    if (existsSync(path.join(ROOT, modules))) await symlink(path.join(ROOT, modules), path.join(checkout, modules));
  say(`This version and ${commit}: ${git('log', '-1', '--format=%s', commit)}`);
  wrong = [...(await onStand(checkout, upgrade)), ...(await onStand(checkout, otherWayRound))];
} finally {
  git('worktree', 'remove', '--force', checkout);
}
for (const line of wrong) say(`WRONG  ${line}`);
process.exit(wrong.length > 0 ? 1 : 0);
