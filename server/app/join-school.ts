// Joins lessons and payments: the wallet sells the school's lessons, and the school has the wallet make its refunds.
import type { LearnContext } from '../learn/context.ts';
import { createLearn } from '../learn/routes.ts';
import type { Learn } from '../learn/routes.ts';
import { Refunds } from '../wallet/refunds.ts';
import { createWallet } from '../wallet/routes.ts';
import type { Wallet, WalletOptions } from '../wallet/routes.ts';

/** Everything the two need, except each other. */
type SchoolOptions = Omit<WalletOptions, 'courses' | 'refunds'> & Omit<LearnContext, 'refunds'>;

interface JoinedSchool {
  readonly wallet: Wallet;
  readonly learn: Learn;
  readonly refunds: Refunds;
}

export function joinSchool(options: SchoolOptions): JoinedSchool {
  const { db, providers, log, now } = options;
  const refunds: Refunds = new Refunds({
    db,
    providers: providers.all,
    log,
    now,
    onMade: (transaction, made) => learn.sales.refunded(transaction, made),
    onReturned: (transaction, returned) => learn.sales.takeBack(transaction, returned),
    onRefused: (transaction, refused) => learn.sales.refusedByBank(transaction, refused),
  });
  const learn: Learn = createLearn({ ...options, refunds });
  const wallet = createWallet({ ...options, courses: learn.sales, refunds });
  return { wallet, learn, refunds };
}
