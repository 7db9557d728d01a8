// A process of many HTTP clients with keep-alive: implements just enough of the protocol to send, wait for the reply, and count.
import { connect, type Socket } from 'node:net';

/** An order from the bench: what each connection sends, in turn, and for how long. */
export interface LoadOrder {
  readonly host: string;
  readonly port: number;
  /** For each connection, the complete requests that it repeats in turn. */
  readonly requests: readonly (readonly string[])[];
  readonly seconds: number;
  /** Requests a second over all connections, however slow the replies; null: each request follows the reply to the last. */
  readonly perSecond: number | null;
}

export interface LoadReport {
  /** Within the time. */
  readonly answered: number;
  /** Answers whose status was not 2xx, and requests without any. */
  readonly refused: number;
  /** The first of them, to show what was wrong. */
  readonly refusal: string | null;
  /** Milliseconds from when a request was due to its answer, also where that came after the end. */
  readonly latencyMs: { readonly p50: number; readonly p99: number; readonly p999: number };
  /** Processor time of this process, which shares the machine with the server. */
  readonly cpuSeconds: number;
}

const READ_BYTES = 64 * 1024;
/** How long answers are waited for after the end. */
const PATIENCE_MS = 5_000;
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

type OnAnswer = (client: Client, answer: string) => void;

class Client {
  readonly #socket: Socket;
  readonly #texts: readonly Buffer[];
  readonly #onAnswer: OnAnswer;
  /** When the request under way was due. */
  dueAt = 0;
  #next = 0;
  #answer = '';
  #missing = 0;

  constructor(order: LoadOrder, texts: readonly string[], onAnswer: OnAnswer) {
    this.#texts = texts.map((text) => Buffer.from(text));
    this.#onAnswer = onAnswer;
    const buffer = Buffer.alloc(READ_BYTES);
    const onread = { buffer, callback: (bytes: number) => this.#read(buffer, bytes) };
    this.#socket = connect({ host: order.host, port: order.port, onread, noDelay: true });
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => this.#socket.once('connect', resolve).on('error', reject));
  }

  send(dueAt: number): void {
    this.dueAt = dueAt;
    this.#socket.write(this.#texts[this.#next]);
    this.#next = (this.#next + 1) % this.#texts.length;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(buffer: Buffer, bytes: number): boolean {
    if (this.#missing === 0) {
      this.#answer += buffer.toString('latin1', 0, bytes);
      const head = this.#answer.indexOf('\r\n\r\n');
      if (head < 0) return true;
      this.#missing = head + 4 + Number(LENGTH.exec(this.#answer)![1]) - this.#answer.length;
    } else this.#missing -= bytes;
    if (this.#missing > 0) return true;
    const answer = this.#answer;
    this.#answer = '';
    this.#missing = 0;
    this.#onAnswer(this, answer);
    return true;
  }
}

function percentileOf(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function run(order: LoadOrder): Promise<LoadReport> {
  let [answered, refused] = [0, 0];
  let refusal: string | null = null;
  const latencies: number[] = [];
  const free: Client[] = [];
  const due: number[] = [];
  let endsAt = Infinity;
  const note = (dueAt: number, answer: string | null): void => {
    latencies.push(performance.now() - dueAt);
    if (answer?.charCodeAt(9) === 50) return;
    refused++;
    refusal ??= answer ?? 'no answer';
  };
  const onAnswer = (client: Client, answer: string): void => {
    const now = performance.now();
    if (now <= endsAt) answered++;
    note(client.dueAt, answer);
    const waiting = due.shift();
    if (order.perSecond === null && now < endsAt) client.send(now);
    else if (waiting === undefined) free.push(client);
    else client.send(waiting);
  };
  const clients = order.requests.map((texts) => new Client(order, texts, onAnswer));
  await Promise.all(clients.map((client) => client.opened()));
  const before = process.cpuUsage();
  const startedAt = performance.now();
  endsAt = startedAt + order.seconds * 1000;
  if (order.perSecond === null) for (const client of clients) client.send(startedAt);
  else {
    free.push(...clients);
    await sendInTime(order, { startedAt, endsAt, free, due });
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, endsAt - performance.now())));
  const { user, system } = process.cpuUsage(before);
  // Pending requests are answered before the connections close: they must neither be left out nor disturb the next measurement.
  const until = performance.now() + PATIENCE_MS;
  while (free.length < clients.length && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 10));
  for (const client of clients) if (!free.includes(client)) note(client.dueAt, null);
  for (const dueAt of due) note(dueAt, null);
  for (const client of clients) client.close();
  const sorted = Float64Array.from(latencies).sort();
  const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) => percentileOf(sorted, share));
  return { answered, refused, refusal, latencyMs: { p50, p99, p999 }, cpuSeconds: (user + system) / 1e6 };
}

interface Schedule {
  readonly startedAt: number;
  readonly endsAt: number;
  readonly free: Client[];
  /** The due times of requests that wait for a free connection. */
  readonly due: number[];
}

/** Random arrivals, as from independent people. A request's time counts from when it was due. */
async function sendInTime({ perSecond }: LoadOrder, { startedAt, endsAt, free, due }: Schedule): Promise<void> {
  const meanMs = 1000 / perSecond!;
  let nextAt = startedAt;
  while (nextAt < endsAt) {
    const now = performance.now();
    for (; nextAt <= now && nextAt < endsAt; nextAt -= Math.log(1 - Math.random()) * meanMs) {
      const client = free.shift();
      if (client === undefined) due.push(nextAt);
      else client.send(nextAt);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

process.on('message', (order: LoadOrder) => void run(order).then((report) => process.send?.(report)));
