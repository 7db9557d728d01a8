// What people see of themselves: the profile, notifications, a downloadable copy of everything, and the diary as shown to others.
import type { Handlers } from '../handler.ts';
import { sharedDiaryHandlers } from '../learn/shared-diary/routes.ts';
import type { Rewards } from '../rewards/rewards.ts';
import { readPortfolio } from '../trade/routes.ts';
import { exportHandlers } from '../user/export/routes.ts';
import { createNotificationHandlers } from '../user/notifications.ts';
import { createUserHandlers } from '../user/routes.ts';
import type { AccountParts } from './accounts.ts';
import { MAIN_VENUE } from './site.ts';
import type { Site } from './site.ts';
import type { VenueParts } from './venue.ts';

export interface OwnDataNeeds {
  readonly venue: VenueParts;
  readonly accounts: AccountParts;
  readonly rewards: Rewards;
  readonly trading: Pick<Handlers, 'GET /tradeDiary' | 'GET /diaryAnalytics'>;
}

export function ownDataHandlers({ db, reads, now }: Site, { venue, accounts, rewards, trading }: OwnDataNeeds) {
  const { exchange, notices, wishes } = venue;
  const own = {
    ...createUserHandlers({
      database: db,
      readPortfolio: (account) => readPortfolio(exchange, account),
      readEligibility: (account) => rewards.eligibility(account),
    }),
    ...createNotificationHandlers({ db, reads, notices, wishes, now }),
  };
  const copies = exportHandlers({
    db,
    venue: MAIN_VENUE,
    notices,
    reads: { ...own, 'GET /tradeDiary': trading['GET /tradeDiary'] },
    readPhoto: (key) => accounts.photos.files.read(key),
    now,
  });
  const shown = sharedDiaryHandlers({ db, notices, now, reads: trading });
  return { ...own, ...copies, ...shown };
}
