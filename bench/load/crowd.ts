// A process of thousands of light screens: connects them, and counts what they receive, how late, and which are disconnected.
import { LightSocket } from './light-socket.ts';
import { quantile } from './tally.ts';

export type CrowdOrder =
  | {
      readonly kind: 'connect';
      readonly url: string;
      readonly localAddress: string;
      readonly tokens: readonly string[];
    }
  /** Report what was counted since the last report, and start counting again. */
  | { readonly kind: 'report' };

/** Delays from the market's beat to a screen, and from the decision about an order to its owner's screen. */
export interface CrowdReport {
  readonly connected: number;
  readonly dropped: number;
  readonly messages: number;
  readonly bytes: number;
  readonly ticks: Delays;
  readonly orders: Delays;
}

export interface Delays {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

const AT_ONCE = 40;
/** `42["index-update",...` and `42["order-update",...`. */
const NAME_AT = 4;
const NAME_END = 16;
const INDEX = Buffer.from('index-update');
const ORDER = Buffer.from('order-update');
/** Only every so many ticks is measured, which is enough for a percentile. */
const EVERY_TICK = 20;

let connected = 0;
let dropped = 0;
let messages = 0;
let bytes = 0;
let seenTicks = 0;
let ticks: number[] = [];
let orders: number[] = [];

function hear(text: Buffer): void {
  messages++;
  bytes += text.length;
  if (text.compare(INDEX, 0, INDEX.length, NAME_AT, NAME_END) === 0) {
    if (++seenTicks % EVERY_TICK === 0) ticks.push(Date.now() - stampOf(text, '"timestamp":"'));
  } else if (text.compare(ORDER, 0, ORDER.length, NAME_AT, NAME_END) === 0) {
    orders.push(Date.now() - stampOf(text, '"updatedAt":"'));
  }
}

function stampOf(text: Buffer, name: string): number {
  const at = text.indexOf(name) + name.length;
  return Date.parse(text.toString('latin1', at, at + '2026-01-01T00:00:00.000Z'.length));
}

function connectOne(order: Extract<CrowdOrder, { kind: 'connect' }>, token: string): Promise<void> {
  const { hostname: host, port } = new URL(order.url);
  return new Promise((resolve) => {
    let isConnected = false;
    new LightSocket(
      { host, port: Number(port), localAddress: order.localAddress, token },
      {
        onConnected: () => {
          isConnected = true;
          connected++;
          resolve();
        },
        onEvent: hear,
        onClosed: () => {
          dropped++;
          if (isConnected) connected--;
          resolve();
        },
      },
    );
  });
}

async function connectAll(order: Extract<CrowdOrder, { kind: 'connect' }>): Promise<void> {
  const left = [...order.tokens];
  const worker = async (): Promise<void> => {
    for (let token = left.pop(); token !== undefined; token = left.pop()) await connectOne(order, token);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function delays(values: number[]): Delays {
  const sorted = Float64Array.from(values).sort();
  return {
    count: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    longest: quantile(sorted, 1),
  };
}

function report(): void {
  const result = { connected, dropped, messages, bytes, ticks: delays(ticks), orders: delays(orders) };
  process.send?.(result satisfies CrowdReport);
  messages = bytes = 0;
  ticks = [];
  orders = [];
}

process.on('message', (order: CrowdOrder) => {
  if (order.kind === 'connect') void connectAll(order).then(report);
  else report();
});
