// Price alerts: each fires once, when a durable price has reached it. Between beats, only stocks with alerts are watched.
import { alertMessages } from '../../contract/messages/market.ts';
import type { AlertDirection } from '../../contract/market.ts';
import type { Engine } from '../../core/engine.ts';
import { priceAfter } from '../../core/market/corporate-action.ts';
import type { AppliedAction, Trade } from '../../core/trade/listener.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import type { Notices } from '../notices/notices.ts';
import { restateAlerts } from './restated-alerts.ts';

export interface Alert {
  readonly id: number;
  readonly account: number;
  readonly symbol: string;
  readonly direction: AlertDirection;
  readonly price: number;
  readonly createdAt: number;
}

export interface PriceAlertsOptions {
  readonly db: Database;
  readonly venue: number;
  readonly notices: Pick<Notices, 'store'>;
  readonly log: Log;
}

/** The alerts on one stock, and how far its price has moved since the last beat. */
interface Watch {
  readonly alerts: Map<number, Alert>;
  high: number;
  low: number;
}

interface Reached {
  readonly alert: Alert;
  readonly price: number;
  readonly at: number;
}

export class PriceAlerts {
  readonly #options: PriceAlertsOptions;
  readonly #watches = new Map<string, Watch>();
  /** Set since the last beat: compared with the price at the beat, because earlier prices do not count for them. */
  #fresh: Alert[] = [];
  /** Stocks with alerts that have traded since the last beat. */
  readonly #moved = new Set<string>();
  /** Reached in beats of which nobody could say in time whether they are durable. */
  #unsure: readonly Reached[] = [];
  /** Reached but not stored yet: retried with every beat. */
  readonly #due = new Map<number, Reached>();
  #generation = 0;
  #storing: Promise<void> | null = null;
  #restating: Promise<void> = Promise.resolve();
  /** The last split or bonus of each stock, and when this process heard of it. */
  readonly #acted = new Map<string, AppliedAction & { readonly at: number }>();

  private constructor(options: PriceAlertsOptions) {
    this.#options = options;
  }

  static async open(options: PriceAlertsOptions): Promise<PriceAlerts> {
    const alerts = new PriceAlerts(options);
    // What an earlier process left undone.
    await restateAlerts(options.db, options.venue);
    const { rows } = await options.db.query<Alert>(
      `select a.id, account, symbol, direction, price, created_at as "createdAt" from price_alerts a
       join instruments i on i.venue = a.venue and i.id = a.instrument where a.venue = $1 and reached_at is null`,
      [options.venue],
    );
    // Compared with the price at the first beat, which finds what happened while nothing was running.
    alerts.#fresh = rows;
    return alerts;
  }

  /** Hears every execution at the moment of decision. */
  traded({ market, price }: Trade): void {
    const { symbol } = market.instrument;
    const watch = this.#watches.get(symbol);
    if (watch === undefined) return;
    if (price > watch.high) watch.high = price;
    if (price < watch.low) watch.low = price;
    this.#moved.add(symbol);
  }

  /** A split or bonus is durable: alerts are restated for the new shares. */
  acted(applied: AppliedAction, at: number): void {
    const { action, isDone } = applied;
    if (!isDone || action.kind === 'dividend') return;
    this.#acted.set(action.symbol, { ...applied, at });
    const restated = (alert: Alert): Alert =>
      alert.symbol === action.symbol ? { ...alert, price: priceAfter(alert.price, action) } : alert;
    this.#fresh = this.#fresh.map(restated);
    const watch = this.#watches.get(action.symbol);
    if (watch !== undefined) {
      for (const [id, alert] of watch.alerts) watch.alerts.set(id, restated(alert));
      rest(watch);
    }
    this.#restate();
  }

  #restate(): void {
    const { db, venue, log } = this.#options;
    this.#restating = this.#restating
      .then(() => restateAlerts(db, venue))
      .catch((error: unknown) => log.warn({ err: error }, 'price alerts are restated at the next start'));
  }

  /** One that was on its way into the database when its stock was split is of the old shares. */
  added(alert: Alert): void {
    const acted = this.#acted.get(alert.symbol);
    if (acted === undefined || acted.action.kind === 'dividend' || alert.createdAt >= acted.at) {
      this.#fresh.push(alert);
      return;
    }
    this.#fresh.push({ ...alert, price: priceAfter(alert.price, acted.action) });
    this.#restate();
  }

  removed({ id, symbol }: Pick<Alert, 'id' | 'symbol'>): void {
    this.#fresh = this.#fresh.filter((alert) => alert.id !== id);
    this.#unsure = this.#unsure.filter(({ alert }) => alert.id !== id);
    this.#due.delete(id);
    const watch = this.#watches.get(symbol);
    watch?.alerts.delete(id);
    if (watch?.alerts.size === 0) this.#watches.delete(symbol);
  }

  /**
   * What the beat reached. Call the returned function once everything seen is durable: then people are told. If that was not known in
   * time, the next look sees it again. `generation` grows when decisions became void; prices heard until then never happened.
   */
  look(engine: Engine, generation: number, at: number): () => void {
    if (generation !== this.#generation) this.#forgetMoves(generation);
    const reached: Reached[] = [...this.#unsure];
    for (const symbol of this.#moved) {
      const watch = this.#watches.get(symbol);
      if (watch === undefined) continue;
      const { high, low } = watch;
      for (const alert of watch.alerts.values()) {
        if (isReached(alert, high, low)) reached.push({ alert, price: alert.direction === 'above' ? high : low, at });
      }
      rest(watch);
    }
    this.#moved.clear();
    for (const alert of this.#fresh) {
      const price = engine.market(alert.symbol)?.quote.last ?? 0;
      this.#watch(alert);
      if (price > 0 && isReached(alert, price, price)) reached.push({ alert, price, at });
    }
    this.#fresh = [];
    this.#unsure = reached;
    return () => {
      this.#unsure = [];
      this.#tell(reached);
    };
  }

  #watch(alert: Alert): void {
    const watch = this.#watches.get(alert.symbol);
    if (watch !== undefined) watch.alerts.set(alert.id, alert);
    else this.#watches.set(alert.symbol, rest({ alerts: new Map([[alert.id, alert]]), high: 0, low: 0 }));
  }

  #forgetMoves(generation: number): void {
    this.#generation = generation;
    this.#moved.clear();
    this.#unsure = [];
    this.#fresh = [
      ...new Set([...this.#fresh, ...[...this.#watches.values()].flatMap(({ alerts }) => [...alerts.values()])]),
    ];
    this.#watches.clear();
  }

  #tell(reached: readonly Reached[]): void {
    for (const one of reached) if (!this.#due.has(one.alert.id)) this.#due.set(one.alert.id, one);
    if (this.#due.size === 0 || this.#storing !== null) return;
    this.#storing = this.#store([...this.#due.values()])
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'price alerts could not be told yet'))
      .finally(() => (this.#storing = null));
  }

  /** Everything reached so far has been tried. */
  async idle(): Promise<void> {
    await this.#storing;
    await this.#restating;
  }

  /** Marked and notified in one transaction: exactly once, whatever is interrupted. */
  async #store(due: readonly Reached[]): Promise<void> {
    const { db, notices } = this.#options;
    const show = await db.transaction(async (transaction) => {
      const { rows } = await transaction.query<{ id: number }>(
        `update price_alerts set reached_at = reached.at, reached_price = reached.price
         from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as reached(id, price, at)
         where price_alerts.id = reached.id and reached_at is null returning price_alerts.id`,
        [due.map(({ alert }) => alert.id), due.map(({ price }) => price), due.map(({ at }) => at)],
      );
      const marked = new Set(rows.map(({ id }) => id));
      return notices.store(transaction, due.filter(({ alert }) => marked.has(alert.id)).map(noticeOf));
    });
    for (const { alert } of due) this.removed(alert);
    show();
  }
}

function isReached({ direction, price }: Alert, high: number, low: number): boolean {
  return direction === 'above' ? high >= price : low <= price;
}

/** Starts again: nothing has been heard yet. */
function rest(watch: Watch): Watch {
  watch.high = 0;
  watch.low = Number.MAX_SAFE_INTEGER;
  return watch;
}

function noticeOf({ alert: { id, account, symbol, direction, price }, price: reached, at }: Reached) {
  const message = alertMessages.reached[direction](symbol, reached, price);
  return { account, kind: 'price-alert', message, source: `price-alert:${id}`, at } as const;
}
