// The calls of rewards: what a person has earned and can earn, and the promotions that an administrator puts in force.
import { adminMessages } from '../../contract/messages/admin.ts';
import type { Promotions } from '../../contract/rewards.ts';
import { writeAudit } from '../audit.ts';
import type { Queryable } from '../db/open.ts';
import { createGate } from '../gate.ts';
import type { Handlers } from '../handler.ts';
import { blocked, unauthorized } from '../http-error.ts';
import type { HttpError } from '../http-error.ts';
import { isSavedBefore } from '../stale.ts';
import { presentRewards } from './present.ts';
import { rulesOf } from './promotions.ts';
import { readRewards } from './queries.ts';
import type { ReadingOptions } from './queries.ts';

export interface RewardCallOptions extends ReadingOptions {
  /** Other promotions are in force: people may have earned something by the change. */
  readonly onRulesChanged: () => void;
}

export type RewardCalls = 'GET /rewards' | 'GET /promotions' | 'POST /createPromotions';

export function rewardHandlers(options: RewardCallOptions): Pick<Handlers, RewardCalls> {
  const { db, promotions, now, onRulesChanged } = options;
  // One after the other, so that each log entry has the promotions that were really in force before.
  const gate = createGate({ most: 1, mostWaiting: 20 });
  return {
    async 'GET /rewards'({ user }) {
      const known = await readRewards(options, user.accountNo);
      if (known === null) throw await lostAccess(db, user.id);
      return { data: presentRewards(known, promotions, now()) };
    },

    'GET /promotions': () => ({ data: promotions.inForce }),

    'POST /createPromotions': ({ input, user: admin, ip }) =>
      gate(async () => {
        const at = now();
        if (await promotions.settle(db)) onRulesChanged();
        const before = promotions.inForce;
        const [seen, wanted] = [input.seen && rulesOf(input.seen), rulesOf(input)];
        if (isSavedBefore({ seen, inForce: promotions.rules, wanted }))
          return { data: before, message: adminMessages.promotionCreated };
        const saving = db.transaction(async (transaction) => {
          const save = await promotions.save(transaction, wanted, { admin: admin.id, at });
          const detail = changesOf(before, save.promotions);
          const by = { actor: admin.id, ip };
          await writeAudit(transaction, { at, action: 'save-promotions', subject: 'promotions', detail, ...by });
          return save.takeEffect;
        });
        const takeEffect = await saving.catch((error: unknown) => {
          promotions.doubt();
          throw error;
        });
        takeEffect();
        onRulesChanged();
        return { data: promotions.inForce, message: adminMessages.promotionCreated };
      }),
  };
}

/** A caller who cannot earn has been blocked since the call came in, and must be told so; or has left. */
async function lostAccess(db: Queryable, userId: string): Promise<HttpError> {
  const { rowCount } = await db.query('select 1 from users where id = $1 and deleted_at is null', [userId]);
  return rowCount === 1 ? blocked() : unauthorized();
}

/** In rupees, as the administrator saw them. */
function changesOf(before: Promotions, after: Promotions): Record<string, { from: unknown; to: unknown }> {
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const section of ['signupBonus', 'referralBonus', 'loyaltyRewards'] as const) {
    const was = new Map(Object.entries(before[section]));
    for (const [field, to] of Object.entries(after[section])) {
      if (was.get(field) !== to) changes[`${section}.${field}`] = { from: was.get(field), to };
    }
  }
  return changes;
}
