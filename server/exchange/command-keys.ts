// Remembers the outcomes of commands that came with a key: a repeat gets the first answer and has no second effect.
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../../core/command.ts';
import { HOUR_MS } from '../../core/market/day.ts';
import type { Queryable } from '../db/open.ts';
import { KeyMarks } from './key-marks.ts';

export interface CommandKey {
  readonly account: number;
  readonly key: string;
  /** A refusal, which changes nothing, is not kept: the command may be sent again with its key, and be accepted then. */
  readonly forgetsRefusal?: true;
}

/** The key was used for a different command. */
export class KeyReused extends Error {}
/** The first command with this key has not been answered yet. */
export class KeyRunning extends Error {}

const KEPT_MS = 72 * HOUR_MS;
/** Marks outlive their rows: a stored key without a mark would be taken for a new one, and the clock may be set back meanwhile. */
const MARKS_KEPT_MS = KEPT_MS + HOUR_MS;
/** A deposit or reward must never be repeated, however late: these keys are kept forever. */
const FOREVER = ['payment:', 'reward:'];
/** Keys read, and pages of their table pruned, in one step: a few milliseconds' work each. */
const AT_ONCE = 2_000;
const PAGES_AT_ONCE = 100;
const AGAIN_MS = 1_000;
/** Right after a takeover there are more urgent things to do. */
const FIRST_REST_MS = 1_000;
/** Each step is followed by a rest of four times its length, so reading or pruning takes a fifth of a processor. */
const RESTS = 4;

const FORGET = `delete from command_keys
  where at < $1 and key not like all($2) and ctid >= $3::tid and ctid < $4::tid`;

export interface KeptOutcome {
  readonly fingerprint: string;
  readonly outcome: unknown;
}

export function fingerprintOf(command: Command): string {
  return hash('sha256', JSON.stringify(command), 'base64url');
}

/**
 * Memory knows which keys may have been used, so a new key costs no query; outcomes are read from the table. Until the keys of earlier
 * processes have been read, every key is looked up there.
 */
export class CommandKeys {
  readonly #db: Queryable;
  readonly #marks = new KeyMarks();
  readonly #forever = new KeyMarks();
  readonly #running = new Set<string>();
  #isRead = false;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Reads the keys that other processes have used, in the background, and tries again when that fails. */
  async read(isOver: () => boolean): Promise<void> {
    this.#isRead = false;
    let from: CommandKey = { account: -1, key: '' };
    await sleep(FIRST_REST_MS);
    while (!this.#isRead && !isOver()) {
      const rows = await rested(() => this.#page(from)).catch(() => null);
      if (isOver()) return;
      if (rows === null) await sleep(AGAIN_MS);
      else if (rows.length === 0) this.#isRead = true;
      else {
        for (const row of rows) if (!this.#mayHave(row)) this.#mark(row);
        from = rows[rows.length - 1];
      }
    }
  }

  /** Claims a key for a command about to be decided. Returns the stored outcome if it was decided before. @throws KeyReused, KeyRunning */
  async claim(key: CommandKey, fingerprint: string): Promise<KeptOutcome | null> {
    const name = nameOf(key);
    if (this.#running.has(name)) throw new KeyRunning();
    this.#running.add(name);
    if (this.#isRead && !this.#mayHave(key)) return null;
    try {
      const kept = await this.#find(key);
      if (kept === null) return null;
      if (kept.fingerprint !== fingerprint) throw new KeyReused();
      this.#running.delete(name);
      return kept;
    } catch (error) {
      this.#running.delete(name);
      throw error;
    }
  }

  /** Call it when the command is durable. */
  keep(key: CommandKey): void {
    this.#mark(key);
    this.#running.delete(nameOf(key));
  }

  /** Call it when the command was not decided, or its decision did not become durable. */
  forget(key: CommandKey): void {
    this.#running.delete(nameOf(key));
  }

  /** Drops keys older than three days, in steps, so that nobody has to wait while millions are dropped. */
  async prune(now: number, isOver: () => boolean): Promise<void> {
    const patterns = FOREVER.map((start) => `${start}%`);
    const { rows } = await this.#db.query<{ pages: number }>(
      `select pg_relation_size('command_keys') / current_setting('block_size')::integer as pages`,
    );
    for (let page = 0; page < rows[0].pages && !isOver(); page += PAGES_AT_ONCE) {
      const places = [`(${page},0)`, `(${page + PAGES_AT_ONCE},0)`];
      await rested(() => this.#db.query(FORGET, [now - KEPT_MS, patterns, ...places]));
    }
    if (!isOver()) this.#marks.forget(now - MARKS_KEPT_MS, now);
  }

  #mark(key: CommandKey): void {
    const marks = FOREVER.some((start) => key.key.startsWith(start)) ? this.#forever : this.#marks;
    marks.add(nameOf(key));
  }

  #mayHave(key: CommandKey): boolean {
    const name = nameOf(key);
    return this.#marks.mayHave(name) || this.#forever.mayHave(name);
  }

  async #page({ account, key }: CommandKey): Promise<CommandKey[]> {
    const { rows } = await this.#db.query<{ account: number; key: string }>(
      `select account, key from command_keys where (account, key) > ($1, $2) order by account, key limit ${AT_ONCE}`,
      [account, key],
    );
    return rows;
  }

  async #find({ account, key }: CommandKey): Promise<KeptOutcome | null> {
    const { rows } = await this.#db.query<{ fingerprint: string; outcome: unknown }>(
      'select fingerprint, outcome from command_keys where account = $1 and key = $2',
      [account, key],
    );
    return rows[0] ?? null;
  }
}

/** Does a piece of work, then rests for `RESTS` times as long. */
async function rested<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  await sleep((performance.now() - startedAt) * RESTS);
  return result;
}

function nameOf({ account, key }: CommandKey): string {
  return `${account}:${key}`;
}
