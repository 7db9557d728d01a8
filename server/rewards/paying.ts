// Pays claimed rewards exactly once, and finishes what a crash left undone.
import { DAY_MS } from '../../core/market/day.ts';
import { rewardMessages } from '../../contract/messages/rewards.ts';
import type { RewardKind } from '../../contract/rewards.ts';
import type { Database } from '../db/open.ts';
import { isLeaving } from '../db/people.ts';
import { KeyRunning } from '../exchange/command-keys.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Log } from '../log.ts';
import type { Notices } from '../notices/notices.ts';

export interface PayingOptions {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Pick<Exchange, 'submit'>;
  readonly notices: Pick<Notices, 'store'>;
  readonly log: Log;
  readonly now: () => number;
}

interface DueReward {
  readonly id: number;
  readonly account: number;
  readonly kind: RewardKind;
  readonly source: string;
  readonly amount: number;
  readonly expiresAt: number | null;
}

const COLUMNS = 'id, account, kind, source, amount, expires_at as "expiresAt"';
const AT_ONCE = 500;

export class Paying {
  readonly #options: PayingOptions;
  /** Payments under way: further requests for the same reward wait for the same result. */
  readonly #running = new Map<number, Promise<void>>();

  constructor(options: PayingOptions) {
    this.#options = options;
  }

  /** Pays what these accounts are owed. */
  async payTo(accounts: readonly number[]): Promise<void> {
    const { db, venue } = this.#options;
    const { rows } = await db.query<DueReward>(
      `select ${COLUMNS} from rewards where venue = $1 and account = any($2) and state = 'due' order by id`,
      [venue, accounts],
    );
    for (const reward of rows) await this.#pay(reward);
  }

  /** Pays everything due. One that cannot be paid now does not delay the others. */
  async payAll(): Promise<void> {
    const { db, venue, log } = this.#options;
    for (let after = 0; ;) {
      const { rows } = await db.query<DueReward>(
        `select ${COLUMNS} from rewards where venue = $1 and state = 'due' and id > $2 order by id limit ${AT_ONCE}`,
        [venue, after],
      );
      for (const reward of rows) {
        await this.#pay(reward).catch((error: unknown) =>
          log.warn({ err: error, reward: reward.id }, 'a reward waits'),
        );
      }
      if (rows.length < AT_ONCE) return;
      after = rows[rows.length - 1].id;
    }
  }

  #pay(reward: DueReward): Promise<void> {
    const running = this.#running.get(reward.id);
    if (running !== undefined) return running;
    const payment = this.#grant(reward).finally(() => this.#running.delete(reward.id));
    this.#running.set(reward.id, payment);
    return payment;
  }

  /**
   * The key makes the payment happen once: the exchange keeps it for good, in the transaction of the payment. A crash between the payment
   * and marking the row is repaired by asking again.
   */
  async #grant({ id, account, kind, source, amount, expiresAt }: DueReward): Promise<void> {
    const { exchange, db, notices, log, now } = this.#options;
    const decision = await exchange
      .submit({ kind: 'grant-reward', account, rewardId: id, amount, expiresAt }, { account, key: `reward:${source}` })
      .catch(nullWhileRunning);
    if (decision === null) return;
    if (!decision.isAccepted) {
      log.error({ reward: id, reason: decision.refusal.reason }, 'a reward was refused by the exchange');
      await db.query(`update rewards set state = 'void' where id = $1 and state = 'due'`, [id]);
      return;
    }
    // Claimed before the person left. The account was closed without it, so it is closed once more; before the mark, so that a crash repeats it.
    const isGivenUp = await isLeaving(db, account);
    if (isGivenUp) await exchange.submit({ kind: 'close-account', account });
    const at = now();
    const message = rewardMessages.paid[kind](amount, daysUntil(expiresAt ?? at, at));
    const notice = { account, kind: 'reward', message, source: `reward:${source}`, at } as const;
    const show = await db.transaction(async (transaction) => {
      const marked = await transaction.query(
        `update rewards set state = 'paid', paid_at = $2 where id = $1 and state = 'due'`,
        [id, at],
      );
      return marked.rowCount === 1 && !isGivenUp ? notices.store(transaction, [notice]) : null;
    });
    show?.();
  }
}

/** Another process is paying it at this moment, and will mark it. */
function nullWhileRunning(error: unknown): null {
  if (error instanceof KeyRunning) return null;
  throw error;
}

/** A started day counts as a day: there is still time. */
export function daysUntil(end: number, at: number): number {
  return Math.max(0, Math.ceil((end - at) / DAY_MS));
}
