// Remembers the outcome of commands that came with a key, so that a repeat gets the first answer and no second effect.
import { createHash } from 'node:crypto';
import type { Command } from '../../core/command.ts';
import type { Queryable } from '../db/open.ts';

export interface CommandKey {
  readonly account: number;
  readonly key: string;
}

/** The same key came with another command. */
export class KeyReused extends Error {}
/** The command with this key has not been answered yet. */
export class KeyRunning extends Error {}

const KEPT_MS = 72 * 3_600_000;
/** Deposits and rewards must never repeat, however late: their keys stay. */
const FOREVER = ['payment:%', 'reward:%'];

export interface KeptOutcome {
  readonly fingerprint: string;
  readonly outcome: unknown;
}

export function fingerprintOf(command: Command): string {
  return createHash('sha256').update(JSON.stringify(command)).digest('base64url');
}

/**
 * Which keys have been used is known in memory as 48-bit marks, so that a new key costs no query; the outcome itself
 * is read from the table when a mark says that the key may have been there.
 */
export class CommandKeys {
  readonly #db: Queryable;
  readonly #marks = new Set<number>();
  readonly #running = new Set<string>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  async load(db: Queryable): Promise<void> {
    this.#marks.clear();
    const { rows } = await db.query<{ account: number; key: string }>('select account, key from command_keys');
    for (const row of rows) this.#marks.add(markOf(row));
  }

  /** Claims a key for a command about to be decided. Answers the outcome if it was decided before. */
  async claim(key: CommandKey, fingerprint: string): Promise<KeptOutcome | null> {
    const name = nameOf(key);
    if (this.#running.has(name)) throw new KeyRunning();
    this.#running.add(name);
    if (!this.#marks.has(markOf(key))) return null;
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

  /** The command is durable. */
  keep(key: CommandKey): void {
    this.#marks.add(markOf(key));
    this.#running.delete(nameOf(key));
  }

  /** The command was not decided, or what was decided did not become durable. */
  forget(key: CommandKey): void {
    this.#running.delete(nameOf(key));
  }

  /** Drops keys older than three days. */
  async prune(now: number): Promise<void> {
    const { rows } = await this.#db.query<{ account: number; key: string }>(
      'delete from command_keys where at < $1 and key not like all($2) returning account, key',
      [now - KEPT_MS, FOREVER],
    );
    for (const row of rows) this.#marks.delete(markOf(row));
  }

  async #find({ account, key }: CommandKey): Promise<KeptOutcome | null> {
    const { rows } = await this.#db.query<{ fingerprint: string; outcome: unknown }>(
      'select fingerprint, outcome from command_keys where account = $1 and key = $2',
      [account, key],
    );
    return rows[0] ?? null;
  }
}

function nameOf({ account, key }: CommandKey): string {
  return `${account}:${key}`;
}

function markOf(key: CommandKey): number {
  return createHash('sha256').update(nameOf(key)).digest().readUIntBE(0, 6);
}
