// What administrators have the exchange do: recorded before the exchange hears of it, and logged once it is done, even after a crash.
import { randomUUID } from 'node:crypto';
import type { Command } from '../core/command.ts';
import { writeAudit } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import type { Database, Queryable } from './db/open.ts';
import type { CommandKey } from './exchange/command-keys.ts';
import type { Decision } from './exchange/decision.ts';
import type { Exchange } from './exchange/exchange.ts';

/** The administrator. */
export interface By {
  readonly actor: string;
  readonly ip: string;
}

export interface DeskAct {
  readonly action: AuditEntry['action'];
  readonly subject: string;
  readonly detail: object;
  readonly by: By;
  /** The id of its request (`requestId`), where a repeat has to know that it was carried out; otherwise every act is another. */
  readonly id?: string;
}

/** What else to store about an act that was carried out, in the transaction of its log entry. */
export type FollowUps = Partial<
  Record<AuditEntry['action'], (transaction: Queryable, entry: AuditEntry) => Promise<void>>
>;

export interface DeskActsOptions {
  readonly db: Database;
  readonly exchange: Exchange;
  readonly now: () => number;
  readonly followUps: FollowUps;
}

export class DeskActs {
  readonly #options: DeskActsOptions;
  /** Acts that the exchange has not answered yet. */
  readonly #underWay = new Set<string>();
  /** One look at a time: a repeat has the id of its first attempt, and must not be taken for a leftover of that attempt. */
  #settled: Promise<unknown> = Promise.resolve();

  constructor(options: DeskActsOptions) {
    this.#options = options;
  }

  /**
   * Has the exchange carry out the command. Refusals are not logged. If this throws, the command may have been carried out nevertheless:
   * `settle` then logs it.
   */
  async carryOut(act: DeskAct, command: Command): Promise<Decision> {
    // In sequence, so that the log and its consequences keep the order in which things were done. What cannot be logged yet is retried
    // soon: it must not delay a halt.
    await this.settle().catch(() => {});
    const id = act.id ?? randomUUID();
    this.#underWay.add(id);
    let decision: Decision;
    try {
      await this.#begin(id, act);
      decision = await this.#options.exchange.submit(command, keyOf(id));
    } finally {
      this.#underWay.delete(id);
    }
    await this.#end(id, decision);
    return decision;
  }

  /** Whether this very request was carried out before, and only its reply was lost. */
  async isDone(id: string): Promise<boolean> {
    // After this, everything decided so far is durable or void.
    await this.#options.exchange.read(() => null);
    return (await this.#outcomeOf(id))?.isAccepted === true;
  }

  /** Logs what was carried out but not logged, because the process ended or an error came in between; forgets what was not carried out. */
  settle(): Promise<void> {
    const settling = this.#settled.then(() => this.#settleAll());
    this.#settled = settling.catch(() => {});
    return settling;
  }

  async #settleAll(): Promise<void> {
    const { db, exchange } = this.#options;
    const { rows } = await db.query<{ id: string }>('select id from begun_acts order by at');
    const left = rows.filter(({ id }) => !this.#underWay.has(id));
    if (left.length === 0) return;
    // After this, everything decided so far is durable or void.
    await exchange.read(() => null);
    const errors: unknown[] = [];
    for (const { id } of left)
      await this.#outcomeOf(id)
        .then((outcome) => this.#end(id, outcome))
        .catch((error) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }

  async #begin(id: string, { action, subject, detail, by }: DeskAct): Promise<void> {
    const { db, now } = this.#options;
    await db.query(
      'insert into begun_acts (id, at, actor, action, subject, detail, ip) values ($1, $2, $3, $4, $5, $6, $7)',
      [id, now(), by.actor, action, subject, JSON.stringify(detail), by.ip],
    );
  }

  /** `decision` null: the exchange never decided it. */
  async #end(id: string, decision: Decision | null): Promise<void> {
    await this.#options.db.transaction(async (transaction) => {
      const { rows } = await transaction.query<AuditEntry>(
        'delete from begun_acts where id = $1 returning at, actor, action, subject, detail, ip',
        [id],
      );
      // Only the process that deletes the row writes the entry, so there is exactly one.
      const entry = rows.at(0);
      if (entry === undefined || !decision?.isAccepted) return;
      await writeAudit(transaction, entry);
      await this.#options.followUps[entry.action]?.(transaction, entry);
    });
  }

  async #outcomeOf(id: string): Promise<Decision | null> {
    const { account, key } = keyOf(id);
    const { rows } = await this.#options.db.query<{ outcome: Decision }>(
      'select outcome from command_keys where account = $1 and key = $2',
      [account, key],
    );
    return rows.at(0)?.outcome ?? null;
  }
}

/** The exchange keeps the outcome under this key, in the commit of the effect. No account has the number 0. */
function keyOf(id: string): CommandKey {
  return { account: 0, key: `act:${id}` };
}
