// Bugs planted in the shell around the core, as edits of its text. Simulated sites must catch every one of them.
import { plantedBug as bug } from '../planted/bug.ts';
import type { PlantedBug } from '../planted/bug.ts';
import { PLANTED_IN_HOURS, PLANTED_IN_ROUNDS, PLANTED_IN_SCHOOL } from './planted-in-some.ts';

const EXCHANGE = 'exchange/exchange.ts';
const TAKEOVER = 'exchange/takeover.ts';
const KEYS = 'exchange/command-keys.ts';
const BEHIND = 'exchange/balances-behind.ts';

const DURABILITY: readonly PlantedBug[] = [
  bug('an answer does not wait until it is durable', [
    EXCHANGE,
    'await this.#durable(isKept ? { ...key, outcome: decision } : null, since);',
    'void this.#durable(isKept ? { ...key, outcome: decision } : null, since).catch(() => {});',
  ]),
  bug('a batch is told before it is stored', [
    EXCHANGE,
    'const ids = await this.#writer.commit(sequence, { batch, keys, notices });',
    'for (const tell of this.#subscribers) tell(committedBatch({ sequence, batch, waiters, notices: [], commitMs: 0 }));\n      const ids = await this.#writer.commit(sequence, { batch, keys, notices });',
  ]),
  bug('what is read need not be stored', [EXCHANGE, 'if (this.#isFlushing) await this.#durable(null, since);', '']),
  bug('who is cut off reads from memory', [
    EXCHANGE,
    'await standing.proven(since);\n    return seen;',
    'return seen;',
  ]),
  bug('who is cut off refuses from memory', [
    EXCHANGE,
    'if (!isKept && !decision.isAccepted) await standing.proven(since);',
    '',
  ]),
  bug('who waits for an unknown commit is told that it was made', [
    EXCHANGE,
    'else this.#answer(flushed.waiters, notCarriedOut);',
    'else this.#answer(flushed.waiters, null);',
  ]),
  bug('a lost answer counts as a lost commit', [
    EXCHANGE,
    'if (taken.hasStoredLost) this.#publish',
    'if (taken === null) this.#publish',
  ]),
  bug('a lost answer counts as a commit', [
    EXCHANGE,
    'if (taken.hasStoredLost) this.#publish',
    'if (this.#writer.sequence <= flushed.sequence) this.#publish',
  ]),
  bug(
    'void decisions stay in the journal',
    [TAKEOVER, 'this.#journal.discard(snapshot.lastTradeId, behind);\n      const engine', 'const engine'],
    [TAKEOVER, 'if (snapshot.accounts.length > 0) this.#journal.discard(snapshot.lastTradeId, behind);', ''],
  ),
  bug('a defect is stored by half', [
    EXCHANGE,
    'if (this.#defect !== null) {',
    'if (this.#defect !== null && this.#journal.isEmpty) {',
  ]),
  bug('a lost answer counts as a lost commit when another process has gone on', [
    'exchange/writer.ts',
    'return rowCount === 1;',
    'return rowCount === 2;',
  ]),
  bug(
    'who is closed in a recovery takes the venue again',
    [EXCHANGE, "if (!this.#isClosed) this.#state = 'recovering';", "this.#state = 'recovering';"],
    [EXCHANGE, 'if (this.#hasWork && !this.#isClosed) this.#startFlush();', 'if (this.#hasWork) this.#startFlush();'],
  ),
  bug('who waits behind a failed commit waits for ever', [EXCHANGE, 'this.#answer(later, notCarriedOut);', '']),
  bug('the engine goes on after a failed commit', [EXCHANGE, 'this.#engine = engine;', 'this.#engine ??= engine;']),
];

const TOLD: readonly PlantedBug[] = [
  bug('a batch that is found after all is told to its callers alone', [
    EXCHANGE,
    'if (taken.hasStoredLost) this.#publish(flushed);',
    'if (taken.hasStoredLost) this.#answer(flushed.waiters, null);',
  ]),
  bug('a recovery does not look for keys that another process has used', [
    EXCHANGE,
    'void this.#keys.read(() =>',
    'if (generation === 1) void this.#keys.read(() =>',
  ]),
  bug('a lease is counted from its answer', [
    'exchange/standing.ts',
    'if (askedAt.steady > this.#askedAt.steady) this.#askedAt = askedAt;',
    'this.#askedAt = momentOf(performance.now());',
  ]),
  bug('a recovery forgets how the day has gone', [
    EXCHANGE,
    'if (this.#generation > 0) keepQuotes(this.#engine, engine, this.#endedDay);',
    '',
  ]),
];

const PLACES: readonly PlantedBug[] = [
  bug('a recovery begins at a place that is taken', [
    EXCHANGE,
    'Math.max(this.#sequence, writer.sequence);',
    'Math.max(0, writer.sequence - 1);',
  ]),
  bug('void places are given again', [EXCHANGE, 'Math.max(this.#sequence, writer.sequence);', 'writer.sequence;']),
  bug('time goes back when the clock does', [
    EXCHANGE,
    'this.#time.next(this.#at, this.#options.now());',
    'this.#options.now();',
  ]),
  bug('time goes back when another process takes over', [EXCHANGE, 'aheadMs <= MOST_SKEW_MS', 'writer.lastAt < 0']),
  bug(
    'an old process may commit',
    ['exchange/commit.ts', 'where id = :venue and epoch = :epoch),\n  batch_row', 'where id = :venue),\n  batch_row'],
    ['exchange/writer.ts', 'if (!taken) throw new VenueTaken(before);', ''],
  ),
  bug('the chain of hashes starts anew with each batch', [
    'exchange/writer.ts',
    'this.#hash = hash;\n      return',
    'return',
  ]),
];

const ONCE: readonly PlantedBug[] = [
  bug('keys are not stored with their effect', [
    EXCHANGE,
    'const keys = waiters.flatMap(({ key }) => (key === null ? [] : [key]));',
    'const keys: KeyRow[] = [];',
  ]),
  bug('a start does not know the keys of before', [
    KEYS,
    'for (const row of rows) if (!this.#mayHave(row)) this.#mark(row);',
    '',
  ]),
  bug('the same key twice at once is decided twice', [
    KEYS,
    'if (this.#running.has(name)) throw new KeyRunning();',
    '',
  ]),
  bug('a key stays claimed when its command was not carried out', [
    KEYS,
    'forget(key: CommandKey): void {\n    this.#running.delete(nameOf(key));',
    'forget(_: CommandKey): void {',
  ]),
  bug('a key is forgotten once it is kept', [KEYS, 'this.#mark(key);\n    this.#running', 'this.#running']),
  bug('a payment is credited under a key of each try', [
    'wallet/crediting.ts',
    'key: `payment:${id}`, forgetsRefusal',
    'key: `payment:${id}:${now()}`, forgetsRefusal',
  ]),
  bug('a reward is paid under a key of each try', [
    'rewards/paying.ts',
    '{ account, key: `reward:${source}` }',
    '{ account, key: `reward:${source}:${this.#options.now()}` }',
  ]),
  bug('who finds the venue free takes it from whoever has it by then', [
    'exchange/lease.ts',
    'where id = $1 and coalesce(lease_until < clock_timestamp(), true) returning epoch',
    'where id = $1 returning epoch',
  ]),
  bug('a connection that died in a recovery keeps the lock', [
    TAKEOVER,
    '=> void this.#givenUp.push(session);',
    '=> void session;',
  ]),
  bug('who waits for their own lock gives the venue up', [
    TAKEOVER,
    'if (error.epoch > broken.epoch && !isOurs)',
    'if ((mayHaveRaised && ++timesTaken > MOST_TAKEN) || (error.epoch > broken.epoch && !mayHaveRaised))',
  ]),
  bug('a takeover of our own that comes late is taken for that of another process', [
    TAKEOVER,
    'return this.#givenUp.length > 0 ? performance.now() : this.#lockedAt;',
    'return this.#lockedAt;',
  ]),
  bug('a repeated cancel finds an order that was placed since', [
    'trade/refusals.ts',
    'order === null || order.id > decidedAs',
    'order === null',
  ]),
];

const ORDER_OF_EFFECTS: readonly PlantedBug[] = [
  bug('a payment is marked before it is credited', [
    'wallet/crediting.ts',
    "    const decision = await exchange.submit(\n      { kind: 'deposit', account, amount, paymentId: id },",
    "    await markCredited(db, id, now());\n    const decision = await exchange.submit(\n      { kind: 'deposit', account, amount, paymentId: id },",
  ]),
  bug('a reward is marked before it is paid', [
    'rewards/paying.ts',
    '    const decision = await exchange\n',
    "    await db.query(`update rewards set state = 'paid', paid_at = $2 where id = $1 and state = 'due'`, [id, now()]);\n    const decision = await exchange\n",
  ]),
  bug('a credit that failed is not tried again', [
    'wallet/crediting.ts',
    'work.finally(() => this.#running.delete(payment.id));',
    'work.then(() => void this.#running.delete(payment.id));',
  ]),
  bug('who is answered what was kept keeps the key claimed', [
    KEYS,
    'throw new KeyReused();\n      this.#running.delete(name);\n',
    'throw new KeyReused();\n',
  ]),
  bug('who cannot look for a key keeps it claimed', [
    KEYS,
    '    } catch (error) {\n      this.#running.delete(name);\n',
    '    } catch (error) {\n',
  ]),
  bug('who is turned away at the door keeps the key claimed', [
    EXCHANGE,
    'if (key !== null) this.#keys.forget(key);\n      throw error;',
    'throw error;',
  ]),
  bug('who reads believes a proof that was asked for before', [
    'exchange/standing.ts',
    'this.#next ??= this.#present.then(() => this.#ask());\n    await inTime(this.#next, since + PATIENCE_MS - now, doesNotSay);',
    'this.#next ??= this.#ask();\n    await this.#present;',
  ]),
];

const STORED: readonly PlantedBug[] = [
  bug('an outcome that changed nothing is not kept', [
    EXCHANGE,
    'if (this.#journal.isEmpty && keys.length === 0) {',
    'if (this.#journal.isEmpty) {',
  ]),
  bug('a batch has the time of the clock, not of its decisions', [
    EXCHANGE,
    'const batch = this.#journal.take(this.#engine, this.#at);',
    'const batch = this.#journal.take(this.#engine, this.#options.now());',
  ]),
  bug('changes of orders are not stored', [
    'exchange/journal.ts',
    'this.#changes.push({ orderId, at: this.#at, before, after: { quantity, limitPrice, stopPrice } });',
    '',
  ]),
  bug('balances of earlier batches are never written', [
    BEHIND,
    'if (!isAskedFor && this.#steps <= MOST_BEHIND) return null;',
    'if (!isAskedFor && this.#steps <= MOST_BEHIND) return (this.#accounts.clear(), null);',
  ]),
  bug('after a restart balances stay behind', [
    BEHIND,
    'this.#accounts = new Set(accounts);',
    'this.#accounts.clear();',
  ]),
  bug('an order forgets its last trade', ['exchange/journal.ts', 'else known.last = tradeId;', '']),

  bug('a stock whose band has one price left closes the exchange', [
    '../core/market/instrument.ts',
    'bandLow(terms) <= bandHigh(terms)',
    'bandLow(terms) < bandHigh(terms) && terms.tickSize > 0',
  ]),
  bug('who was blocked is not stored', ['exchange/journal.ts', 'this.#traders.add(trader);', '']),
  bug('limits and fees are not stored', [
    'exchange/journal.ts',
    'venueChanged(): void {\n    this.#isVenueChanged = true;',
    'venueChanged(): void {',
  ]),
  bug('sold lots stay stored', [
    'exchange/journal.ts',
    'this.#lots.set(lot.id, this.#lotRow(lot, position));',
    'if (lot.quantity > 0) this.#lots.set(lot.id, this.#lotRow(lot, position));',
  ]),
  bug('exits that are due are not stored', ['exchange/journal.ts', 'this.#exits.add(due);', '']),
  bug('a restart forgets what counts against the limits', [
    'exchange/load.ts',
    'now - LONGEST_TIMEFRAME_HOURS * HOUR_MS)',
    'now)',
  ]),
  bug('the figures of a new day are not stored', [
    '../core/market-day.ts',
    'quote.volume = 0;\n    venue.listener.instrumentChanged(market);',
    'quote.volume = 0;',
  ]),
  bug('a restart takes nothing by law', [
    'exchange/order-rows.ts',
    'statutory: statutoryRates(row.statutory_terms),',
    'statutory: null,',
  ]),
  bug('a bonus is not read back', ['exchange/load.ts', 'bonus: isNone ? null', 'bonus: !isNone ? null']),
];

export const PLANTED_IN_SHELL: readonly PlantedBug[] = [
  ...DURABILITY,
  ...TOLD,
  ...PLACES,
  ...ONCE,
  ...ORDER_OF_EFFECTS,
  ...STORED,
  ...PLANTED_IN_SCHOOL,
  ...PLANTED_IN_HOURS,
  ...PLANTED_IN_ROUNDS,
];
