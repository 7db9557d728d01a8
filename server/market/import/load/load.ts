// Loads listings into the venue in one transaction: instruments and shares by the exchange's own engine, history directly into the tables.
import type { Engine } from '../../../../core/engine.ts';
import { COMPANIES } from '../../../../core/market/history/companies.ts';
import { DEFAULT_PRICE_BAND } from '../../../../core/market/instrument.ts';
import { INDEX_SYMBOL } from '../../../../core/market/index-symbol.ts';
import { newQuote } from '../../../../core/market/quote.ts';
import { dayText, marketDay } from '../../../../core/market/day.ts';
import { assert } from '../../../../core/assert.ts';
import { restoreEngine } from '../../../../core/snapshot.ts';
import type { Database, Queryable } from '../../../db/open.ts';
import { chainHash } from '../../../exchange/chain.ts';
import { CommitStatement } from '../../../exchange/commit.ts';
import { Journal } from '../../../exchange/journal.ts';
import { loadLastBatch, loadBehind, loadSnapshot } from '../../../exchange/load.ts';
import { Writer } from '../../../exchange/writer.ts';
import type { Listing } from './listing.ts';
import { counted } from '../read/series.ts';
import { deleteHistory, loadListed, renameInstrument, saveHistory } from './store.ts';
import type { Listed } from './store.ts';

export interface LoadOptions {
  readonly venue: number;
  readonly now: number;
  readonly isReplacingHistory: boolean;
  /** Bars written so far. */
  readonly onProgress: (count: number) => void;
}

export interface LoadResult {
  readonly listed: number;
  readonly replaced: number;
  readonly bars: number;
  readonly notes: readonly string[];
}

/** Sentences about listings that must not be loaded; nothing was written. */
export class LoadRefused extends Error {
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.name = 'LoadRefused';
    this.reasons = reasons;
  }
}

/** Every listed stock has its own book and simulated traders; one machine can run about this many. */
export const MOST_INSTRUMENTS = 1_000;
/** The invented companies: their history is generated, and the index consists of them. */
const OWN_COMPANIES: ReadonlySet<string> = new Set(COMPANIES.map(({ symbol }) => symbol));
const STATEMENT_TIMEOUT_MS = 300_000;

/**
 * What happens to a symbol: `list` a new one; `reset` an imported one that nobody touched, price and all; `history` of one
 * that people hold or traded: only the bars before its first live day, so that no trade loses the market it was made in.
 */
interface Plan {
  readonly listing: Listing;
  readonly kind: 'list' | 'reset' | 'history';
  readonly listed: Listed | null;
}

/** @throws LoadRefused, or VenueTaken while a server runs the venue. */
export async function loadListings(
  db: Database,
  listings: readonly Listing[],
  options: LoadOptions,
): Promise<LoadResult> {
  // The writer holds the venue's lock and raises its epoch, so no server can trade meanwhile.
  const writer = await Writer.open(db, options.venue);
  try {
    return await db.transaction((work) => writeAll(work, listings, options), {
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
  } finally {
    await writer.close();
  }
}

async function writeAll(db: Queryable, listings: readonly Listing[], options: LoadOptions): Promise<LoadResult> {
  const plans = await makePlans(db, listings, options);
  const ids = await writeInstruments(db, plans, options);
  const notes: string[] = [];
  let bars = 0;
  const told = (count: number): void => {
    bars += count;
    options.onProgress(bars);
  };
  for (const { listing, kind, listed } of plans) {
    const id = ids.get(listing.symbol);
    assert(id !== undefined, 'every planned symbol is listed');
    const firstLiveDay = kind === 'history' && listed !== null ? marketDay(listed.listedAt) : null;
    const { kept, leftOut } = before(firstLiveDay, listing);
    if (leftOut > 0) notes.push(`${listing.symbol}: ${counted(leftOut, 'bar')} of its live days left out`);
    await deleteHistory(db, options.venue, id, firstLiveDay);
    await saveHistory(db, options.venue, id, kept, told);
    if (kind === 'reset') await renameInstrument(db, options.venue, id, listing);
  }
  const listed = plans.filter(({ kind }) => kind === 'list').length;
  return { listed, replaced: plans.length - listed, bars, notes };
}

type History = Pick<Listing, 'days' | 'pages'>;

function before(firstLiveDay: number | null, { days, pages }: Listing): { kept: History; leftOut: number } {
  if (firstLiveDay === null) return { kept: { days, pages }, leftOut: 0 };
  const kept = {
    days: days.filter(({ day }) => day < firstLiveDay),
    pages: pages.filter(({ day }) => day < firstLiveDay),
  };
  return { kept, leftOut: days.length - kept.days.length };
}

async function makePlans(db: Queryable, listings: readonly Listing[], options: LoadOptions): Promise<Plan[]> {
  const known = await loadListed(db, options.venue);
  const reasons: string[] = [];
  const plans = listings.map((listing): Plan => {
    const listed = known.get(listing.symbol) ?? null;
    const refusal = refusalFor(listing.symbol, listed, options.isReplacingHistory);
    if (refusal !== null) reasons.push(`${listing.symbol} ${refusal}`);
    if (listed === null) return { listing, kind: 'list', listed };
    return { listing, kind: listed.people > 0 ? 'history' : 'reset', listed };
  });
  const count = known.size + plans.filter(({ kind }) => kind === 'list').length;
  if (count > MOST_INSTRUMENTS) {
    reasons.push(
      `there would be ${counted(count, 'stock')}; the market plays ${counted(MOST_INSTRUMENTS, 'stock')} at most (choose with --only)`,
    );
  }
  if (reasons.length > 0) throw new LoadRefused(reasons);
  return plans;
}

function refusalFor(symbol: string, listed: Listed | null, isReplacingHistory: boolean): string | null {
  if (symbol === INDEX_SYMBOL) return "is the name of the market's own index; import it under another --symbol";
  if (OWN_COMPANIES.has(symbol)) return "is one of the market's own companies; import it under another --symbol";
  if (listed === null || listed.people === 0 || isReplacingHistory) return null;
  const since = dayText(marketDay(listed.listedAt));
  return `is held or was traded by ${listed.people === 1 ? '1 person' : `${listed.people} people`}; --replace-history replaces only its bars before ${since}`;
}

/** Lists and resets instruments by the engine and commits its batch, so that shares, ledger and hash chain stay correct. */
async function writeInstruments(
  db: Queryable,
  plans: readonly Plan[],
  { venue, now }: LoadOptions,
): Promise<Map<string, number>> {
  const journal = new Journal(() => {});
  const engine = restoreEngine(await loadSnapshot(db, venue, now), journal);
  const last = await loadLastBatch(db, venue);
  journal.discard(last.lastTrade, await loadBehind(db, venue));
  journal.at = now;
  let { sequence } = last;
  for (const { listing, kind } of plans) {
    if (kind === 'list') list(engine, listing, ++sequence, now);
    if (kind === 'reset') reset(engine, listing, now);
  }
  if (!journal.isEmpty) {
    if (sequence === last.sequence) sequence++;
    const batch = journal.take(engine, now);
    const { rows } = await db.query<{ epoch: number }>('select epoch from venues where id = $1', [venue]);
    const hash = chainHash(last.hash, batch.transfers);
    const statement = await CommitStatement.open(db, venue);
    await db.query(statement.of({ epoch: rows[0].epoch, sequence, batch, keys: [], notices: [], hash }));
  }
  return new Map([...engine.markets()].map(({ instrument }) => [instrument.symbol, instrument.id]));
}

function list(engine: Engine, listing: Listing, sequence: number, at: number): void {
  const { symbol, name, sector, tickSize, price, sharesIssued } = listing;
  const terms = { symbol, name, sector, tickSize, priceBand: DEFAULT_PRICE_BAND, previousClose: price, sharesIssued };
  const outcome = engine.apply({ kind: 'list-instrument', instrument: terms }, { sequence, at });
  assert(outcome.isAccepted, `${symbol} can be listed`);
}

/** Nobody holds the stock or has an order in it, so its price may be replaced. */
function reset(engine: Engine, listing: Listing, at: number): void {
  const market = engine.market(listing.symbol);
  assert(market !== undefined, `${listing.symbol} is listed`);
  engine.venue.at = at;
  market.instrument.tickSize = listing.tickSize;
  market.instrument.previousClose = listing.price;
  Object.assign(market.quote, newQuote(listing.price, at));
  engine.venue.listener.instrumentChanged(market);
}
