// What each reading call costs: processor time of the server's main thread, of its other threads and of the database, the costliest first.
import { readFileSync } from 'node:fs';
import { methodOf, pathOf, routeNames, routes } from '../contract/routes.ts';
import type { RouteName } from '../contract/routes.ts';
import type { Queryable } from '../server/db/open.ts';
import { FILLING, vacuum } from './desk.ts';
import { databaseSeconds } from './http-load.ts';
import { Site } from './load/site.ts';
import { cpuSecondsOf } from './load/vitals.ts';
import type { Section } from './section.ts';

const VENUE = 1;
/** A program that has traded for some weeks, some five thousand orders a day at most: a contract note has no more. */
const ORDERS = 90_000;
const NOTICES = 100_000;
const DAY_MS = 86_400_000;
const WARM_CALLS = 3;
const MEASURED_MS = 300;
const IDLE_MS = 2_000;

const nowSecond = (): number => Math.floor(Date.now() / 1000);
const ago = (days: number): number => nowSecond() - days * 86_400;
const dayAgo = (days: number): string => new Date(Date.now() + 19_800_000 - days * DAY_MS).toISOString().slice(0, 10);
/** As many words as a search takes, each of which has to be looked for. */
const WORDS = encodeURIComponent(Array.from({ length: 32 }, (_, n) => n % 10).join(' '));

/** What is asked besides the plain call: what it cannot do without, and what makes it work hardest. */
const QUERIES: Partial<Record<RouteName, readonly (() => string)[]>> = {
  'GET /bars': [
    () => 'symbol=MERIT',
    () => `symbol=MERIT&interval=1m&from=${ago(1)}`,
    () => 'symbol=MERIT&interval=1h',
    () => `symbol=MERIT&interval=1m&from=${ago(90)}`,
    () => 'symbol=MERIT&interval=1W&from=0',
  ],
  'GET /charges': [() => 'symbol=MERIT&type=BUY&orderType=MARKET&quantity=1'],
  'GET /contractNote': [() => `day=${dayAgo(2)}`],
  'GET /depth': [() => 'symbol=MERIT'],
  'GET /drawnLines': [() => 'symbol=MERIT'],
  'GET /fullDepth': [() => 'symbol=MERIT'],
  'GET /get-signed-url': [() => 'fileName=me.png&fileType=image/png'],
  'GET /getOrders': [() => '', () => 'limit=100', () => 'limit=100&page=900', () => `q=${WORDS}`],
  'GET /getStockData': [() => 'symbol=MERIT'],
  'GET /gethistorical': [() => 'symbol=MERIT'],
  'GET /notifications': [() => '', () => 'limit=100&page=900'],
  'GET /recentTrades': [() => 'symbol=MERIT'],
  'GET /search': [() => 'q=a'],
  'GET /sparklines': [() => 'symbols=MERIT,VAYUSYS'],
  'GET /stockNews': [() => 'symbol=MERIT'],
  'GET /tradeDiary': [() => '', () => `from=${dayAgo(2)}&to=${dayAgo(2)}`],
  'GET /transactions': [() => '', () => 'limit=100&page=900', () => `q=${WORDS}`],
};

/** Not measured: what needs something that has happened in a call or at the desk, and what makes a file for as long as it is read. */
const LEFT_OUT: readonly RouteName[] = ['GET /exportData', 'GET /exportUser/{id}', 'GET /dev/mailbox'];

interface Question {
  readonly name: string;
  readonly path: string;
  readonly token: string | undefined;
}

interface Cost {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds of a processor for each call. */
  readonly main: number;
  readonly others: number;
  readonly database: number;
}

export async function bench(): Promise<Section[]> {
  const site = await Site.open({ people: 2 });
  try {
    const [trader] = site.people;
    await site.db.transaction((slowly) => fill(slowly, trader.account), FILLING);
    await vacuum(site.db);
    const tokens = {
      user: await trader.token(),
      instructor: await site.server.newTrader('teacher', 1000, 'instructor'),
      admin: await site.server.adminToken(),
    };
    const [idle] = await used(site, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
    const costs: Cost[] = [];
    for (const question of await questionsFor(site, tokens)) {
      const cost = await costOf(site, question, idle);
      if (cost !== null) costs.push(cost);
    }
    return [sectionOf(costs)];
  } finally {
    await site.close();
  }
}

async function fill(db: Queryable, account: number): Promise<void> {
  const from = Date.now() - 20 * DAY_MS;
  const at = `($3 + n * ${(19 * DAY_MS) / ORDERS})::bigint`;
  const first = 1_000_000_000;
  await db.query(
    `insert into orders (venue, id, account, instrument, side, order_type, time_in_force, product, origin, quantity, limit_price,
       stop_price, commission_rate, flat_fee_terms, created_at, remaining, status, end_reason, ended_at, priority, queued_behind, held,
       held_at_first, filled_value, brokerage, flat_fee, margin, first_trade, last_trade)
     select $1, ${first} + n, $2, 1 + (n / 2) % 60, case when n % 2 = 0 then 'buy' else 'sell' end, 'market', 'ioc', 'delivery', 'trader',
       10, 0, 0, 10000, 500, ${at}, 0, 'filled', 'filled', ${at}, 0, 0, 0, 0, 400000, 4000, 500, 0, ${first} + n, ${first} + n
     from generate_series(0::bigint, ${ORDERS - 1}) n`,
    [VENUE, account, from],
  );
  await db.query(
    `insert into fills (venue, trade_id, side, order_id, account, instrument, price, quantity, brokerage, flat_fee, cost, opened_at,
       product, is_maker, at, high, low, path_from)
     select $1, ${first} + n, case when n % 2 = 0 then 'buy' else 'sell' end, ${first} + n, $2, 1 + (n / 2) % 60, 40000 + (n * 7) % 500,
       10, 4000, 500, 400000, case when n % 2 = 1 then ${at} - 1000 end, 'delivery', false, ${at},
       case when n % 2 = 1 then 41000 end, case when n % 2 = 1 then 39500 end, case when n % 2 = 1 then ${at} - 1000 end
     from generate_series(0::bigint, ${ORDERS - 1}) n`,
    [VENUE, account, from],
  );
  await db.query(
    `insert into notifications (account, kind, message, created_at, is_listed, is_mail_due)
     select $1, 'fill', 'Bought 10 MERIT at 400.00.', $2, true, false from generate_series(1, ${NOTICES})`,
    [account, from],
  );
}

type Tokens = Readonly<Record<'user' | 'instructor' | 'admin', string>>;

async function questionsFor(site: Site, tokens: Tokens): Promise<Question[]> {
  const id = await idsOf(site, tokens);
  return routeNames
    .filter((name) => methodOf(name) === 'GET' && !LEFT_OUT.includes(name))
    .flatMap((name) => {
      const { role } = routes[name];
      const token = role === 'public' ? undefined : role === 'any' || role === 'trader' ? tokens.user : tokens[role];
      const where = pathOf(name).replace('{id}', /order/i.test(name) ? id.order : id.user);
      return (QUERIES[name] ?? [() => '']).map((query) => {
        const said = query();
        const shown = said.length > 60 ? `${said.slice(0, 60)}...` : said;
        return { name: `${name} ${shown}`, path: said === '' ? where : `${where}?${said}`, token };
      });
    });
}

async function idsOf({ server, people }: Site, { user: token }: Tokens): Promise<{ order: string; user: string }> {
  const { body } = await server.call('GET', '/getOrders', { token });
  return { order: (body.data as { orders: { _id: string }[] }).orders[0]._id, user: people[0].userId };
}

/** Null where the call is refused, as where it is about something that nobody has. */
async function costOf(site: Site, { name, path, token }: Question, idle: Used): Promise<Cost | null> {
  let bytes = 0;
  const ask = async (): Promise<boolean> => {
    const headers = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const reply = await fetch(`${site.server.url}${path}`, { headers });
    bytes = (await reply.arrayBuffer()).byteLength;
    return reply.ok;
  };
  for (let n = 0; n < WARM_CALLS; n++) if (!(await ask())) return null;
  const startedAt = performance.now();
  const [sum, calls] = await used(site, async () => {
    let count = 0;
    for (; count === 0 || performance.now() - startedAt < MEASURED_MS; count++) await ask();
    return count;
  });
  const each = (of: keyof Used): number => Math.max(0, sum[of] - (idle[of] / idle.passed) * sum.passed) / calls;
  return { name, bytes, main: each('main'), others: each('others'), database: each('database') };
}

/** Milliseconds. */
interface Used {
  readonly main: number;
  readonly others: number;
  readonly database: number;
  readonly passed: number;
}

async function used<Result>(site: Site, work: () => Promise<Result>): Promise<[Used, Result]> {
  const look = (): Used => {
    const main = mainMs(site.server.pid!);
    return {
      main,
      others: cpuSecondsOf(site.server.pid!) * 1000 - main,
      database: databaseSeconds(site.databaseDir) * 1000,
      passed: performance.now(),
    };
  };
  const before = look();
  const result = await work();
  const after = look();
  const part = (of: keyof Used): number => after[of] - before[of];
  return [{ main: part('main'), others: part('others'), database: part('database'), passed: part('passed') }, result];
}

/** Of a process's first thread, which runs its JavaScript. */
function mainMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

function sectionOf(costs: readonly Cost[]): Section {
  const whole = ({ main, others, database }: Cost): number => main + others + database;
  return {
    title: 'What each reading call costs, in processor time',
    columns: ['call', 'answer', 'main thread', 'other threads', 'database'],
    rows: costs
      .toSorted((one, other) => whole(other) - whole(one))
      .map(({ name, bytes, main, others, database }) => [
        name,
        `${(bytes / 1024).toFixed(1)} KB`,
        ms(main),
        ms(others),
        ms(database),
      ]),
    notes: [
      `One caller, one call after the other, for ${MEASURED_MS} ms each; what the market costs meanwhile is taken off. The trader has ${ORDERS.toLocaleString('en')} orders, as many fills and ${NOTICES.toLocaleString('en')} notifications. Calls about things that nobody has here are left out.`,
    ],
  };
}
