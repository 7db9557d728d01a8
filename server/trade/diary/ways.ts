// Completes the way of a sale (how far the price went for and against it) when no process watched all of it: from stored bars.
import { DAY_MS, INDIA_OFFSET_MS } from '../../../core/market/day.ts';
import type { Database } from '../../db/open.ts';
import type { CommittedBatch } from '../../exchange/batches.ts';
import type { Log } from '../../log.ts';

export interface WaysOptions {
  readonly db: Database;
  readonly venue: number;
  readonly log: Log;
}

/** Sales completed by one statement. */
const AT_ONCE = 200;
const RETRY_MS = 5_000;

// The unwatched span runs from the first buy to the first trade that was watched, or to the sale. It is read from minute bars on the
// first and the last day and from daily bars in between. A bar that reaches beyond the span is left out, because it could show a price
// that the trader never faced. Prices from before a split or bonus are restated to those of the day of the sale.
const FINISH = `
  with unseen as materialized (
    select venue, trade_id, account, instrument, opened_at, at, least(coalesce(path_from, at), at) as until
    from fills where venue = $1 and trade_id > $2 and side = 'sell' and (path_from is null or path_from > opened_at)
    order by trade_id limit $3),
  spans as (
    select *, ((opened_at + ${INDIA_OFFSET_MS}) / ${DAY_MS})::integer as first_day, ((until + ${INDIA_OFFSET_MS}) / ${DAY_MS})::integer as last_day,
      market_day(at) as sale_day from unseen),
  restated as (
    select s.*, exists (select 1 from corporate_actions c where c.venue = s.venue and c.instrument = s.instrument and c.state = 'done'
      and c.kind <> 'dividend' and c.done_day > s.first_day and c.done_day <= s.sale_day) as is_restated from spans s)
  insert into fill_paths (venue, trade_id, account, high, low)
  select s.venue, s.trade_id, s.account, max(round(b.high * ratio))::bigint, min(round(b.low * ratio))::bigint
  from restated s left join lateral (
    select d.high, d.low, d.day from daily_bars d
      where d.venue = s.venue and d.instrument = s.instrument and d.day > s.first_day and d.day < s.last_day
    union all
    select m.high, m.low, p.day from minute_pages p, unnest(p.minutes, p.high, p.low) as m(minute, high, low)
      where p.venue = s.venue and p.instrument = s.instrument and p.day in (s.first_day, s.last_day)
        and p.day * ${DAY_MS}::bigint - ${INDIA_OFFSET_MS} + m.minute * 60000::bigint >= s.opened_at
        and p.day * ${DAY_MS}::bigint - ${INDIA_OFFSET_MS} + (m.minute + 1) * 60000::bigint <= s.until
    union all
    select n.high, n.low, market_day(n.minute * 60000::bigint) from minute_bars n
      where n.venue = s.venue and n.instrument = s.instrument
        and n.minute between (s.opened_at + 59999) / 60000 and s.until / 60000 - 1
  ) b on true
  left join lateral (
    -- Asked for each bar, it would cost more than all the rest.
    select case when s.is_restated then price_ratio(s.venue, s.instrument, b.day, s.sale_day) else 1 end as ratio) r on true
  group by s.venue, s.trade_id, s.account order by s.trade_id
  on conflict (venue, trade_id) do nothing returning trade_id`;

export class Ways {
  readonly #options: WaysOptions;
  #last = 0;
  #isWanted = false;
  #running: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: WaysOptions) {
    this.#options = options;
  }

  /** Begins to complete the sales that an earlier process or version left unfinished, without delaying the start. */
  async recover(): Promise<void> {
    const { db, venue } = this.#options;
    const { rows } = await db.query<{ last: number | null }>(
      'select max(trade_id) as last from fill_paths where venue = $1',
      [venue],
    );
    this.#last = rows[0].last ?? 0;
    this.#want();
  }

  committed({ fills }: Pick<CommittedBatch, 'fills'>): void {
    if (fills.some(({ openedAt, pathFrom }) => openedAt !== null && (pathFrom === null || pathFrom > openedAt)))
      this.#want();
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#running;
  }

  #want(): void {
    this.#isWanted = true;
    if (this.#running !== null || this.#isClosed) return;
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    const { log } = this.#options;
    try {
      while (this.#isWanted && !this.#isClosed) {
        this.#isWanted = false;
        while (!this.#isClosed && (await this.#finishSome()) === AT_ONCE);
      }
    } catch (error) {
      log.warn({ err: error }, 'the ways of some trades wait');
      this.#retry = setTimeout(() => this.#want(), RETRY_MS);
    } finally {
      // In the same step as the last look, so that a request after it starts a new round.
      this.#running = null;
    }
  }

  async #finishSome(): Promise<number> {
    const { db, venue } = this.#options;
    const { rows } = await db.query<{ trade_id: number }>(FINISH, [venue, this.#last, AT_ONCE]);
    for (const { trade_id: id } of rows) this.#last = Math.max(this.#last, id);
    return rows.length;
  }
}
