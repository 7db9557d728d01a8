// Collects the times and statuses of replies, and summarises them.

export interface Tallied {
  /** Requests that were due. */
  readonly offered: number;
  readonly answered: number;
  /** How many replies had which status; 0 is a broken connection. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Requests that were never answered. */
  readonly unanswered: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** How late requests were sent, at p99: what the generator itself adds to every latency. */
  readonly lateMs: number;
}

/** A quantile in milliseconds; 0 without any values. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export class Tally {
  readonly #latencies: number[] = [];
  readonly #lates: number[] = [];
  readonly #statuses: Record<number, number> = {};
  #offered = 0;
  #answered = 0;

  sent(lateMs: number): void {
    this.#offered++;
    this.#lates.push(lateMs);
  }

  /** `latencyMs` counts from the instant at which the request was meant to be sent. */
  answered(status: number, latencyMs: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#answered++;
    // A refused connection must not count as a quick reply.
    if (status !== 0) this.#latencies.push(latencyMs);
  }

  result(): Tallied {
    const latencies = Float64Array.from(this.#latencies).sort();
    const lates = Float64Array.from(this.#lates).sort();
    return {
      offered: this.#offered,
      answered: this.#answered,
      statuses: this.#statuses,
      unanswered: this.#offered - this.#answered,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      longest: quantile(latencies, 1),
      lateMs: quantile(lates, 0.99),
    };
  }
}
