// One person's screens at two gateways: both must hear the same pushes with the same versions.
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { RealServer } from './real-server.ts';
import type { Traders } from './traders.ts';

const HEARD = ['order-update', 'portfolioUpdate', 'notification'];
const ORDERS = 5;
const LIMIT_MS = 15_000;
const LOOK_MS = 20;
/** The pushes about the last order arrive within one beat of the market. */
const SETTLED_MS = 300;

interface Screen {
  readonly socket: Socket;
  readonly heard: string[];
}

export class ScreenPair {
  readonly #gateways: readonly RealServer[];
  readonly #token: string;
  readonly #screens: readonly Screen[];

  private constructor(gateways: readonly RealServer[], token: string, screens: readonly Screen[]) {
    this.#gateways = gateways;
    this.#token = token;
    this.#screens = screens;
  }

  /** Connects both screens and fetches the state that they start from. */
  static async open(gateways: readonly RealServer[], token: string): Promise<ScreenPair> {
    const screens = gateways.slice(0, 2).map(({ url }) => {
      const socket = io(url, { auth: { token }, forceNew: true, transports: ['websocket'], reconnectionDelayMax: 500 });
      const heard: string[] = [];
      for (const event of HEARD)
        socket.on(event, (payload, version) => heard.push(`${event} ${version} ${JSON.stringify(payload)}`));
      return { socket, heard };
    });
    await Promise.all(
      screens.map(({ socket }) => new Promise<void>((resolve) => socket.once('stockUpdate', () => resolve()))),
    );
    return new ScreenPair(gateways, token, screens);
  }

  /** Places orders at another gateway, if there is one, compares the screens, closes them, and returns what was wrong. */
  async prove(traders: Traders): Promise<string[]> {
    const body = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 };
    for (let n = 0; n < ORDERS; n++) {
      const placed = await this.#gateways.at(-1)!.call('POST', '/orders', { token: this.#token, body });
      if (placed.status !== 200) return [`an order was refused: ${placed.status} ${placed.body.message}`];
      traders.know(this.#token, (placed.body.data as { _id: string })._id);
    }
    const count = (heard: string[], event: string): number =>
      heard.filter((each) => each.startsWith(`${event} `)).length;
    const isThere = ({ heard }: Screen): boolean =>
      count(heard, 'order-update') >= ORDERS && count(heard, 'notification') === ORDERS;
    const startedAt = performance.now();
    while (!this.#screens.every(isThere) && performance.now() - startedAt < LIMIT_MS) await sleep(LOOK_MS);
    await sleep(SETTLED_MS);
    for (const { socket } of this.#screens) socket.disconnect();
    return this.#wrong(isThere);
  }

  #wrong(isThere: (screen: Screen) => boolean): string[] {
    const [one, other] = this.#screens;
    const wrong = this.#screens.every(isThere) ? [] : ['not every order was heard of on both screens'];
    if (JSON.stringify(one.heard) !== JSON.stringify(other.heard)) wrong.push('two screens of one person differ');
    const versions = one.heard
      .filter((each) => each.startsWith('order-update '))
      .map((each) => Number(each.split(' ')[1]));
    if (versions.some((version, n) => version !== versions[0] + n)) wrong.push('versions are not in one row');
    return wrong;
  }
}
