// What the process measures about itself, in Prometheus format. Owns the library that keeps the figures.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CommittedBatch } from './exchange/batches.ts';

/** Read only when the metrics are requested. */
export interface Gauges {
  readonly sockets: () => number;
  /** Connections to the database: all, and callers that wait for one. */
  readonly connections: () => number;
  readonly connectionsWaiting: () => number;
  /** The used share of the disk with the data folder. */
  readonly diskUsed: () => Promise<number>;
}

/** Where the exchange runs. */
export interface ExchangeGauges {
  /** Callers of the exchange that wait for durability. */
  readonly waiting: () => number;
  readonly isRunning: () => boolean;
  /** Trading hours. */
  readonly isOpen: () => boolean;
}

/** At a gateway. */
export interface GatewayGauges {
  readonly hasLine: () => boolean;
  /** Calls that wait for an answer from the exchange. */
  readonly underWay: () => number;
}

const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Of one call with one status. */
interface Times {
  readonly call: string;
  readonly status: number;
  /** How many took longer than the bound before and at most as long as this one of `CALL_SECONDS`; the last: longer than all. */
  readonly counts: number[];
  sum: number;
}

const CALL_SECONDS_SAID = { name: 'istock_call_seconds', help: 'Time from request to reply, by call and status.' };

/**
 * A histogram that keeps its own numbers until they are read: the library's way, composing and looking up labels for every call, costs more
 * than the headers of a reply.
 */
class CallSeconds extends Histogram<'call' | 'status'> {
  readonly #byStatus = new Map<number, Map<string, Times>>();

  constructor(registry: Registry) {
    super({ ...CALL_SECONDS_SAID, labelNames: ['call', 'status'], buckets: CALL_SECONDS, registers: [registry] });
  }

  took(call: string, status: number, seconds: number): void {
    const times = this.#byStatus.get(status)?.get(call) ?? this.#begin(call, status);
    let place = 0;
    while (place < CALL_SECONDS.length && seconds > CALL_SECONDS[place]) place++;
    times.counts[place]++;
    times.sum += seconds;
  }

  #begin(call: string, status: number): Times {
    const times = { call, status, counts: Array.from({ length: CALL_SECONDS.length + 1 }, () => 0), sum: 0 };
    const calls = this.#byStatus.get(status) ?? new Map<string, Times>();
    this.#byStatus.set(status, calls.set(call, times));
    return times;
  }

  /** The library asks a histogram for its output by this name, which its types do not declare. */
  async getForPromString() {
    const all = [...this.#byStatus.values()].flatMap((calls) => [...calls.values()]);
    return { ...CALL_SECONDS_SAID, type: 'histogram', values: all.flatMap(valuesOf) };
  }
}

function valuesOf({ call, status, counts, sum }: Times) {
  const sharedLabels = { call, status };
  const said = (what: string, value: number, labels: object = {}) => ({
    metricName: `${CALL_SECONDS_SAID.name}_${what}`,
    value,
    labels,
    sharedLabels,
  });
  let count = 0;
  const buckets = [...CALL_SECONDS, '+Inf'].map((le, place) => said('bucket', (count += counts[place]), { le }));
  return [...buckets, said('sum', sum), said('count', count)];
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #calls = new CallSeconds(this.#registry);
  readonly #commits = new Histogram({
    name: 'istock_commit_seconds',
    help: 'Time that a batch of the exchange took to become durable.',
    buckets: COMMIT_SECONDS,
    registers: [this.#registry],
  });
  readonly #orders = this.#counter('istock_orders_total', 'Changes of orders made durable.');
  readonly #fills = this.#counter('istock_fills_total', 'Fills made durable.');
  /** Of its own, because it begins at 0: a status of `istock_call_seconds` begins with its first call, in which no rate sees an increase. */
  readonly #failures = this.#counter('istock_failures_total', 'Calls answered with 5xx but 503: errors of the server.');

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** `call` is a name from the table of calls, or one of a few others: never text from a client. */
  called(call: string, status: number, seconds: number): void {
    this.#calls.took(call, status, seconds);
    if (status >= 500 && status !== 503) this.#failures.inc();
  }

  committed({ commitMs, orders, fills }: CommittedBatch): void {
    this.#commits.observe(commitMs / 1000);
    this.#orders.inc(orders.length);
    this.#fills.inc(fills.length);
  }

  watch(gauges: Gauges): void {
    this.#gauge('istock_sockets', 'Sockets that are connected.', gauges.sockets);
    this.#gauge('istock_database_connections', 'Connections to the database.', gauges.connections);
    this.#gauge(
      'istock_database_waiting',
      'Callers that wait for a connection to the database.',
      gauges.connectionsWaiting,
    );
    this.#gauge('istock_disk_used', 'Used share of the disk with DATA_DIR, 0 to 1.', gauges.diskUsed);
  }

  watchExchange(gauges: ExchangeGauges): void {
    this.#gauge('istock_exchange_running', 'Whether the exchange takes commands.', () => Number(gauges.isRunning()));
    this.#gauge('istock_market_open', 'Whether it is trading hours.', () => Number(gauges.isOpen()));
    this.#gauge('istock_exchange_waiting', 'Callers of the exchange that wait for durability.', gauges.waiting);
  }

  watchGateway(gauges: GatewayGauges): void {
    this.#gauge('istock_gateway_line', 'Whether there is a line to the exchange.', () => Number(gauges.hasLine()));
    this.#gauge('istock_gateway_calls', 'Calls whose answer from the exchange is waited for.', gauges.underWay);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, look: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        this.set(await look());
      },
    });
  }
}
