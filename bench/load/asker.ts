// What the people of a stream send: a seeded mix of market orders, resting orders and cancellations; or what a screen reads.
import { Random } from '../../tests/simulation/random.ts';
import type { Lines } from './lines.ts';

/** `flood`: only orders, whose outcome does not matter. `reads`: what a screen shows. `charts`: the longest answers. */
export type AskerKind = 'orders' | 'flood' | 'reads' | 'charts';

export interface AskerOptions {
  readonly kind: AskerKind;
  readonly tokens: readonly string[];
  readonly seed: number;
  /** The stocks that are traded, each with a price in rupees at which a buy rests. */
  readonly stocks: readonly Stock[];
}

export interface Stock {
  readonly symbol: string;
  readonly restAt: number;
}

/** The state of one client: shares it may sell, and orders it may cancel. */
interface Client {
  readonly token: string;
  readonly shares: string[];
  readonly resting: string[];
}

const READS = ['/portfolio', '/stocks', '/getOrders?page=1&limit=20'];
const CHARTS = ['/getStockData?', '/bars?interval=1m&', '/gethistorical?', '/bars?interval=1h&'];
const ID = /"_id":"(\d+)"/;

export class Asker {
  readonly #options: AskerOptions;
  readonly #lines: Lines;
  readonly #random: Random;
  readonly #clients: readonly Client[];
  acknowledged = 0;
  #orders = 0;
  #refused = 0;

  constructor(options: AskerOptions, lines: Lines) {
    this.#options = options;
    this.#lines = lines;
    this.#random = new Random(options.seed);
    this.#clients = options.tokens.map((token) => ({ token, shares: [], resting: [] }));
  }

  /** Orders whose outcome is unknown, including those that were never answered. */
  get unknown(): number {
    return this.#orders - this.acknowledged - this.#refused;
  }

  /** Sends the `n`th request; `told` is called with the status of the reply. */
  ask(n: number, told: (status: number) => void): void {
    const client = this.#random.pick(this.#clients);
    if (this.#options.kind === 'reads') return this.#read(client, READS[n % READS.length], told);
    const stock = this.#random.pick(this.#options.stocks);
    if (this.#options.kind === 'charts')
      return this.#read(client, `${CHARTS[n % CHARTS.length]}symbol=${stock.symbol}`, told);
    const choice = this.#random.next();
    if (this.#options.kind === 'flood') return this.#rest(client, n, stock, told);
    if (choice < 0.5) return this.#trade(client, n, stock, told);
    if (choice < 0.75 || client.resting.length === 0) return this.#rest(client, n, stock, told);
    this.#cancel(client, n, told);
  }

  /** Cancels one resting order or sells one share that the stream has left behind; false if there is nothing left. */
  takeBack(n: number, told: (status: number) => void): boolean {
    const client = this.#clients.find(({ resting, shares }) => resting.length > 0 || shares.length > 0);
    if (client === undefined) return false;
    if (client.resting.length > 0) this.#cancel(client, n, told);
    else this.#trade(client, n, this.#options.stocks[0], told);
    return true;
  }

  /** How much is left to cancel or sell. */
  get left(): number {
    return this.#clients.reduce((sum, { resting, shares }) => sum + resting.length + shares.length, 0);
  }

  #read({ token }: Client, where: string, told: (status: number) => void): void {
    this.#lines.ask(`${this.#lines.head('GET', where, token)}\r\n`, ({ status }) => told(status));
  }

  /** Sells a share if it has one, otherwise buys. */
  #trade(client: Client, n: number, { symbol }: Stock, told: (status: number) => void): void {
    const own = client.shares.pop();
    const type = own === undefined ? 'BUY' : 'SELL';
    const order = { stock: own ?? symbol, type, orderType: 'MARKET', quantity: 1 };
    this.#order(client, n, order, (status, body) => {
      const isFilled = status === 200 && body.includes('"status":"COMPLETED"');
      if (type === 'BUY' && isFilled) client.shares.push(symbol);
      if (own !== undefined && !isFilled) client.shares.push(own);
      told(status);
    });
  }

  #rest(client: Client, n: number, { symbol, restAt }: Stock, told: (status: number) => void): void {
    const order = { stock: symbol, type: 'BUY', orderType: 'LIMIT', quantity: 1, price: restAt, timeInForce: 'GTC' };
    this.#order(client, n, order, (status, body) => {
      const id = status === 200 ? ID.exec(body)?.[1] : undefined;
      if (id !== undefined) client.resting.push(id);
      told(status);
    });
  }

  #cancel({ token, resting }: Client, n: number, told: (status: number) => void): void {
    const where = `/cancelOrder/${resting.shift()}`;
    this.#post(token, where, n, {}, (status) => told(status));
  }

  #order({ token }: Client, n: number, order: unknown, told: (status: number, body: string) => void): void {
    this.#orders++;
    this.#post(token, '/orders', n, order, (status, body) => {
      if (status === 200) this.acknowledged++;
      else if (status >= 400 && status < 500) this.#refused++;
      told(status, body);
    });
  }

  /** With an idempotency key for each request, as our client sends it. */
  #post(token: string, where: string, n: number, given: unknown, told: (status: number, body: string) => void): void {
    const body = JSON.stringify(given);
    const key = `load-${this.#options.seed}-${n}`;
    const head = this.#lines.head('POST', where, token);
    const more = `content-type: application/json\r\nidempotency-key: ${key}\r\ncontent-length: ${body.length}\r\n\r\n`;
    this.#lines.ask(head + more + body, (answer) => told(answer.status, answer.body));
  }
}
